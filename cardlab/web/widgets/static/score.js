/**
 * The score after a deal: one sentence, then a panel a line with its arithmetic in steps, then the match as bars.
 * Every word and every number comes with the view.
 */

/** The whole formula of a line: with letters, with the values, and what the letters mean. */
function wholeFormula(line) {
  const legend = (line.legend || [])
    .map(([letter, text]) => `<i>${esc(letter)}</i> ${say(text)}`)
    .join("; ");
  return `${line.mathml ? `<span>${mathml(line.mathml)}</span>` : ""}${line.values ? `<span class="put">${mathml(line.values)}</span>` : ""}${legend ? `<span class="wh">${legend}</span>` : ""}`;
}
/** What stands above a number: a packet a trick, or a card, dashed where it is not there. */
function termPicture(term, id) {
  const back = `<span class="tri">${card("??", id)}${card("??", id)}</span>`;
  if (term.drawn === "tricks") return back.repeat(Math.max(0, Math.min(term.value, 13)));
  if (!isCard(term.drawn)) return "";
  return term.there
    ? `<span class="lie">${card(term.drawn, id)}</span>`
    : `<span class="off">${chip(term.drawn)}</span>`;
}
/** One step: names above, numbers under them, in the same columns. */
function stepRow(step, id) {
  const col = (pic, name, value, cls = "") =>
      `<span class="col ${cls}"><span class="pc">${pic}</span><span class="nm">${name}</span><span class="vl num">${value}</span></span>`,
    sign = (mark) => col("", esc(mark), esc(mark), "op");
  const terms = step.terms
    .map((t) => {
      const value = number(t.value),
        name = t.name === value ? "&nbsp;" : say(t.name, false);
      return `<span class="term">${t.sign ? sign(t.sign) : ""}${col(termPicture(t, id), name, value)}</span>`;
    })
    .join("");
  return `<div class="eq" role="math" aria-label="${esc(spoken(step.said))}"><span aria-hidden="true">${col("", esc(step.name), number(step.result), "res")}${sign("=")}${terms}</span></div>`;
}
const whoScores = (line) => esc(line.team || line.side_name || "");
const pointsOf = (line) =>
  `<span class="pts num">${signed(line.points)}<small>${whoScores(line)}</small></span>`;
