/**
 * What a shared table has besides a table of one's own: who sits where, what is asked, what can be asked. `chrome.people` has the
 * seats in their order; nothing here knows a hand.
 */
const presence = (person) =>
  person.bot
    ? person.away
      ? "a bot plays; the seat is kept"
      : "a bot"
    : person.you
      ? "you"
      : "here";
/** Who sits at the table. */
function peoplePanel(chrome) {
  const rows = chrome.people
    .map(
      (p) =>
        `<li class="${p.away ? "away" : p.bot ? "bot" : "here"}"><i class="pr" aria-hidden="true"></i><b>${esc(p.you ? `You, ${p.nickname}` : p.nickname || p.seat)}</b><span class="soft">${esc([p.nickname && p.seat, p.you ? "" : presence(p)].filter(Boolean).join(" · "))}</span></li>`,
    )
    .join("");
  return (
    panel("At this table", "", `<ul class="people" role="list">${rows}</ul>`) + askedPanel(chrome)
  );
}
/** What somebody asks to take back, and who has agreed. */
function askedPanel(chrome) {
  const asked = chrome.asked;
  if (!asked) return "";
  const who = chrome.people
    .filter((p) => p.nickname)
    .map(
      (p) =>
        `<li><b>${esc(p.you ? "You" : p.nickname)}</b><span class="soft">${asked.agreed.includes(chrome.people.indexOf(p)) ? "agrees" : p.bot ? "is away" : "decides now"}</span></li>`,
    )
    .join("");
  const acts = asked.decide
    ? `<p class="acts"><button type="button" class="btn main" data-command="agree" data-key="c:agree">Agree</button><button type="button" class="btn" data-command="refuse" data-key="c:refuse">Keep it</button></p>`
    : `<p class="acts"><button type="button" class="btn" data-command="refuse" data-key="c:refuse">Keep it after all</button></p>`;
  return panel(
    `${esc(asked.by)} asks to take back`,
    "",
    `<p>${say(asked.told)}</p><ul class="people" role="list">${who}</ul>${acts}`,
    "asked",
  );
}
/** What a player, or the teacher, can do besides playing. */
function sharedControls(chrome) {
  const act = (name, ic, words) =>
    `<button type="button" class="tool" data-command="${name}" data-key="c:${name}">${icon(ic)}<span class="lbl">${esc(words)}</span></button>`;
  if (chrome.teaches)
    return (
      (chrome.paused
        ? act("resume", "right", "Let it go on")
        : act("pause", "no", "Stop the table")) + act("take-back", "undo", "Take back a move")
    );
  if (chrome.paused) return `<p class="soft">The teacher has stopped the table.</p>`;
  return (
    (chrome.held || chrome.asked ? "" : act("ask", "undo", "Ask to take back")) +
    `<span class="grow"></span>` +
    act("stand", "x", "Leave the seat")
  );
}
/** The button on the page of points: the next deal begins when all who are here have seen it. */
function sharedNext(view, chrome) {
  if (view.over || chrome.teaches) return "";
  const late = chrome.people.filter((p) => p.nickname && !p.bot && !p.seen && !p.you);
  if (chrome.people.some((p) => p.you && p.seen))
    return `<p class="soft" role="status">Waiting for ${esc(late.map((p) => p.nickname).join(", ") || "the others")}</p>`;
  return `<button type="button" class="btn main" data-command="next" data-key="c:next">Next deal ${icon("right")}</button>`;
}
