/**
 * The felt: seats, zones by their layout word, and a place to click for every choice. Where they lie, `view.layout` says.
 * Knows the shape of a view (seats, zones, choices); knows no rule and no game: what may be done comes with the choices.
 * `t` is the drawing's context: {view, chrome, bubble, mode, id, seen, hands}.
 */

const groupsOf = (zone) => (zone.groups?.length ? zone.groups : [{ faces: zone.faces || [] }]);
const facesOf = (zone) => groupsOf(zone).flatMap((g) => g.faces || []);
/** The faces one can see and tap: of a pile only the top. */
const shownFaces = (zone) =>
  zone.layout === "pile" ? (zone.faces || []).slice(-1) : facesOf(zone);

/** Where a zone lies, as Python has laid the table out (drawing/layout.py): "own", "seat", "apart", "hand" (an open hand, which is apart here), "pile", "middle", "trick". */
const lies = (zone, t) => t.view.layout.zones[zone.id];
/** Hands that are drawn as groups only: the id of the hand, and of the zone with its groups. */
const coveredHands = (view) => new Map(Object.entries(view.layout.covered));
/** Which zone shows the card that stands for a choice; null when none does. */
function homeOf(choice, view, covered) {
  const has = (z) => z.layout !== "trick" && shownFaces(z).some((f) => f.card === choice.card);
  const named = view.zones.find((z) => z.id === (covered.get(choice.from) || choice.from));
  if (named && has(named)) return named.id;
  const own = view.zones.find((z) => !covered.has(z.id) && z.owner === view.viewer && has(z));
  return own ? own.id : null;
}
const isPlain = (choice) => !(choice.cards || []).some((c) => c !== choice.card);

/**
 * Every choice gets one place: on a card's face, in the ladder, in a row of options, or as a button.
 * A card with one plain choice is that choice. A card that can take others only picks out its rows.
 */
function sortChoices(view, covered) {
  const out = { onFace: new Map(), pickers: new Map(), ladder: [], rows: [], buttons: [] },
    byFace = new Map();
  for (const choice of view.choices) {
    if (choice.at) {
      out.ladder.push(choice);
      continue;
    }
    const home = choice.card ? homeOf(choice, view, covered) : null;
    if (home) {
      const key = home + "|" + choice.card;
      byFace.set(key, [...(byFace.get(key) || []), choice]);
    } else if (choice.card || choice.cards?.length) out.rows.push(choice);
    else out.buttons.push(choice);
  }
  for (const [key, all] of byFace) {
    const plain = all.every(isPlain);
    if (plain || all.length === 1) {
      out.onFace.set(key, all[0]);
      out.rows.push(...all.slice(1));
    } else {
      out.pickers.set(key, all);
      out.rows.push(...all);
    }
  }
  return out;
}

/** How a choice is marked: Show says at once, Ask only after a try, Exam never. */
function marking(choice, t) {
  const tried = t.bubble && t.bubble.move === choice.move;
  // who is quicker makes it: it looks the same before and after, so that the cards are watched
  if (choice.raced) return { tried, refused: false, hatched: false, open: false };
  const off = (t.mode === "show" && !choice.legal) || choice.mark === "refused";
  return {
    tried,
    refused: t.mode === "show" && !choice.legal,
    hatched: off || (tried && t.mode !== "exam"),
    open: (t.mode === "show" && choice.legal) || choice.mark === "missed",
  };
}
/** The spoken label of a choice. */
function choiceLabel(choice, what, t) {
  const m = marking(choice, t),
    why = choice.reason || "",
    ear = t.auction ? spokenBid : spoken;
  const state = m.refused
    ? `, not allowed${why ? ": " + ear(why) : ""}`
    : m.tried
      ? ", tried"
      : m.open
        ? ", allowed"
        : "";
  return `${what}${state}${choice.pressed && !choice.mark ? ", chosen" : ""}${choice.mark ? ANSWER_WORDS[choice.mark] || "" : ""}`;
}
/** What an answer is worth, for the ear and for the eye; a choice that does not belong to an answer has no `mark`. */
const ANSWER_WORDS = {
  right: ", chosen, it stands",
  answer: ", the right answer",
  refused: ", chosen, it does not stand",
  missed: ", not chosen, it belongs to the answer",
  fine: "",
};
const answerSign = (choice) =>
  ({
    right: `<span class="yesmark">${icon("check")}</span>`,
    answer: `<span class="yesmark">${icon("check")}</span>`,
    refused: `<span class="nomark">${icon("no")}</span>`,
    missed: `<span class="tag plus missed">also</span>`,
  })[choice?.mark] || "";
const moveAttrs = (choice, t) =>
  `data-move="${esc(choice.move)}" data-key="m:${esc(choice.move)}" tabindex="-1"${marking(choice, t).refused ? ' aria-disabled="true"' : ""}${choice.pressed === undefined ? "" : ` aria-pressed="${choice.pressed}"`}`;
/** What is seen, hidden from the ear, and what is heard, hidden from the eye: a name of its own, with no aria-label to differ from it. */
const seenAndHeard = (seen, heard) =>
  `<span class="seen" aria-hidden="true">${seen}</span><span class="sr">${esc(heard)}</span>`;

