/* The line to a shared table, as the model that table.js draws: it says what was picked and shows what comes. It knows no rule. */
const main = document.querySelector("main[data-socket]"),
  line = document.querySelector("[data-line]"),
  seats = document.querySelector("[data-seats]"),
  place = document.querySelector("[data-table]");
const WAITS = [500, 1000, 2000, 5000],
  BEAT = 10000;
const traits = { view: {}, chrome: {}, bubble: {}, error: "", link: "", stamp: 0 },
  hears = new Map();
let socket = null,
  tries = 0,
  end = null,
  heard = 0,
  sends = [];
const fire = (name) => {
  for (const act of hears.get(name) || []) act();
};
const model = {
  get: (name) => traits[name],
  set(name, value) {
    if (name === "ping") queueMicrotask(() => fire("change:pong"));
    else sends.push([name, value]);
  },
  save_changes() {
    for (const [name, value] of sends) tell({ [name]: value });
    sends = [];
  },
  on: (name, act) => hears.set(name, [...(hears.get(name) || []), act]),
  off: (name, act) =>
    hears.set(
      name,
      (hears.get(name) || []).filter((one) => one !== act),
    ),
};
function tell(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else {
    traits.error = "The connection is lost, so your card was not played. It comes back by itself.";
    traits.stamp += 1;
    fire("change:stamp");
  }
}
/** Somebody without a seat sees who sits where, which seats are free, and what all seats may see. */
function choose({ waiting: people, game, picture, told }) {
  const made = (name, more) => Object.assign(document.createElement(name), more),
    watched = made("div", { className: "watched", innerHTML: picture });
  watched.append(...told.filter(Boolean).map((textContent) => made("p", { textContent })));
  seats.replaceChildren(
    made("h2", { textContent: game }),
    watched,
    ...people.map((person, seat) => {
      const row = document.createElement("p");
      row.className = "panel free";
      row.append(`${person.seat}: ${person.nickname || "free"}`);
      if (!person.nickname) {
        const button = document.createElement("button");
        button.className = "btn main";
        button.textContent = "Sit here";
        button.onclick = () => tell({ command: { name: "sit", seat } });
        row.append(button);
      }
      return row;
    }),
  );
  place.hidden = true;
}
async function show(message) {
  if (message.pong) return;
  if (message.waiting) return choose(message);
  if (message.view) {
    seats.replaceChildren();
    place.hidden = false;
    Object.assign(traits, { view: message.view, chrome: message.chrome, bubble: {}, error: "" });
  } else Object.assign(traits, { bubble: message.bubble || {}, error: message.error || "" });
  traits.stamp += 1;
  if (!end && message.view) {
    const { default: table } = await import(main.dataset.script);
    end ??= table.render({ model, el: place });
  } else fire("change:stamp");
}
function connect() {
  const url = new URL(main.dataset.socket, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  socket = new WebSocket(url);
  heard = Date.now();
  socket.onopen = () => {
    tries = 0;
    line.textContent = "connected";
  };
  socket.onmessage = (event) => {
    heard = Date.now();
    show(JSON.parse(event.data));
  };
  socket.onclose = () => {
    line.textContent = "connecting";
    setTimeout(connect, WAITS[Math.min(tries++, WAITS.length - 1)]);
  };
}
/* a line that has died without saying so is closed, and comes back */
setInterval(() => {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (Date.now() - heard > 3 * BEAT) socket.close();
  else socket.send('{"ping":1}');
}, BEAT);
connect();
