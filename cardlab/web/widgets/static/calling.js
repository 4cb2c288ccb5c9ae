/**
 * An auction at the table: calls lie at their seats, the ladder folds what can no longer be bid, a tap picks and the button
 * calls. Which calls there are, what each promises and which are legal comes with the choices; knows no game.
 */

/** The call that a seat made last, as a card; the one that stands has the ring, a pass is plain text. */
function lastCall(seat, t, waits = false) {
  const call = t.view.layout.calls?.[seat.index];
  if (!call)
    return waits && seat.turn
      ? `<span class="cc wait" aria-hidden="true">${seat.you ? "?" : "…"}</span>`
      : "";
  const fresh = t.seen.has(callKey(seat, call, t)) ? "" : "fresh";
  t.now.add(callKey(seat, call, t));
  const cls = call.pass ? "pass" : call.standing ? "std" : t.view.contract ? "faded" : "";
  return `<span class="cc ${cls} ${fresh} ${call.text.length > 4 ? "long" : ""}"><span class="sr">calls </span>${say(call.text, false)}${call.standing ? `<span class="sr">, it stands</span>` : ""}</span>`;
}
const callKey = (seat, call, t) => `${t.view.deal}:call:${seat.index}:${call.text}`;

/** The whole table of an auction: seats with their calls, own hand, ladder, and what the picked call means. */
function callingTable(t) {
  const { view, where } = t,
    hand = view.zones.filter((z) => z.owner === view.viewer && !t.covered.has(z.id)),
    me = view.seats.find((s) => where[s.index].side === "s"),
    others = view.seats.filter((s) => s !== me);
  const place = (side) =>
    `<div class="pls-${side}">${others
      .filter((s) => where[s.index].side === side)
      .sort((a, b) => where[a.index].at - where[b.index].at)
      .map((s) => `<div class="pl">${seatPlate(s, t)}${lastCall(s, t, true)}</div>`)
      .join("")}</div>`;
  const short = (s) =>
    `<div><span class="nm"><b>${s.you ? "You" : esc(s.name)}</b>${s.dealer ? `<span class="dealer" role="img" aria-label="dealer">D</span>` : ""}</span>${lastCall(s, t, true)}</div>`;
  const rest = view.zones.filter(
    (z) => z.owner == null && z.layout !== "trick" && (z.count || facesOf(z).length),
  );
  const middle = `<div class="mid">${standing(t)}${rest.length ? `<div class="piles">${rest.map((z) => drawZone(z, t)).join("")}</div>` : ""}</div>`;
  return (
    `<div class="calling ${t.sorted.ladder.length ? "" : "quiet"}"><section class="felt au" tabindex="-1" data-key="felt" aria-label="Calls at their seats">${corners(view, t)}${place("n")}${place("w")}${middle}${place("e")}` +
    `<div class="pls" aria-hidden="true">${[...others.filter((s) => where[s.index].side !== "e"), ...others.filter((s) => where[s.index].side === "e")].map(short).join("")}${me ? short(me) : ""}</div>` +
    `<div class="hnd s">${hand.map((z) => drawZone(z, t)).join("")}<div class="mine">${me ? seatPlate(me, t) + lastCall(me, t, true) : ""}</div></div></section>` +
    `<section class="panel lad" aria-label="Ladder of calls">${rungs(t)}</section><section class="panel say2" aria-label="Your call">${sayCall(t)}</section></div>`
  );
}
/** What stands, and who is to call. */
function standing(t) {
  const st = t.view.calls?.standing,
    by = st?.seat === t.view.viewer ? "You" : st?.by;
  return `<b>${st ? `${say(st.text, false)} stands` : "No bid yet"}</b><p>${st ? `${esc(by)} bid it. ` : ""}${say(t.view.prompt, false)}</p>${st?.says && t.mode !== "exam" ? `<p class="soft small">${say(st.says, false)}</p>` : ""}`;
}
/** What the standing bid tells, once more beside the own call: a narrow table has no room for it in its middle. */
function stoodFor(t) {
  const st = t.view.calls?.standing;
  return st && tells(st, t)
    ? `<p class="stood"><b>${say(st.text, false)}</b> ${st.seat === t.view.viewer ? "You" : esc(st.by)}: ${say(st.says, false)}</p>`
    : "";
}
/** Rows from high to low, each with what it promises; a strip for all that can no longer be bid. */
function rungs(t) {
  const { view, sorted } = t,
    spec = view.grid || {},
    at = new Map(sorted.ladder.map((c) => [c.at.join(), c]));
  const rows = spec.rows?.length || 1 + Math.max(-1, ...sorted.ladder.map((c) => c.at[0])),
    columns = spec.columns?.length || 1 + Math.max(-1, ...sorted.ladder.map((c) => c.at[1]));
  const order = sorted.ladder.toSorted((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1]),
    first = t.mode === "show" ? order.findIndex((c) => !marking(c, t).refused) : 0,
    shut = first < 0 ? order.length : first,
    folded = shut > 1 ? order.slice(0, shut) : [],
    isFolded = new Set(folded),
    promises = sorted.ladder.some((c) => c.promise) && t.mode !== "exam";
  const standing = plainCall(view.calls?.standing?.text),
    heads = spec.columns?.some((c) => c.length > 2)
      ? `<span></span>${spec.columns.map((c) => `<span class="hd">${say(c, false)}</span>`).join("")}${promises ? `<span class="hd pr">to take at least</span>` : ""}`
      : "";
  let cells = "";
  for (let r = rows - 1; r >= 0; r--) {
    const line = Array.from({ length: columns }, (_, c) => at.get(`${r},${c}`)),
      open = line.filter((c) => !isFolded.has(c));
    if (folded.length && !open.length) continue;
    const told = open.find((c) => c?.promise)?.promise || "",
      here = open.includes(t.call);
    cells += `<span class="lv">${say(spec.rows?.[r] ?? r + 1, false)}</span>`;
    if (open.length < line.length) cells += foldStrip(folded, line.length - open.length, t);
    cells += line
      .map((c, i) =>
        isFolded.has(c)
          ? ""
          : rung(
              c,
              `${spec.rows?.[r] ?? ""}${spec.columns?.[i]?.length <= 2 ? spec.columns[i] : ""}`,
              standing,
              t,
            ),
      )
      .join("");
    if (promises) cells += `<span class="pr ${here ? "on" : ""}">${say(told)}</span>`;
  }
  // whole rows only: the strip has a row of its own
  const whole = folded.length && folded.length % columns === 0;
  if (whole)
    cells += `<span class="lv"></span>${foldStrip(folded, columns, t)}${promises ? `<span class="pr soft">not now</span>` : ""}`;
  return `<div class="callgrid ${columns > 7 ? "wide" : ""} ${rows > 8 ? "tall" : ""}" role="group" aria-label="calls" data-rove data-cols="${columns}" style="--cols:${columns};--more:${promises ? (columns < 4 ? "minmax(0, 4fr)" : "minmax(5rem, 2fr)") : ""}">${heads}${cells}</div>`;
}
/** All that can no longer be bid, as one strip: a tap says why. */
function foldStrip(folded, span, t) {
  const last = folded.at(-1),
    words = folded.length > 1 ? `${folded[0].label} to ${last.label}` : last.label;
  return `<button type="button" class="call no fold" data-call="${esc(last.move)}" data-key="m:${esc(last.move)}" data-folds="${esc(folded.map((c) => c.move).join(","))}" style="grid-column: span ${span}" aria-disabled="true">${seenAndHeard(`<span>${say(words, false)}</span>`, `${spokenBid(words)}, not allowed${last.reason ? `: ${spokenBid(last.reason)}` : ""}`)}</button>`;
}
function rung(choice, blank, standing, t) {
  if (!choice) return `<span class="call none" aria-hidden="true">${say(blank, false)}</span>`;
  const m = marking(choice, t),
    last = standing && plainCall(choice.label) === standing,
    on = t.call === choice;
  return `<button type="button" class="call ${m.hatched ? "no" : ""} ${last ? "last" : ""} ${on ? "on" : ""}" ${m.refused ? "" : `data-ladder aria-pressed="${on}"`} ${moveAttrs(choice, t)}>${seenAndHeard(`${say(choice.label, false)}${tickMark(choice, t)}`, choiceLabel(choice, spokenBid(choice.label) + (last ? ", the standing bid" : "") + (choice.promise && t.mode !== "exam" ? `. At least: ${spoken(choice.promise)}` : ""), t))}</button>`;
}
/** Whether what a call tells is said here: at the table, and in no exam; a question of a lesson would answer itself. */
const tells = (choice, t) => Boolean(choice.says && t.answers && t.mode !== "exam");
/** What a button says to the ear besides its name. */
const heardCall = (choice, t) => (tells(choice, t) ? `. It tells: ${spokenBid(choice.says)}` : "");
/** What the calls on buttons tell, for the eye; calls that tell the same share a line. */
function toldCalls(buttons, t) {
  const groups = groupBy(
    buttons.filter((c) => tells(c, t)),
    (c) => c.says,
  );
  const lines = [...groups].map(
    ([words, calls]) =>
      `<li><b>${calls.map((c) => say(upper(c.label), false)).join(" · ")}</b>: ${say(words, false)}</li>`,
  );
  return lines.length
    ? `<ul class="told ${lines.length > 6 ? "many" : ""}" aria-hidden="true">${lines.join("")}</ul>`
    : "";
}
/** The picked call as a sentence with the button that makes it; the rule where it speaks. */
function sayCall(t) {
  const { view, sorted, call } = t;
  if (!sorted.ladder.length && !sorted.buttons.length && !sorted.rows.length)
    return `${t.bubble ? bubble(t) : ""}<p class="soft">${say(view.prompt, false)}</p>`;
  const promise = call?.promise && t.mode !== "exam" ? `: ${say(call.promise)}` : "",
    says = call?.says && t.mode !== "exam" ? `<p class="soft small">${say(call.says)}.</p>` : "",
    words = call
      ? `<div aria-live="polite"><p><b>${say(call.label, false)}${promise}.</b></p>${says}</div>`
      : `<p class="soft">Pick a call.</p>`;
  const main = call
    ? `<button type="button" class="btn main" data-makes="${esc(call.move)}" data-key="makes">${say(`${call.verb_title || "Bid"} ${call.label}`, false)}</button>`
    : "";
  const others = sorted.buttons.map((c) => actButton(c, t, false, false)).join("");
  return `${t.bubble ? bubble(t) : stoodFor(t) + words + toldCalls(sorted.buttons, t)}<div class="acts" data-rove>${main}${others}</div>${optionsRows(t)}`;
}