/** One card in a zone: a button if a choice lies on it, else a picture with a name. */
function slot(face, zone, t, place = {}) {
  const key = `${zone.id}|${face.card}`,
    again = t.used.has(key),
    choice = face.card && !again ? t.sorted.onFace.get(key) : null;
  // at a table a second copy of a card looks like the first one, and a tap on it means the same
  const twin = t.answers && again ? t.sorted.onFace.get(key) : null;
  const picker = face.card && (t.answers || !again) ? t.sorted.pickers.get(key) : null;
  if (choice || picker) t.used.add(key);
  const marks = new Set(face.marks || []),
    m = choice || twin ? marking(choice || twin, t) : {};
  const tried =
    t.bubble?.card === face.card &&
    t.bubble?.from &&
    (t.covered.get(t.bubble.from) || t.bubble.from) === zone.id &&
    t.bubble;
  const gone = tried && tried.tried !== false && t.trick,
    anyOpen = picker && t.mode === "show" && picker.some((c) => c.legal),
    noneOpen = picker && t.mode === "show" && !anyOpen;
  const hatch = m.hatched || noneOpen || (tried && !gone && t.mode !== "exam");
  const cls = [
    "slot",
    (m.open || anyOpen) && !tried ? "up" : "",
    gone ? "gone" : "",
    place.cls || "",
  ]
    .filter(Boolean)
    .join(" ");
  const pic = [
    "pic",
    marks.has("winning") || marks.has("won") ? "won-ring" : "",
    marks.has("picked") || choice?.pressed || (picker && t.picked === face.card) ? "picked" : "",
    marks.has("turned") ? "turned" : "",
  ]
    .filter(Boolean)
    .join(" ");
  const name = cardName(face.card) + markWords(marks, face.tag);
  const under = marks.has("covering") ? `<span class="under">${card(BACK, t.id)}</span>` : "";
  const inside = `<span class="${pic}">${under}${gone ? "" : card(face.card, t.id, hatch)}${faceTags(face, marks)}${tried && !gone ? `<span class="nomark">${icon("no")}</span>` : ""}${answerSign(choice)}</span>`;
  const style = place.style ? ` style="${place.style}"` : "";
  const data = face.card ? ` data-card="${esc(face.card)}"` : "";
  if (choice)
    return `<button type="button" class="${cls}"${data} ${moveAttrs(choice, t)}${style}>${seenAndHeard(inside, choiceLabel(choice, withVerb(choice, name, t), t))}</button>`;
  if (picker)
    return `<button type="button" class="${cls}"${data} data-picks="${esc(face.card)}" data-key="p:${esc(key)}" tabindex="-1"${style}>${seenAndHeard(inside, `${name}, ${picker.length} ways`)}</button>`;
  if (twin)
    return `<button type="button" class="${cls}"${data} data-also="${esc(twin.move)}" data-key="c:${esc(key)}" tabindex="-1"${m.refused ? ' aria-disabled="true"' : ""}${style}>${seenAndHeard(inside, choiceLabel(twin, withVerb(twin, name, t), t))}</button>`;
  // in the table every card of a hand in sight answers; no choice lies on it, so it says why
  if (t.answers && face.card && zone.layout === "fan")
    return `<button type="button" class="${cls} still"${data} data-key="c:${esc(key)}" tabindex="-1" aria-disabled="true"${style}>${seenAndHeard(inside, name)}</button>`;
  return `<span class="${cls}"${data} role="img" aria-label="${esc(name)}"${style}>${inside}</span>`;
}
/** The verb is spoken only where there is more than one. */
const withVerb = (choice, name, t) =>
  t.verbs > 1 && choice.verb_title ? `${choice.verb_title}: ${name}` : name;
const MARK_WORDS = {
  stake: "stake",
  winning: "winning so far",
  won: "won",
  fresh: "new",
  drawn: "just drawn",
  turned: "turned up",
  picked: "picked",
  dead: "out of the game",
  down: "lies face down",
  covering: "lies on a card face down",
};
const markWords = (marks, tag) =>
  [...marks].map((m) => `, ${MARK_WORDS[m] || m}`).join("") +
  (tag && !marks.has("down") ? `, ${spoken(tag)}` : "");
