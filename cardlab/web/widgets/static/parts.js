/**
 * Small parts every drawing uses: icons, escaped text, cards in sentences, pills, formulas. Data in, markup out.
 */
const ICONS = {
  undo: "M9 6L4 11l5 5M4.5 11H14a5 5 0 0 1 0 10h-2",
  prev: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M6 5v14",
  last: "M6 5l7 7-7 7M18 5v14",
  branch: "M6 4v16M6 12c6 0 11-1 11-7M14 7l3-3 3 3",
  deal: "M8 4h9a2 2 0 0 1 2 2v12M5 7h8a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2Z",
  seed: "M5 19c0-8 5-14 14-14 0 9-6 14-14 14Zm0 0c3-5 6-7 9-9",
  check: "M5 12.5l4.5 4.5L19 7.5",
  left: "M19 12H5M11 6l-6 6 6 6",
  right: "M5 12h14M13 6l6 6-6 6",
  due: "M20 12a8 8 0 1 1-2.5-5.800M20 3v4.5h-4.5M12 8v4.5l3 2",
  sound:
    "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM15.500 9a4 4 0 0 1 0 6M18 6.500a7.500 7.500 0 0 1 0 11",
  mute: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM16 9.500l5 5M21 9.500l-5 5",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5",
  copy: "M9 8h10v12H9zM5 16V4h10",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  down: "M5 9l7 7 7-7",
  up: "M5 15l7-7 7 7",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.6.5.9 1.100 1 1.900h5c.1-.8.4-1.400 1-1.900A6 6 0 0 0 12 3Z",
  x: "M6 6l12 12M18 6L6 18",
  print: "M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7Z",
  moon: "M20 14A8.5 8.500 0 1 1 10 4a7 7 0 0 0 10 10Z",
  no: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18ZM5.7 5.700l12.6 12.6",
};
const icon = (name) =>
  `<svg class="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${ICONS[name]}"/></svg>`;

/** Text for HTML, attributes included. Everything that comes from the view goes through here. */
const esc = (text) => String(text ?? "").replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** A sentence with its cards as chips and its suits as signs; a full stop stays with its chip. */
function say(text, chips = true) {
  let html = esc(text);
  // in an auction "3♠" is a bid, not a card
  if (chips)
    html = html.replace(/(10|[2-9AKQJ])([♠♥♦♣])([.,;:!?]?)/g, (_, rank, sign, stop) => {
      const piece = chip((rank === "10" ? "T" : rank) + SUIT_OF_SIGN[sign]);
      return stop ? `<span class="keep">${piece}${stop}</span>` : piece;
    });
  return html.replace(/[♠♥♦♣]/g, (sign) => suitSign(SUIT_OF_SIGN[sign]));
}
/** The same sentence for the ear: "queen of hearts" for "Q♥". */
const spoken = (text) =>
  String(text ?? "")
    .replace(CARD_SIGN, (_, rank, sign) =>
      cardName((rank === "10" ? "T" : rank) + SUIT_OF_SIGN[sign]),
    )
    .replace(/([♠♥♦♣])/g, (sign) => " " + ART.suits[SUIT_OF_SIGN[sign]])
    .replace(/ {2,}/g, " ");
/** For the ear, in an auction. */
const spokenBid = (text) =>
  String(text ?? "")
    .replace(/([♠♥♦♣])/g, (sign) => " " + ART.suits[SUIT_OF_SIGN[sign]])
    .replace(/NT/g, " no trumps");

/** § and the name of a rule; a link where the page knows the lesson. */
function ruleChip(title, id, links = {}) {
  if (!title) return "";
  const inner = `<span aria-hidden="true">§</span>${esc(title)}`,
    href = links?.[id];
  return href
    ? `<a class="rule" href="${esc(href)}">${inner}</a>`
    : `<span class="rule">${inner}</span>`;
}
/** Which side, in words and with its fill. */
const sidePill = (team, name = "") =>
  team
    ? `<span class="side side-${team === "we" ? "we" : "they"}">${esc(team)}</span>`
    : name
      ? `<span class="side">${esc(name)}</span>`
      : "";
/** +3, −1, 0 with a real minus. */
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${Math.abs(n)}` : "0");
const number = (n) => (typeof n === "number" && n < 0 ? `−${Math.abs(n)}` : String(n));

const MATH_TAGS = new Set(
  "math mrow mi mn mo mtext mspace mfrac msup msub msubsup munder mover munderover msqrt mroot mtable mtr mtd mstyle mpadded mphantom mfenced mmultiscripts semantics".split(
    " ",
  ),
);
const MATH_ATTRS = new Set(
  "display stretchy width height depth mathvariant columnalign columnspacing rowspacing linethickness form lspace rspace separator fence symmetric largeop movablelimits accent scriptlevel displaystyle class xmlns".split(
    " ",
  ),
);
const mathKept = new Map();
/** A formula from the view: MathML and nothing else gets through, anything else is shown as its text. */
function mathml(source, fallback = "") {
  if (!source) return fallback ? `<span class="num">${say(fallback)}</span>` : "";
  if (!mathKept.has(source)) {
    const box = document.createElement("template");
    box.innerHTML = source;
    const bad = [...box.content.querySelectorAll("*")].some(
      (e) => !MATH_TAGS.has(e.localName) || [...e.attributes].some((a) => !MATH_ATTRS.has(a.name)),
    );
    // brackets and the like keep close when a long formula is broken into lines
    box.content.querySelectorAll("mo").forEach((mo) => {
      if (!/^[+−=≠<≤>≥·÷]$/.test(mo.textContent))
        mo.classList.add(mo.textContent.trim() === "," ? "comma" : "tight");
    });
    mathKept.set(source, bad ? esc(box.content.textContent) : box.innerHTML);
  }
  return mathKept.get(source);
}

/**
 * Puts a text on the clipboard and says so; where the browser refuses, the text stands there to be copied by hand.
 * `status` speaks, `root` gets the box; the button with `key` gets the keyboard back.
 */
async function copyOut(root, status, { text, done, key }) {
  root.querySelector(".copybox")?.remove();
  const box = document.createElement("div"),
    back = () => {
      box.remove();
      [...root.querySelectorAll("[data-key]")].find((e) => e.dataset.key === key)?.focus();
    };
  box.className = "copybox panel";
  try {
    await navigator.clipboard.writeText(text);
    box.innerHTML = `<p>${esc(done)}</p>`;
    status.textContent = done;
    setTimeout(() => box.remove(), 4000);
    root.append(box);
  } catch {
    const said = "The browser did not allow copying. Copy this yourself:";
    box.innerHTML = `<label>${said}<textarea readonly rows="${Math.min(6, text.split("\n").length + 1)}">${esc(text)}</textarea></label><button type="button" class="btn">Close</button>`;
    root.append(box);
    box.querySelector("button").onclick = back;
    box.onkeydown = (event) => {
      if (event.key === "Escape") back();
    };
    box.querySelector("textarea").select();
    box.querySelector("textarea").focus();
  }
}
