/**
 * Cards as SVG strings, drawn from ART (art.json, put in front of this file by cardlab/web/widgets/assets.py).
 * Knows codes ("QH", "TS", "JK", "??" for a back) and how a card looks; knows no rule and no game.
 * A card carries two faces, and the width it really gets picks one (parts.css).
 */
const PAINT = {
  k: "var(--k)",
  tint: "color-mix(in srgb, var(--k) 22%, var(--card-paper))",
  wash: "color-mix(in srgb, var(--k) 7%, var(--card-paper))",
  line: "color-mix(in srgb, var(--k) 45%, var(--card-paper))",
  paper: "var(--card-paper)",
  edge: "var(--card-edge)",
  hatch: "var(--card-hatch)",
  dim: "var(--card-dim)",
  back1: "var(--back-1)",
  back2: "var(--back-2)",
};
const BACK = "??";
const CARD_SIGN = /(10|[2-9AKQJ])([♠♥♦♣])/g;
const SUIT_OF_SIGN = Object.fromEntries(
  Object.entries(ART.signs).map(([code, sign]) => [sign, code]),
);

/** The printed cards of the view that is being drawn: usual (french) ones, or one of ART.decks. */
let deck = "french";
const printWith = (name) => (deck = name in ART.decks ? name : "french");
const printed = () => ART.decks[deck] || { glyphs: ART.glyphs, index: {} };

/** A piece of art with its placeholders painted. */
const painted = (piece, id = "") =>
  piece.replace(/\{(\w+)\}/g, (whole, name) => (name === "id" ? id : (PAINT[name] ?? whole)));
const glyph = (suit, x, y, k, turned) =>
  `<path d="${printed().glyphs[suit]}" transform="translate(${x} ${y}) scale(${k}${turned ? ` -${k}` : ""})"/>`;
const bigRank = (rank) => (rank === "T" ? "10" : rank);
const isCard = (code) => typeof code === "string" && /^[A2-9TJQK][SHDC]$/.test(code);

/** The jokers: what they are called, and the suit whose ink they have. */
const JOKERS = {
  JK: { name: "joker", suit: "" },
  RJ: { name: "red joker", suit: "s-h" },
  BJ: { name: "black joker", suit: "s-s" },
};
/** The picture of a joker; where there are two kinds, in its colour and with its letters. */
function joker(code) {
  const ink = { RJ: "var(--print-h)", BJ: "var(--print-s)" }[code];
  return ink ? ART.joker.replaceAll(ART.joker_ink, ink).replace(">JK<", `>${code}<`) : ART.joker;
}

/** The card in words: "queen of hearts". */
function cardName(code) {
  if (JOKERS[code]) return JOKERS[code].name;
  return isCard(code)
    ? `${ART.ranks[code[0]] || code[0]} of ${ART.suits[code[1]]}`
    : "a card face down";
}
/** "Q♥" for "QH". */
const cardSign = (code) =>
  isCard(code)
    ? bigRank(code[0]) + ART.signs[code[1]]
    : JOKERS[code]
      ? JOKERS[code].name
      : "a card face down";

/** Rank and suit for a corner. */
function corner(rank, suit, size) {
  const at = ART.index[size],
    fit = rank === "T" ? ` textLength="${at.ten}" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text x="${at.x}" y="${at.y}" font-size="${at.size}" text-anchor="middle"${fit}>${printed().index[rank] || bigRank(rank)}</text>${glyph(suit, at.x, at.glyph_y, at.glyph)}`;
}
/** Pips, one big pip, or a court figure in two halves. */
function middle(rank, suit) {
  if (rank === "A") return glyph(suit, ...ART.ace);
  if (!ART.courts[rank])
    return ART.pips[rank].map(([x, y]) => glyph(suit, x, y, ART.pip_scale[rank], y > 71)).join("");
  const half = `<g stroke="{k}" stroke-width="0" stroke-linejoin="round" fill="none">${ART.courts[rank]}</g>`;
  return painted(`${ART.frame}${half}<g transform="rotate(180 50 70)">${half}</g>${ART.cut}`);
}
const drawn = new Map();
/** The two printed faces; `hatch` is the id of the pattern, or "". Strings are kept, because a table draws the same card often. */
function faces(code, hatch) {
  const key = deck + code + hatch;
  if (!drawn.has(key)) {
    const [rank, suit] = code,
      ground = (size) => (hatch ? `<path d="${ART.clear[size]}" fill="var(--card-dim)"/>` : "");
    const mid = corner(rank, suit, "big");
    const lines = hatch ? painted(ART.hatch.slice(ART.hatch.indexOf("</defs>") + 7), hatch) : "";
    drawn.set(
      key,
      `${lines}<g fill="var(--k)" font-weight="700"><g class="f-m">${ground("big")}${middle(rank, suit)}${mid}<g transform="rotate(180 50 70)">${mid}</g></g>` +
        `<g class="f-s">${ground("small")}${glyph(suit, ...ART.index.small.pip)}${corner(rank, suit, "small")}</g></g>`,
    );
  }
  return drawn.get(key);
}
/** Patterns and the back, once per widget: `id` keeps two widgets on a page apart. */
function cardDefs(id) {
  const pattern = ART.hatch.slice(0, ART.hatch.indexOf("</defs>") + 7);
  return (
    `<svg class="cl-defs" width="0" height="0" aria-hidden="true" focusable="false">${painted(pattern, id + "h")}` +
    `<symbol id="${id}b" viewBox="0 0 100 140">${painted(ART.edge + ART.back, id + "p")}</symbol></svg>`
  );
}
/** One card. Hidden from the accessibility tree: the element around it has the spoken label. */
function card(code, id, hatch = false) {
  const svg = (cls, inner, style = "") =>
    `<svg class="cardsvg ${cls}" viewBox="0 0 100 140" aria-hidden="true" focusable="false"${style}>${inner}</svg>`;
  if (JOKERS[code]) return svg("", painted(ART.edge) + joker(code));
  if (!isCard(code)) return svg("back", `<use href="#${id}b"/>`);
  return svg(
    "auto",
    painted(ART.edge) + faces(code, hatch ? id + "h" : ""),
    ` style="--k:var(--print-${code[1].toLowerCase()})"`,
  );
}
/** A card named in a sentence, a list or a ladder. */
function chip(code, cls = "") {
  if (JOKERS[code])
    return `<span class="chip ${JOKERS[code].suit} ${cls}">${code === "JK" ? "JK" : JOKERS[code].name}</span>`;
  if (!isCard(code)) return `<span class="chip ${cls}">▒</span>`;
  return `<span class="chip s-${code[1].toLowerCase()} ${cls}"><b aria-hidden="true">${bigRank(code[0])}</b><svg viewBox="-13 -13 26 26" aria-hidden="true"><path d="${ART.glyphs[code[1]]}"/></svg><span class="sr">${cardName(code)}</span></span>`;
}
/** A suit sign in running text. */
const suitSign = (suit) =>
  `<svg class="suit s-${suit.toLowerCase()}" viewBox="-13 -13 26 26" role="img" aria-label="${ART.suits[suit]}"><path d="${ART.glyphs[suit]}"/></svg>`;