function faceTags(face, marks) {
  const order = face.order != null ? `<span class="ord">${esc(face.order)}</span>` : "";
  const win = marks.has("winning")
    ? `<span class="tag win">winning</span>`
    : marks.has("won") && !face.tag
      ? `<span class="tag win">won</span>`
      : "";
  if (marks.has("down"))
    return `${order}<span class="tag plus">${chip(face.card)} ${say(face.tag, false)}</span>`;
  if (marks.has("stake")) return `${order}${win}<span class="tag stake">${coin(face.tag)}</span>`;
  return order + (win || (face.tag ? `<span class="tag plus">${say(face.tag, false)}</span>` : ""));
}
/** Turn and drop of the cards of a fan: in a long hand the outermost hang no lower than in one of thirteen. */
const WIDEST_ARC = 13;
function arcs(n, turn, arc) {
  const mid = (n - 1) / 2,
    flat = Math.min(1, (WIDEST_ARC - 1) / Math.max(1, n - 1)),
    each = +(turn * flat).toFixed(2);
  return (i) =>
    `--k:${(i - mid).toFixed(1)};--turn:${each}deg;--drop:${((i - mid) ** 2 * arc * flat ** 2).toFixed(1)}`;
}
/** A hand: cards that overlap. One tab stop, arrows move inside. */
function fan(zone, t, size = "") {
  const faces = zone.faces || [],
    n = faces.length;
  const turn = size ? 0 : n > 9 ? 1.1 : 2.4,
    arc = size ? 0 : n > 9 ? 0.35 : 1.1,
    at = arcs(n, turn, arc);
  if (!n)
    return zone.open
      ? `<div class="fan none" data-zone="${esc(zone.id)}" role="group" aria-label="${esc(zone.title)}, empty"></div>`
      : backs(zone, t);
  return `<div class="fan ${size} ${n > 9 ? "many" : ""} ${n > 6 ? "bent" : ""}" data-zone="${esc(zone.id)}" data-rove role="group" aria-label="${esc(zone.title || "hand")}" style="--n:${n};--gaps:${Math.max(1, n - 1)}">${faces.map((f, i) => slot(f, zone, t, { style: at(i) })).join("")}</div>`;
}
/** A closed hand: backs, at most ten of them; the seat says how many there are. */
function backs(zone, t) {
  const n = lies(zone, t).backs;
  return n
    ? `<div class="backs" data-zone="${esc(zone.id)}" aria-hidden="true">${card(BACK, t.id).repeat(n)}</div>`
    : "";
}
const coin = (n) =>
  n == null ? "" : `<span class="coin" role="img" aria-label="stake ${esc(n)}">${esc(n)}</span>`;
const pot = (zone) =>
  `<div class="pot" data-zone="${esc(zone.id)}">${coin(zone.stake)}<span>${esc(zone.title)}</span></div>`;
/** Cards in a row, or in groups with a brace under each. */
function row(zone, t, size = "") {
  const note =
    zone.note || zone.stake != null
      ? `<p class="note">${coin(zone.stake)}<span>${say(zone.note || "")}</span></p>`
      : "";
  if (lies(zone, t).pot) return pot(zone);
  if (zone.groups?.length) {
    return `<div class="melds ${size}" data-zone="${esc(zone.id)}" role="group" aria-label="${esc(zone.title)}" data-rove>${zone.groups.map((g) => meld(g, zone, t)).join("")}${note}</div>`;
  }
  const faces = zone.faces || [],
    wide = faces.length > 8 ? "dense" : "";
  const cards = faces.length
    ? faces.map((f) => slot(f, zone, t)).join("")
    : `<span class="slot empty"><span class="pic"></span></span>`;
  const title =
    (zone.owner == null || zone.owner === t.view.viewer) && zone.title
      ? `<p class="ztitle">${esc(zone.title)}</p>`
      : "";
  return `<div class="rowzone ${size}" data-zone="${esc(zone.id)}">${title}<div class="row ${wide}" role="group" aria-label="${esc(zone.title || zone.kind)}" data-rove>${cards}</div>${note}</div>`;
}
/** A group of cards that belong together: a solid brace for a meld, a dashed one for what is loose. */
function meld(group, zone, t) {
  const faces = group.faces || [];
  return `<div class="meld ${group.kind === "meld" ? "" : "loose"} ${group.kind === "drawn" ? "drawn" : ""}"><div class="row tight">${faces.map((f) => slot(f, zone, t)).join("")}</div><div class="brace"></div><p>${say(group.title || "")}</p></div>`;
}
/** The top card over two edges, with title and count. A choice that names the pile and no card can be tapped here too. */
function pile(zone, t, size = "") {
  const faces = zone.faces || [],
    top = faces[faces.length - 1],
    count = zone.count ?? faces.length;
  const also = t.sorted.buttons.find((c) => c.from === zone.id),
    many = count > 1 ? "many" : "";
  const face = top || { card: null };
  const body =
    count || top
      ? `<div class="stack ${many}">${slot(top && zone.open !== false ? top : { ...face, card: zone.open === false ? null : face.card }, zone, t)}</div>`
      : `<div class="stack"><span class="slot empty" role="img" aria-label="${esc(zone.title)}, empty"></span></div>`;
  const caption = `<figcaption>${esc(zone.title || "")}${count ? ` · <span class="num">${count}</span>` : ""}${zone.note ? `<br>${say(zone.note)}` : ""}</figcaption>`;
  return `<figure class="pile ${size}" data-zone="${esc(zone.id)}"${also ? ` data-also="${esc(also.move)}"` : ""}>${body}${coin(zone.stake)}${caption}</figure>`;
}
/** A place for each group, always the same: its cards one under the other, or a dashed place with its title. */
function heaps(zone, t) {
  const cells = zone.groups.map((g) => {
    const n = g.faces?.length || 0;
    return n
      ? `<div class="heap" role="group" aria-label="${esc(`${g.title}, ${n} ${n === 1 ? "card" : "cards"}`)}">${g.faces.map((f) => slot(f, zone, t)).join("")}</div>`
      : `<span class="slot empty" role="img" aria-label="${esc(g.title)}, none"><span class="pic">${esc(g.title)}</span></span>`;
  });
  return `<div class="rowzone wide" data-zone="${esc(zone.id)}">${zone.title ? `<p class="ztitle">${esc(zone.title)}</p>` : ""}<div class="heaps" style="--cols:${cells.length}" role="group" aria-label="${esc(zone.title)}" data-rove data-cols="${cells.length}">${cells.join("")}</div></div>`;
}
/** Cards or empty places in a board. */
function grid(zone, t) {
  if (zone.groups?.length) return heaps(zone, t);
  const columns = lies(zone, t).columns;
  return `<div class="rowzone" data-zone="${esc(zone.id)}">${zone.title ? `<p class="ztitle">${esc(zone.title)}</p>` : ""}<div class="gridzone" style="--cols:${columns}" role="group" aria-label="${esc(zone.title || zone.kind)}" data-rove data-cols="${columns}">${(zone.faces || []).map((f) => slot(f, zone, t)).join("")}</div>${zone.note ? `<p class="note">${say(zone.note)}</p>` : ""}</div>`;
}
const LAYOUTS = { fan, row, pile, grid };
const drawZone = (zone, t, size) => (LAYOUTS[zone.layout] || row)(zone, t, size);

