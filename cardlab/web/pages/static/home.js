/* The games of the home page: a number of players and a word narrow what is shown; where nothing is left, that is said. */
(function () {
  const buttons = [...document.querySelectorAll("[data-filter]")],
    games = [...document.querySelectorAll("[data-game]")],
    shelves = [...document.querySelectorAll("[data-shelf]")];
  const none = document.querySelector("[data-none]"),
    find = document.querySelector("[data-find]"),
    offered = document.querySelector("[data-offered]");
  let players = "";
  const seats = (game) =>
    players === "" ||
    (players === "5"
      ? +game.dataset.most >= 5
      : +game.dataset.fewest <= +players && +players <= +game.dataset.most);
  function show() {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const game of games)
      game.hidden = !seats(game) || !words.every((word) => game.dataset.words.includes(word));
    for (const shelf of shelves) shelf.hidden = !shelf.querySelector("[data-game]:not([hidden])");
    offered.hidden = players !== "" || words.length > 0;
    none.textContent = games.some((game) => !game.hidden) ? "" : "No game here fits that yet.";
  }
  for (const button of buttons)
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      players = button.dataset.value;
      show();
    });
  find.addEventListener("input", show);
  find.addEventListener("keydown", (event) => {
    const left = games.filter((game) => !game.hidden);
    if (event.key === "Enter" && find.value.trim() && left.length === 1)
      left[0].querySelector("a").click();
  });
})();
