/**
 * Everything round the felt: the strip above, the controls below, the panels beside, and the page of points at the end.
 */

/** How well the others play, where the page lets somebody choose: the words come with the page. */
const strength = (chrome) =>
  !chrome.strengths?.length
    ? ""
    : `<label class="pick"><span>and are</span><select aria-label="How well the others play" data-command="bots" data-key="c:bots">${chrome.strengths.map(([id, name]) => `<option value="${esc(id)}"${id === chrome.bots ? " selected" : ""}>${esc(name)}</option>`).join("")}</select></label>`;
/** Of a daily deal: that everybody gets it. */
const dayNote = (chrome) =>
  chrome.day
    ? `<p class="small soft day">Deal of ${esc(chrome.day)} (UTC): the same cards for everybody.</p>`
    : "";
const soundTool = (t) =>
  `<button type="button" class="tool" data-open="sound" data-key="o:sound" aria-pressed="${!!t.sounds}" aria-label="Sounds">${icon(t.sounds ? "sound" : "mute")}</button>`;
/** Title, pace of the others in seconds a move, how well they play, marking mode. */
function strip(t) {
  const { view, chrome } = t;
  return (
    `<div class="name"><h2>${esc(view.title)}</h2><p class="small soft">${say(view.subtitle, false)}</p>${dayNote(chrome)}</div><span class="grow"></span>` +
    (chrome.shared || chrome.watching ? soundTool(t) : ownSettings(t))
  );
}
/** The settings of a table that somebody has for themselves. */
function ownSettings(t) {
  const { chrome } = t,
    modes = [
      ["show", "Show"],
      ["ask", "Ask"],
      ["exam", "Exam"],
    ];
  const nearestPace = (chrome.paces || []).reduce(
      (a, b) => (Math.abs(b[0] - chrome.pace) < Math.abs(a - chrome.pace) ? b[0] : a),
      Infinity,
    ),
    paces = (chrome.paces || []).map(
      ([v, w]) => `<option value="${v}"${v === nearestPace ? " selected" : ""}>${esc(w)}</option>`,
    );
  return (
    `<button type="button" class="tool more" data-open="sets" data-key="o:sets" aria-expanded="${!!t.open?.has("sets")}" aria-label="Settings of the table">${icon("settings")}</button><div class="sets">` +
    `<label class="pick"><span>Others play</span><select aria-label="Others play" data-command="pace" data-key="c:pace">${paces.join("")}</select></label>${strength(chrome)}` +
    (chrome.coach?.modes
      ? `<label class="pick"><select aria-label="Coach" data-command="coach" data-key="c:coach">${chrome.coach.modes.map(([v, w]) => `<option value="${esc(v)}"${v === chrome.coach.mode ? " selected" : ""}>${esc(w)}</option>`).join("")}</select></label>`
      : "") +
    `<div class="seg" role="group" aria-label="Marking">${modes.map(([id, name]) => `<button type="button" data-command="mode" data-value="${id}" data-key="c:mode:${id}" aria-pressed="${t.mode === id}">${name}</button>`).join("")}</div>` +
    `${soundTool(t)}</div>`
  );
}
/** Undo, timeline, what-if, new deal, seed. */
function controls(t) {
  if (t.chrome.watching) return "";
  if (t.chrome.shared) return sharedControls(t.chrome);
  const { chrome } = t,
    tl = chrome.timeline || { ply: 0, length: 0, marks: [] },
    start = tl.ply <= 0,
    end = tl.ply >= tl.length;
  const tool = (name, ic, label, off, cls = "", text = "") =>
    `<button type="button" class="tool ${cls}" data-command="${name}" data-key="c:${name}" aria-label="${esc(label)}"${off ? ' aria-disabled="true"' : ""}>${icon(ic)}${text ? `<span class="lbl">${esc(text)}</span>` : ""}</button>`;
  const branch = chrome.branch
    ? `<button type="button" class="tool on" data-command="end-branch" data-key="c:end-branch">${icon("branch")}<span>${esc(chrome.branch.label || "What if")}: go back</span></button>`
    : tool("what-if", "branch", "What if", false, "", "What if");
  return (
    tool("undo", "undo", "Undo", !chrome.can_undo, "", "Undo") +
    tool("first", "first", "First move", start, "wide") +
    tool("back", "prev", "One move back", start) +
    timeline(tl, t) +
    tool("forward", "next", "One move forward", end) +
    tool("last", "last", "Last move", end, "wide") +
    `<span class="sep"></span>` +
    branch +
    tool("new-deal", "deal", "New deal", false, "", "New deal") +
    (chrome.share
      ? `<button type="button" class="tool" data-copy="share" data-key="c:share" aria-label="Share: copy the link to this position">${icon("share")}<span class="lbl">Share</span></button>`
      : "") +
    (chrome.lay
      ? `<a class="tool" href="${esc(chrome.lay)}" data-key="c:lay" title="Lay this table in the laboratory" aria-label="Lay this table in the laboratory: odds, scores, what if">${icon("bulb")}</a>`
      : "") +
    `<label class="tool seed"><span class="sr">Seed of the deal</span>${icon("seed")}<input type="number" inputmode="numeric" min="0" step="1" data-command="seed" data-key="c:seed" value="${esc(chrome.seed ?? "")}"></label>`
  );
}
/** One mark a move, a gap before each trick; past fifty-six moves a bar with a tick for each deal. */
function timeline(tl, t) {
  const n = tl.length,
    marks = tl.marks || [],
    words = `move ${tl.ply} of ${n}`;
  let inner;
  if (n <= 56)
    inner = Array.from(
      { length: n + 1 },
      (_, i) =>
        `<i class="${i < tl.ply ? "done" : i === tl.ply ? "now" : ""}${marks[i] ? " t" : ""}"></i>`,
    ).join("");
  else {
    const pc = (i) => ((100 * i) / n).toFixed(2),
      ticks = marks.map((m, i) => (m === 2 && i ? `<b style="left:${pc(i)}%"></b>` : "")).join("");
    inner = `<span class="long"><u style="width:${pc(tl.ply)}%"></u>${ticks}<em style="left:${pc(tl.ply)}%"></em></span>`;
  }
  return `<div class="scrub" role="slider" tabindex="0" data-command="goto" data-key="c:goto" aria-label="Move" aria-valuemin="0" aria-valuemax="${n}" aria-valuenow="${tl.ply}" aria-valuetext="${esc(words)}, ${esc(t.view.subtitle)}">${inner}</div>`;
}