/** The trick, each card in its player's place, with order and the gold ring; also the card just tried. */
function trick(zone, t) {
  const n = t.view.seats.length,
    small = n <= 4,
    where = t.where,
    grid = t.view.layout.trick;
  const played = (number) => (zone.faces || []).filter((f) => f.seat === number);
  const tried =
    t.bubble?.card && t.bubble.from && t.bubble.tried !== false
      ? (t.view.zones.find((z) => z.id === t.bubble.from)?.owner ?? t.view.viewer)
      : null;
  const oneCard = (seat, face, first, cls, style) => {
    const p = where[seat.index],
      marks = new Set(face.marks || []),
      key = `${t.view.deal}:${zone.title}:${face.card}`,
      fresh = t.seen.has(key) ? "" : ` fly-${p.side}`;
    t.now.add(key);
    const label = `${seat.you ? "you" : seat.name}: ${cardName(face.card)}${face.order === 1 ? ", led" : ""}${markWords(marks, face.tag)}`;
    const choice = t.sorted.onFace.get(`${zone.id}|${face.card}`),
      look = `lie ${cls}${fresh} ${marks.has("winning") || marks.has("won") ? "won-ring" : ""} ${choice?.pressed ? "picked" : ""}`,
      tags = first ? faceTags(face, marks) : "",
      body = `${card(marks.has("down") ? BACK : face.card, t.id, choice?.mark === "refused")}${tags}${answerSign(choice)}`;
    // a question may be answered by a card of the trick
    if (choice)
      return `<button type="button" class="${look}"${style} data-card="${esc(face.card)}" ${moveAttrs(choice, t)}>${seenAndHeard(body, choiceLabel(choice, label, t))}</button>`;
    return `<span class="${look}"${style} data-card="${esc(face.card)}" role="img" aria-label="${esc(label)}">${body}</span>`;
  };
  const cells = t.view.seats.map((seat) => {
    const p = where[seat.index],
      faces = played(seat.index),
      style = small ? "" : ` style="${gridPlace(grid[seat.index])}"`,
      cls = small ? `p-${p.side}` : "";
    if (tried === seat.index && !faces.length)
      return `<span class="lie tried ${cls}"${style} role="img" aria-label="${esc(cardName(t.bubble.card))}, tried">${card(t.bubble.card, t.id, true)}<span class="nomark">${icon("no")}</span></span>`;
    if (!faces.length)
      return seat.turn && t.view.mine && zone.faces && !t.finished
        ? `<span class="lie place ${cls}"${style}></span>`
        : "";
    if (faces.length === 1) return oneCard(seat, faces[0], true, cls, style);
    // several cards of one seat lie over each other, the first one with the signs
    const cards = faces.map((face, i) => oneCard(seat, face, i === 0, "", "")).join("");
    return `<span class="several ${cls}"${style}>${cards}</span>`;
  });
  const shape = small ? (n === 3 ? "no-n" : n === 2 ? "two" : "") : "ringed";
  return `<div class="trick ${shape} ${n > 6 ? "crowd" : ""}" data-zone="${esc(zone.id)}" data-rove role="group" aria-label="${esc(zone.title || "trick")}"${t.holding ? ` tabindex="0"` : ""}>${cells.join("")}</div>`;
}
/** What ends the hold, where no time does. */
const goesOn = (t) => (t.holding && t.chrome.waits ? "Tap the table to go on." : "");
/** Who takes a finished trick, and why; which of its cards count. */
const trickWords = (t) =>
  `<div class="bubble whose" data-trick-won="${t.finished.winner}"><p><b>${say(t.finished.text)}</b></p>${[
    t.finished.more,
    goesOn(t),
  ]
    .filter(Boolean)
    .map((words) => `<p>${say(words)}</p>`)
    .join("")}</div>`;
