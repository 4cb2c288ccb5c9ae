/* Before a page is alive: it asks the server for a seat, waits in line if there is none, and goes over to the live page.
   The connection shows at once whether websockets pass at all. Every sentence but two is the server's. */
(function () {
  const main = document.querySelector("main.still"),
    wait = main.querySelector("[data-wait]"),
    seats = new URL(main.dataset.seats, location.href),
    patience = 5000,
    again = 15000,
    away = "The server does not answer. This page tries again by itself.";
  const say = (text) => {
    if (wait.textContent !== text) wait.textContent = text;
    document.querySelector("[data-meanwhile]").hidden = false;
    main.querySelector("h1").classList.remove("sr");
  };
  const enter = (seat) => {
    /* the page of a game begins with the picture that is here now */
    try {
      if (main.dataset.here === "play")
        sessionStorage.setItem("cardlab-still", main.querySelector("[data-still]").innerHTML);
    } catch (e) {
      /* private mode */
    }
    const sign = location.search ? "&" : "?";
    location.replace(
      location.pathname + location.search + sign + "cardlab-seat=" + seat + location.hash,
    );
  };
  async function whyNot() {
    try {
      say((await (await fetch(seats, { method: "POST" })).json()).said || away);
    } catch (e) {
      say(away);
    }
    setTimeout(ask, again);
  }
  function ask() {
    const address = new URL(seats);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    let heard = false,
      done = false;
    const late = setTimeout(() => socket.close(), patience);
    socket.onmessage = (event) => {
      const told = JSON.parse(event.data);
      heard = true;
      clearTimeout(late);
      if (told.seat) {
        done = true;
        enter(told.seat);
      } else say(told.said);
    };
    socket.onclose = () => {
      clearTimeout(late);
      if (done) return;
      if (heard) setTimeout(ask, again);
      else whyNot();
    };
  }
  /* A page that nobody looks at yet, in a tab of the background, needs no kernel. */
  const begin = () => {
    if (document.hidden) return;
    document.removeEventListener("visibilitychange", begin);
    ask();
  };
  document.addEventListener("visibilitychange", begin);
  begin();
})();