const panel = (title, aside, body, cls = "") =>
  `<section class="panel ${cls}"><h3 class="h">${title}${aside ? ` <span class="muted small">${aside}</span>` : ""}</h3>${body}</section>`;
/** The order of trumps, with what is yours, what is gone and what wins. */
function ladderPanel(l) {
  if (!l) return "";
  const rungs = l.rungs
    .map(
      (r) =>
        `<li class="${r.mine ? "mine" : ""} ${r.played ? "out" : ""} ${r.winning ? "led" : ""}">${r.cards.map((c) => chip(c)).join("")}${r.mine ? `<span class="sr">${esc(l.owner || "yours")}</span>` : r.winning ? `<span class="sr">winning now</span>` : r.played ? `<span class="sr">played</span>` : ""}</li>`,
    )
    .join("");
  return panel(
    esc(l.title),
    say(l.note || "", false),
    `<ol class="rungs" style="--n:${l.rungs.length > 10 ? Math.ceil(l.rungs.length / 2) : l.rungs.length}">${rungs}</ol><p class="key"><span><i class="k1"></i>${esc(l.owner || "yours")}</span><span><i class="k2"></i>winning now</span><span><s>K</s> played</span></p>`,
  );
}
/** Finished tricks, newest first, each with why it was won; most: so many lie open. */
function tricksPanel(view, most = 4) {
  if (!view.tricks?.length) return "";
  const short = (n) => view.seats.map((s) => s.name.slice(0, n)),
    size = new Set(short(1)).size === view.seats.length ? 1 : 2;
  const letter = (i) =>
    view.seats[i]?.name === "You" ? "you" : (view.seats[i]?.name || "").slice(0, size);
  // of several cards of one seat the first one names it
  const seatOf = (k, s, i) => (k.cards[i - 1]?.[1] === s ? "" : letter(s));
  const item = (k) =>
    `<li><span class="muted small num">${k.number}</span><span class="cs">${k.cards.map(([c, s], i) => `<span><small aria-hidden="true">${esc(seatOf(k, s, i))}</small><span class="sr">${esc(view.seats[s]?.name)}: </span>${chip(c, s === k.winner ? "won" : "")}${k.down?.includes(i) ? `<small aria-hidden="true"> down</small><span class="sr">, face down</span>` : ""}</span>`).join("")}</span><span class="pt num">${esc(k.points || "")}</span>${k.why ? `<span class="why">${say(k.why)}</span>` : `<span class="sr">, won by ${esc(view.seats[k.winner]?.name)}</span>`}</li>`;
  const [some, more] = [view.tricks.slice(0, most), view.tricks.slice(most)];
  return panel(
    "Tricks",
    "lead first",
    `<ol class="hist">${some.map(item).join("")}</ol>${more.length ? `<details data-key="d:tricks"><summary>${more.length} earlier</summary><ol class="hist">${more.map(item).join("")}</ol></details>` : ""}`,
    "hist-p",
  );
}
/** A side as whoever looks calls it: "We" and "They" where partners play, else "You" and names. */
const teamName = (side, view) => {
  if (side.team === "we" || side.team === "they") return side.team === "we" ? "We" : "They";
  return view.seats.some((seat) => seat.you && seat.name === side.name) ? "You" : side.name;
};
const sumOf = (lines, side) =>
  lines.filter((l) => l.side === side).reduce((a, l) => a + (Number(l.points) || 0), 0);