/** Five seats and more: a place in a ring. */
const gridPlace = ([row, column, across]) =>
  `grid-row:${row};grid-column:${column} / span ${across}`;

/** Name, side, dealer, notes and count of a seat. */
function seatPlate(seat, t) {
  const sub = [
    ...(seat.relation === "partner" && t.view.seats.length > 2 ? ["partner"] : []),
    ...(seat.notes || []),
  ];
  if (seat.cards) sub.push(`${seat.cards} ${seat.cards === 1 ? "card" : "cards"}`);
  if (!seat.team && t.view.seats.some((s) => s.score))
    sub.push(`${number(seat.score)} ${Math.abs(seat.score) === 1 ? "point" : "points"}`);
  const wins = t.finished?.winner === seat.index,
    turn = seat.turn && !t.finished;
  if (wins) sub.push("takes the trick");
  const name = seat.you
    ? seat.name && seat.name !== "You"
      ? `You, ${seat.name}`
      : "You"
    : seat.name;
  const inside = `<span class="who">${turn ? `<span class="caret" aria-hidden="true"></span>` : ""}<b>${esc(name)}</b>${turn ? `<span class="sr">to play</span>` : ""}${sidePill(seat.team)}${seat.dealer ? `<span class="dealer" role="img" aria-label="dealer">D</span>` : ""}${lastBid(seat, t)}${tookSign(seat, t)}</span><span class="sub">${say(sub.join(" · "))}</span>`,
    choice = t.seatChoices?.get(seat.index);
  // a question may be answered by a seat
  if (choice)
    return `<button type="button" class="seat ${turn ? "turn" : ""} ${choice.mark === "refused" ? "no" : ""}" data-seat="${seat.index}" ${moveAttrs(choice, t)}>${seenAndHeard(`${inside}${answerSign(choice)}`, choiceLabel(choice, `${name}${seat.dealer ? ", dealer" : ""}${sub.length ? `, ${spoken(sub.join(", "))}` : ""}`, t))}</button>`;
  return `<div class="seat ${turn ? "turn" : ""} ${wins ? "takes" : ""}" data-seat="${seat.index}">${inside}</div>`;
}
/** What the seat has bid, while the contract is played; the bid that became the contract has the ring. */
function lastBid(seat, t) {
  const call = t.answers && t.view.layout.bids?.[seat.index];
  return call
    ? `<span class="bid ${call.standing ? "std" : ""}"><span class="sr">${call.standing ? "has the contract with" : "bid"} </span>${say(call.text, false)}</span>`
    : "";
}
/** The tricks that lie at a seat, as Python has counted them: a small back and how many. */
function tookSign(seat, t) {
  if (!t.answers) return ""; // in a lesson the count may be what is asked
  const n = (t.view.layout.took?.[seat.index] ?? 0) - (t.finished?.winner === seat.index ? 1 : 0);
  return n > 0
    ? `<span class="took" role="img" aria-label="${n} ${n === 1 ? "trick" : "tricks"}">${card(BACK, t.id)}<b aria-hidden="true">${n}</b></span>`
    : "";
}
/** A seat with all that lies before it, long open hands apart. */
function seatArea(seat, t, p) {
  const mine = t.view.zones.filter(
    (z) => z.owner === seat.index && lies(z, t).place === "seat" && !t.covered.has(z.id),
  );
  const things = mine
    .map((z) =>
      z.layout === "fan" && !z.open
        ? backs(z, t)
        : z.layout === "fan" && !z.faces?.length
          ? ""
          : drawZone(z, t, "small"),
    )
    .join("");
  return `<div class="at" style="--at:${p.at}">${seatPlate(seat, t)}${t.answers ? lastCall(seat, t) : ""}${things ? `<div class="things">${things}</div>` : ""}</div>`;
}
/** Trump and contract, in the corner of the felt. */
function corners(view, t) {
  const trump = view.trump,
    contract = view.contract;
  if (!trump && !contract) return "";
  const shown = trump?.card ? `<span class="lie">${card(trump.card, t.id)}</span>` : "";
  const parts = [
    trump
      ? `<b>${say(trump.label, false)}</b>${trump.note ? `<br><span class="soft">${say(trump.note)}</span>` : ""}`
      : "",
    contract
      ? `<b>${say(upper(contract.text), false)}</b>${contract.by ? ` <span class="soft">by ${esc(contract.by)}</span>` : ""}${contract.note ? `<br><span class="soft">${say(contract.note, false)}</span>` : ""}`
      : "",
  ];
  const long =
    [trump?.label, trump?.note, contract?.text, contract?.by, contract?.note].join(" ").length > 44;
  return `<div class="mark-trump ${long ? "long" : ""}">${shown}<p>${parts.filter(Boolean).join("<br>")}</p></div>`;
}
/** The rule speaks: what it says, what can be played, its name. */
function bubble(t, cls = "") {
  const b = t.bubble;
  if (!b) return "";
  const tried =
    b.card && !t.auction && !b.named
      ? chip(b.card) + " "
      : b.label
        ? `${say(b.label, !t.auction)}: `
        : "";
  if (b.html) return `<div class="bubble ${cls}">${b.html}</div>`;
  return `<div class="bubble ${cls}"><p data-reason="${esc(b.text)}"><b>${tried}${say(b.text, !t.auction)}</b></p>${b.do ? `<p class="do">${say(b.do, !t.auction)}</p>` : ""}${b.chip ?? ruleChip(b.rule_title, b.rule, t.chrome.links)}</div>`;
}

