/* The filters of the home page: one at a time, and a word when nothing is left. */
(function () {
  const buttons = [...document.querySelectorAll("[data-filter]")],
    games = [...document.querySelectorAll("[data-game]")];
  const none = document.querySelector("[data-none]");
  const fits = (game, kind, value) =>
    kind === "all"
      ? true
      : kind === "family"
        ? game.dataset.family === value
        : value === "5"
          ? +game.dataset.most >= 5
          : +game.dataset.fewest <= +value && +value <= +game.dataset.most;
  for (const button of buttons)
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      let left = 0;
      for (const game of games) {
        game.hidden = !fits(game, button.dataset.filter, button.dataset.value);
        left += !game.hidden;
      }
      none.textContent = left ? "" : "No game here fits that yet.";
    });
})();