/** A line whose formula explains: its steps, what follows from them, and the formula for whoever wants it. */
function workedLine(line, view, id) {
  const dropped = line.steps.some((step) => step.rest) ? " What is left over is dropped." : "";
  return `<li class="panel ln" data-score-line="${esc(line.rule || line.title)}"><div class="lh"><h4>${say(line.title, false)}</h4>${ruleChip(line.rule_title, line.rule, view.links)}${pointsOf(line)}</div>${line.steps.map((step) => stepRow(step, id)).join("")}<div class="then"><span>${say(line.said, false)}${dropped}</span><details data-key="d:f:${esc(line.n)}"><summary>as one formula</summary><div class="f">${wholeFormula(line)}</div></details></div></li>`;
}
/** A line that one sentence explains. */
function plainLine(line, view) {
  const cards = line.cards?.length ? line.cards.map((c) => chip(c)).join(" ") : "";
  return `<li class="oneline" data-score-line="${esc(line.rule || line.title)}"><div class="lh"><h4>${say(line.title, false)}</h4>${ruleChip(line.rule_title, line.rule, view.links)} ${cards}${pointsOf(line)}</div><p class="soft">${say(line.said ?? line.because)}</p></li>`;
}
/** So many lines of one sentence stand open; the others are a tap away. */
const SHOWN = 6;
/** The lines of a deal: those with arithmetic as panels, those between them together in one. */
function lineList(lines, view, id) {
  const parts = [];
  for (const [n, line] of lines.entries()) {
    const last = parts.at(-1);
    if (line.steps?.length) parts.push(workedLine({ ...line, n }, view, id));
    else if (Array.isArray(last)) last.push(plainLine(line, view));
    else parts.push([plainLine(line, view)]);
  }
  const list = (items) => `<ol role="list">${items.join("")}</ol>`,
    folded = (items, n) =>
      items.length <= SHOWN + 2
        ? list(items)
        : `${list(items.slice(0, SHOWN))}<details data-key="d:more:${n}"><summary>${items.length - SHOWN} more lines</summary>${list(items.slice(SHOWN))}</details>`;
  const joined = parts.map((part, n) =>
    Array.isArray(part) ? `<li class="panel plain">${folded(part, n)}</li>` : part,
  );
  return (
    joined.join("") ||
    `<li class="panel plain"><p class="soft">Nobody scored in this deal.</p></li>`
  );
}
/** The match as bars, where it is a race. */
function raceBars(view) {
  const { race } = view;
  if (!race) return "";
  const widest = Math.max(race.goal, ...race.sides.map((s) => Math.max(s.before, s.now))),
    pc = (n) => ((100 * Math.max(0, n)) / widest).toFixed(1),
    sum = (s) =>
      `${number(s.before)} ${s.new < 0 ? "−" : "+"} ${Math.abs(s.new)} = <b>${number(s.now)}</b>`;
  const bar = (s) => {
    const from = Math.min(Math.max(0, s.before), Math.max(0, s.now)),
      to = Math.max(Math.max(0, s.before), Math.max(0, s.now));
    return `<span>${esc(s.name)}</span><span class="track" role="img" aria-label="${esc(`${s.name}: ${number(s.now)} of ${race.goal}`)}"><i style="width:${pc(from)}%"></i><i class="${s.new < 0 ? "less" : "new"}" style="left:${pc(from)}%;width:${(pc(to) - pc(from)).toFixed(1)}%"></i><u style="left:${pc(race.goal)}%"></u></span><span class="num">${sum(s)}</span>`;
  };
  return `<section class="panel match"><h4>Match <span class="muted small">${esc(view.target || "")}</span></h4><div class="race">${race.sides.map(bar).join("")}</div></section>`;
}
/** Where the same result can be changed. */
const whatIf = (chrome) =>
  chrome.imagine
    ? `<section class="panel imagine"><h4>What if …</h4><p class="soft">Change the result, and see what the deal would have scored.</p><a class="btn" href="${esc(chrome.imagine)}">Open this result in the score laboratory</a></section>`
    : "";
/** What to do after a match: whoever came from a lesson goes on with it. */
function matchNext({ lesson }) {
  const again = (main, sign) =>
    `<button type="button" class="btn${main}" data-command="new-deal" data-key="c:new-match">New match${sign}</button>`;
  if (!lesson) return again(" main", ` ${icon("right")}`);
  return `<a class="btn main" href="${esc(lesson)}" data-key="lesson">Go on with the lesson ${icon("right")}</a>${again("", "")}`;
}
/** The page of points at the end of a deal. */
function scorePage(t) {
  const { view } = t,
    told = view.summary || { title: "The deal is over.", how: "" },
    links = { ...view, links: t.chrome.links };
  const button = t.chrome.watching
    ? ""
    : t.chrome.shared
      ? sharedNext(view, t.chrome)
      : view.over
        ? matchNext(t.chrome)
        : `<button type="button" class="btn main" data-command="next" data-key="c:next">Next deal ${icon("right")}</button>`;
  const over = view.over ? ` data-match-over="${esc(view.outcome?.title || "over")}"` : "",
    deal = view.over ? "The match is over" : `${view.title}, deal ${view.deal}`;
  const copy = t.chrome.card?.text
    ? `<button type="button" class="btn" data-copy="card" data-key="c:copy-card">${icon("copy")} Copy result</button>`
    : "";
  const ledger = view.ledger?.length > 1;
  return (
    `<section class="scored" aria-label="The score"><header class="first${view.over ? " over" : ""}"${over}><div><p class="eyebrow">${esc(deal)}</p><h3 tabindex="-1" data-key="score">${say(told.title, false)}</h3>${told.how ? `<p>${say(told.how, false)}</p>` : ""}</div><div class="go">${button}${copy}</div></header>` +
    `<ol class="lines2" role="list" aria-label="Where every point came from">${lineList(view.lines || [], links, t.id)}</ol>${raceBars(view)}${ledger ? `<section class="panel">${ledgerTable(view)}</section>` : ""}${whatIf(t.chrome)}</section>`
  );
}