/** What the others have done since the viewer's last move, where the table itself does not show it as a trick does. */
function since(t) {
  const told = t.view.since || [];
  if (!told.length || t.trick || t.auction) return "";
  const [last, ...before] = told.toReversed();
  return `<p class="since">${before
    .toReversed()
    .map((line) => say(line))
    .join(" ")} <b>${say(last)}</b></p>`;
}
/** The cards of a choice; of equal cards that are played together each. */
const cardsOf = (choice) => [choice.card, ...(choice.cards || [])].filter(Boolean);
const chipsOf = (choice) =>
  cardsOf(choice)
    .map((card) => chip(card))
    .join("");
/** What a choice in a row says: its cards, or its label. */
function optionBody(choice) {
  const cards = cardsOf(choice);
  const bare = cards.length === 1 && choice.label === `${choice.verb_title} ${cardSign(cards[0])}`;
  return bare || cards.length > 1 || (cards.length && !choice.label)
    ? chipsOf(choice)
    : say(choice.label || choice.move);
}
const optionWords = (choice) =>
  spoken(
    `${choice.verb_title || ""} ${cardsOf(choice).map(cardSign).join(", ") || choice.label}`.trim(),
  );
function tickMark(choice, t) {
  return marking(choice, t).tried
    ? `<span class="nomark">${icon("no")}</span>`
    : answerSign(choice);
}
const MANY_ROWS = 6;
/** Rows for choices that take cards; a row of chips where a choice is one card; buttons for the rest. */
function options(t) {
  const { rows, buttons } = t.sorted,
    chips = rows.filter(isPlain),
    takes = rows.filter((c) => !isPlain(c) || t.pickerMoves.has(c.move));
  const plain = chips.filter((c) => !t.pickerMoves.has(c.move)),
    html = [];
  for (const [verb, list] of groupBy(plain, (c) => c.verb_title || c.verb || "")) {
    html.push(
      `<div class="chiprow" role="group" aria-label="${esc(verb)}" data-rove><span class="verb">${esc(verb)}</span>${list.map((c) => `<button type="button" class="call ${marking(c, t).hatched ? "no" : ""}" ${moveAttrs(c, t)}>${seenAndHeard(`${chipsOf(c) || say(c.label)}${c.worth ? `<small>${say(c.worth)}</small>` : ""}${tickMark(c, t)}`, choiceLabel(c, optionWords(c), t))}</button>`).join("")}</div>`,
    );
  }
  // many rows scroll, and a button below them would be out of sight
  const ways = takes.length ? waysToPlay(takes, t) : "";
  if (takes.length <= MANY_ROWS) html.push(ways);
  // what stands under a heading of its own is said shortly, and says too little without it
  const headed = buttons.length > 6 || buttons.some((c) => c.kind);
  for (const [verb, list] of groupBy(buttons, (c) =>
    headed ? c.verb_title || c.verb || "" : "",
  )) {
    const many = list.length > 6 || list.some((c) => c.kind);
    html.push(
      `<div class="acts ${list.some((c) => c.label?.length > 6) ? "long" : ""}" role="group" aria-label="${esc(verb || "actions")}" data-rove>${verb && many ? `<span class="verb">${esc(verb)}</span>` : ""}${list.map((c) => actButton(c, t, buttons.length === 1, many)).join("")}</div>`,
    );
  }
  if (takes.length > MANY_ROWS) html.push(ways);
  html.push(toldCalls(buttons, t));
  return html.some(Boolean) ? `<div class="options">${html.join("")}</div>` : "";
}
/** A row for each choice that takes cards. Many of one kind lie side by side under their verb, what is legal first where that is shown. */
function waysToPlay(takes, t) {
  const verb = takes[0].verb_title || takes[0].verb || "",
    packed =
      takes.length > MANY_ROWS &&
      takes.every((c) => (c.verb_title || c.verb || "") === verb && c.worth == null);
  const list = packed && t.mode === "show" ? takes.toSorted((a, b) => b.legal - a.legal) : takes;
  const shape = packed ? "packed" : takes.length > 4 ? "two" : "";
  return `<div class="opts ${shape}" role="group" aria-label="ways to play" data-rove>${packed ? `<span class="verb">${esc(verb)}</span>` : ""}${list.map((c) => optionRow(c, t, packed)).join("")}</div>`;
}
function optionRow(choice, t, packed = false) {
  const m = marking(choice, t),
    on = t.picked && t.picked === choice.card,
    verb = packed ? "" : `<span class="vb">${esc(choice.verb_title || choice.verb || "")}</span>`;
  return `<button type="button" class="opt ${m.hatched ? "no" : ""} ${on ? "on" : ""}" data-for="${esc(choice.card || "")}" ${moveAttrs(choice, t)}>${seenAndHeard(`${verb}<span class="cs">${optionBody(choice)}</span><b class="pt num">${choice.worth == null ? "" : say(choice.worth)}</b>${tickMark(choice, t)}`, choiceLabel(choice, optionWords(choice) + (choice.worth ? `, ${spoken(choice.worth)}` : ""), t))}</button>`;
}
const upper = (text) => String(text).charAt(0).toUpperCase() + String(text).slice(1);
function actButton(choice, t, only, many) {
  const m = marking(choice, t),
    text = upper(choice.label || choice.verb_title || choice.move);
  return `<button type="button" class="btn ${m.hatched ? "no" : ""} ${only && !m.hatched ? "main" : ""} ${many ? "few" : ""}" ${moveAttrs(choice, t)}>${seenAndHeard(`<span>${say(text)}</span>${choice.worth ? `<small>${say(choice.worth)}</small>` : ""}${tickMark(choice, t)}`, choiceLabel(choice, spoken(text), t) + heardCall(choice, t))}</button>`;
}
function groupBy(list, key) {
  const out = new Map();
  for (const item of list) out.set(key(item), [...(out.get(key(item)) || []), item]);
  return out;
}