/** The score so far: sides across when there are two, down when there are more. */
function scorePanel(view, full) {
  const sides = view.sides || [],
    lines = view.lines || [],
    tally = view.deal_over ? [] : view.tally || [];
  if (!sides.length) return "";
  let table;
  if (sides.length <= 2) {
    const titles = [...groupBy(lines, (l) => l.title)];
    const rows = titles
      .map(
        ([title, list]) =>
          `<tr><th scope="row">${say(title)}</th>${sides.map((s) => `<td>${list.some((l) => l.side === s.id) ? number(sumOf(list, s.id)) : ""}</td>`).join("")}</tr>`,
      )
      .join("");
    const counts = tally
      .map(
        (t) =>
          `<tr><th scope="row">${esc(t.title)}</th>${sides.map((s) => `<td>${number(t.by_side[s.id] ?? 0)}</td>`).join("")}</tr>`,
      )
      .join("");
    table = `<table class="score"><thead><tr><td></td>${sides.map((s) => `<th scope="col">${esc(teamName(s, view))}</th>`).join("")}</tr></thead><tbody>${counts}${rows}${lines.length ? `<tr class="tot"><th scope="row">This deal</th>${sides.map((s) => `<td>${number(sumOf(lines, s.id))}</td>`).join("")}</tr>` : ""}<tr><th scope="row">Match so far</th>${sides.map((s) => `<td>${number(view.totals?.[s.id] ?? 0)}</td>`).join("")}</tr></tbody></table>`;
  } else {
    table = `<table class="score"><thead><tr><th scope="col">Player</th>${tally.map((t) => `<th scope="col">${esc(t.title)}</th>`).join("")}<th scope="col">This deal</th><th scope="col">Match</th></tr></thead><tbody>${sides.map((s) => `<tr><th scope="row">${esc(teamName(s, view))}</th>${tally.map((t) => `<td>${number(t.by_side[s.id] ?? 0)}</td>`).join("")}<td>${lines.length ? signed(sumOf(lines, s.id)) : ""}</td><td>${number(view.totals?.[s.id] ?? 0)}</td></tr>`).join("")}</tbody></table>`;
  }
  const from =
    full && lines.length
      ? `<details data-key="d:lines"><summary>Where they came from</summary><ol class="lines in">${lines.map((l) => scoreLine(l, view)).join("")}</ol></details>`
      : "";
  return panel("Score", esc(view.target || ""), table + from);
}
function logPanel(view) {
  return view.log?.length
    ? `<section class="panel"><details data-key="d:log"><summary><h3 class="h">The play in words</h3></summary><ol class="logl">${view.log.map((l) => `<li>${say(l)}</li>`).join("")}</ol></details></section>`
    : "";
}
function ledgerTable(view) {
  const rows = view.ledger || [],
    sides = view.sides || [];
  if (!rows.length) return "";
  // a wide ledger goes down the page instead of across
  if (rows.length > 8 || sides.length > 2) {
    return `<div class="led"><h3>Match ${view.target ? `<span class="muted small">${esc(view.target)}</span>` : ""}</h3><table><thead><tr><th scope="col">Deal</th>${sides.map((s) => `<th scope="col">${esc(teamName(s, view))}</th>`).join("")}</tr></thead><tbody>${rows.map((r, i) => `<tr><th scope="row">${r.deal}</th>${sides.map((s) => ledgerCell(r, s, i === rows.length - 1)).join("")}</tr>`).join("")}</tbody></table></div>`;
  }
  return `<div class="led"><h3>Match ${view.target ? `<span class="muted small">${esc(view.target)}</span>` : ""}</h3><table><thead><tr><th scope="col">Deal</th>${rows.map((r) => `<th scope="col">${r.deal}</th>`).join("")}</tr></thead><tbody>${sides.map((s) => `<tr><th scope="row">${esc(teamName(s, view))}</th>${rows.map((r, i) => ledgerCell(r, s, i === rows.length - 1)).join("")}</tr>`).join("")}</tbody></table></div>`;
}
const ledgerCell = (r, s, now) =>
  `<td class="${now ? "now" : ""}">${number(r.after?.[s.id] ?? r.by_side?.[s.id] ?? "")}</td>`;