/** The ladder of calls: rows from low at the bottom to high on top; calls outside it below. */
function ladder(t) {
  const { view, sorted } = t,
    at = new Map(sorted.ladder.map((c) => [c.at.join(), c])),
    spec = view.grid || {};
  const rows = spec.rows?.length || 1 + Math.max(-1, ...sorted.ladder.map((c) => c.at[0])),
    columns = spec.columns?.length || 1 + Math.max(-1, ...sorted.ladder.map((c) => c.at[1]));
  const heads = spec.columns?.some((c) => c.length > 2)
    ? `<span></span>${spec.columns.map((c, i) => `<span class="hd" style="--r:-1;--c:${i}">${say(c, false)}</span>`).join("")}`
    : "";
  const standing = plainCall(view.calls?.standing?.text);
  let cells = "";
  for (let r = rows - 1; r >= 0; r--) {
    cells += `<span class="lv" style="--r:${r};--c:-1">${say(spec.rows?.[r] ?? r + 1, false)}</span>`;
    for (let c = 0; c < columns; c++)
      cells += callCell(
        at.get(`${r},${c}`),
        `${spec.rows?.[r] ?? ""}${spec.columns?.[c]?.length <= 2 ? spec.columns[c] : ""}`,
        standing,
        t,
        `--r:${r};--c:${c}`,
      );
  }
  const others = sorted.buttons.map((c) => callCell(c, "", standing, t)).join("");
  return `<div class="ladderbox ${columns > 7 ? "wide" : ""}" role="group" aria-label="calls" data-rove data-cols="${columns}"><div class="callgrid" style="--cols:${columns};--rows:${rows}">${heads}${cells}</div>${others ? `<div class="others">${others}</div>` : ""}</div>`;
}
const plainCall = (text) =>
  String(text ?? "")
    .replace(/\s/g, "")
    .toLowerCase();
function callCell(choice, blank, standing, t, place = "") {
  const style = place ? ` style="${place}"` : "";
  if (!choice)
    return `<span class="call none"${t.answers && blank ? ` data-call="${esc(blank)}"` : ""} aria-hidden="true"${style}>${say(blank, false)}</span>`;
  const m = marking(choice, t),
    last = standing && plainCall(choice.label) === standing;
  return `<button type="button" class="call ${m.hatched ? "no" : ""} ${last ? "last" : ""}" ${moveAttrs(choice, t)}${style}>${seenAndHeard(`${say(choice.label, false)}${choice.worth ? `<span class="eq">${say(choice.worth, false)}</span>` : ""}${tickMark(choice, t)}`, choiceLabel(choice, spokenBid(choice.label) + (last ? ", the standing bid" : ""), t))}</button>`;
}
/** The calls so far, a column for each seat. */
function callsTable(view, t, own = true) {
  const calls = view.calls;
  if (!calls) return "";
  const rows = calls.rows.map((r) => calls.seats.map((_, i) => r[i] ?? null)),
    turn = view.seats.find((s) => s.turn)?.index;
  let last = -1;
  rows.flat().forEach((cell, i) => {
    if (cell) last = i;
  });
  const now = own && turn != null ? nextCell(calls.seats, last, turn) : -1;
  while (rows.length * calls.seats.length <= now) rows.push(calls.seats.map(() => null));
  const head = calls.seats
    .map((i) => {
      const s = view.seats[i];
      return `<th scope="col"${own ? ` data-seat="${i}"` : ""}><b>${s.you ? "You" : esc(s.name)}</b>${s.team ? `<br>${esc(s.team)}` : ""}${s.dealer ? `<span class="dealer" role="img" aria-label="dealer">D</span>` : ""}</th>`;
    })
    .join("");
  const body = rows
    .map(
      (r, y) =>
        `<tr>${r
          .map((cell, x) => {
            const i = y * calls.seats.length + x;
            if (!cell)
              return i === now
                ? `<td class="me">${view.seats[turn].you ? "your call" : "to call"}</td>`
                : `<td></td>`;
            const quiet = /^(pass|passes|passed)$/i.test(cell.text);
            return `<td class="${quiet ? "p" : ""} ${cell.standing ? "std" : ""}">${say(cell.text, false)}${cell.standing ? `<span class="sr">, standing</span>` : ""}</td>`;
          })
          .join("")}</tr>`,
    )
    .join("");
  return `<div class="calls ${calls.seats.length > 5 ? "many" : ""}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}
/** Where the next call goes: the first place after the last call that belongs to the seat to call. */
function nextCell(seats, last, turn) {
  for (let i = last + 1; i <= last + seats.length; i++)
    if (seats[i % seats.length] === turn) return i;
  return -1;
}

/** The whole felt. In a lesson a tap on the ladder is the answer; at the table it takes two, see calling.js. */
function felt(t) {
  return !t.auction ? tableFelt(t) : t.answers ? callingTable(t) : auctionFelt(t);
}
function auctionFelt(t) {
  const { view } = t,
    hand = view.zones.find((z) => z.layout === "fan" && z.owner === view.viewer);
  const st = view.calls?.standing,
    rest = view.zones
      .filter((z) => z.owner == null && z.layout !== "trick" && (z.count || facesOf(z).length))
      .map((z) => drawZone(z, t))
      .join("");
  const standing = st
    ? `<p class="std-line"><span>Standing: <b>${say(st.text, false)} by ${esc(st.by)}</b></span></p>`
    : "";
  return `<div class="felt auction" tabindex="-1" data-key="felt"><div>${ladder(t)}</div><div class="right">${callsTable(view, t)}${bubble(t)}${standing}${rest ? `<div class="piles">${rest}</div>` : ""}<p class="prompt">${say(view.prompt, false)}</p></div>${optionsRows(t)}<div class="s">${hand ? drawZone(hand, t) : ""}</div></div>`;
}
/** In an auction the buttons stand under the ladder, so only the rows are left. */
const optionsRows = (t) =>
  t.sorted.rows.length ? options({ ...t, sorted: { ...t.sorted, buttons: [] } }) : "";
function tableFelt(t) {
  const { view, where } = t,
    at = (side) =>
      view.seats
        .filter((s) => where[s.index].side === side)
        .sort((a, b) => where[a.index].at - where[b.index].at);
  const area = (side) => {
    const list = at(side);
    return list.length
      ? `<div class="${side} n${list.length}">${list.map((s) => seatArea(s, t, where[s.index])).join("")}</div>`
      : "";
  };
  const open = view.zones.filter(
    (z) => ["apart", "hand"].includes(lies(z, t).place) && !t.covered.has(z.id),
  );
  const dummies = open
    .map(
      (z) =>
        `<div class="dummy d-${where[z.owner].side}"><span class="ztitle">${esc(z.title)}</span>${z.layout === "fan" ? fan(z, t, "mid") : row(z, t, "mid")}</div>`,
    )
    .join("");
  const piles = view.zones.filter((z) => lies(z, t).place === "pile"),
    laid = view.zones.filter((z) => lies(z, t).place === "middle");
  const centre =
    (piles.length
      ? `<div class="piles">${piles.map((z) => (lies(z, t).pot ? pot(z) : pile(z, t))).join("")}</div>`
      : "") + (t.trick ? trick(t.trick, t) : "");
  const mineZones = view.zones.filter((z) => lies(z, t).place === "own" && !t.covered.has(z.id)),
    hand = mineZones.filter((z) => z.layout === "fan"),
    rest = mineZones.filter((z) => z.layout !== "fan");
  const own =
    (rest.length
      ? `<div class="ownzones">${rest.map((z) => drawZone(z, t, z.layout === "pile" && !z.open && hand.some((h) => h.count) ? "small" : "")).join("")}</div>`
      : "") + hand.map((z) => fan(z, t)).join("");
  const me = view.seats.find((s) => where[s.index].side === "s");
  const sides = view.layout.sides.w ? "" : "no-sides";
  const tip = t.trick && t.bubble?.card ? "left" : "";
  return (
    `<div class="felt ${sides} ${t.trick ? "tricky" : ""} ${dummies ? "with-open" : ""}" tabindex="-1" data-key="felt">${corners(view, t)}${area("n")}${dummies ? `<div class="d ${open.length > 1 ? "more" : ""}">${dummies}</div>` : ""}${area("w")}<div class="c">${centre}</div>${area("e")}${laid.length ? `<div class="l">${laid.map((z) => drawZone(z, t)).join("")}</div>` : ""}` +
    `${t.bubble ? `<div class="b ${tip}">${bubble(t, tip)}</div>` : ""}<div class="o">${since(t)}${options(t)}</div><div class="s">${own}<div class="mine">${me ? seatPlate(me, t) + (t.answers ? lastCall(me, t) : "") : ""}${t.holding ? trickWords(t) : `<p class="prompt">${say(view.prompt)}</p>`}</div></div></div>`
  );
}