/** A card with what it gives away: the sign is for the eye, its words for the ear. */
const costKey = ([card, sign, words]) =>
  `<li>${chip(card)}<b class="cost num" aria-hidden="true">${esc(sign)}</b><span class="sr">: ${esc(words)}</span></li>`;
/** What the coach says: sentences, what each open card gives away, the best line, where to go on. */
function coachPanel(t) {
  const c = t.chrome.coach;
  if (!c || (c.mode === "off" && !c.text?.length)) return "";
  const text = (c.text || []).map((p) => `<p>${say(p)}</p>`).join(""),
    waits = c.asks
      ? `<p class="soft small">${c.searches ? "Looking through other deals …" : "The coach is looking …"}</p>`
      : "";
  const costs = c.marks?.length
    ? `<ul class="costs" aria-label="What each open card gives away">${c.marks.map(costKey).join("")}</ul>`
    : "";
  const line = c.line?.length
    ? `<p class="small soft">The best line</p><ol class="cline">${c.line.map(([who, card]) => `<li><small>${esc(who)}</small> ${chip(card)}</li>`).join("")}</ol>`
    : "";
  const lost = c.losses?.length
    ? `<ul class="lost-cards">${c.losses.map(([trick, card, sign, best, ply]) => `<li><button type="button" class="btn" data-command="goto" data-arg="ply" data-value="${ply}" data-key="coach:${ply}">Trick ${trick}: ${chip(card)} <b class="cost num">${esc(sign)}</b></button> <span class="small soft">${best.map((b) => chip(b)).join(" ")} +0</span></li>`).join("")}</ul>`
    : "";
  const more =
      c.again && !c.asks
        ? `<button type="button" class="btn" data-command="coach-deal" data-key="c:coach-deal">${esc(c.again)}</button>`
        : "",
    whole = c.href ? `<a href="${esc(c.href)}">Card by card</a>` : "";
  return panel(
    "Coach",
    c.title ? say(c.title) : "",
    `${c.text?.length || waits ? "" : `<p class="soft small">${esc(c.hint || "")}</p>`}${text}${costs}${line}${lost}${waits}${more || whole ? `<p class="cfoot">${more}${whole}</p>` : ""}`,
    "coach-p",
  );
}
/** What the calls tell those who hear them, where the game has words for it. */
function callsSaid(view) {
  const { seats, rows } = view.calls,
    name = (s) => (s.you ? "You" : esc(s.name)),
    told = rows.flatMap((row) =>
      row.map((cell, i) =>
        cell?.says
          ? `<li><b>${say(cell.text, false)}</b> ${name(view.seats[seats[i]])}: ${say(cell.says, false)}</li>`
          : "",
      ),
    );
  return told.some(Boolean) ? `<ul class="soft small">${told.join("")}</ul>` : "";
}
function sidePanels(t) {
  const { view } = t,
    calling = !view.contract && !view.tricks?.length && !view.deal_over,
    calls = view.calls?.rows?.length
      ? `<section class="panel"><details ${calling ? `data-key="d:calls:now" open` : `data-key="d:calls"`}><summary><h3 class="h">The calls</h3></summary>${callsTable(view, t, false)}${t.mode === "exam" ? "" : callsSaid(view)}</details></section>`
      : "";
  const ledger =
    !view.deal_over && view.ledger?.length
      ? `<section class="panel">${ledgerTable(view)}</section>`
      : "";
  return (
    (t.chrome.shared ? peoplePanel(t.chrome) : t.chrome.watching ? "" : coachPanel(t)) +
    ladderPanel(view.ladder) +
    tricksPanel(view) +
    (view.deal_over ? "" : scorePanel(view, true)) +
    ledger +
    calls +
    logPanel(view)
  );
}

/** One line of the score in a list: title, rule, points, why, and the formula with its values where it explains. */
function scoreLine(line, view) {
  const cards = line.cards?.length ? line.cards.map((c) => chip(c)).join(" ") : "",
    formula = line.steps && !line.steps.length ? "" : wholeFormula(line),
    words = line.said ?? line.because;
  return `<li data-score-line="${esc(line.rule || line.title)}"><div class="lt"><b>${say(line.title, false)}</b> ${ruleChip(line.rule_title, line.rule, view.links)} ${cards}</div><span class="v">${signed(line.points)}<small>${whoScores(line)}</small></span><div class="f">${words ? `<span class="wh">${say(words)}</span>` : ""}${formula}</div></li>`;
}
