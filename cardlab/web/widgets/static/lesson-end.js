/**
 * The last page of a lesson: what one can do now, what comes back, what is next. Put behind lesson.js by
 * cardlab/web/widgets/assets.py. Draws `snapshot.end` and what the page's chrome adds to it (`next`, `pack`), which Python
 * has put together; decides nothing.
 */
const endWords = (s) =>
  s.end?.headline || `${s.practice?.end || `That was ${s.lesson?.title}.`} ${piecesWords(s.text)}`;
const SUIT_ROWS = ["S", "H", "D", "C"],
  RANK_COLUMNS = [..."AKQJT98765432"];

/** A few cards lying loosely, with a sign on the last one if it was refused. */
function loosely(codes, t, refused = false) {
  const n = codes.length,
    at = (i) =>
      `left:${50 + (i - (n - 1) / 2) * Math.min(19, 56 / Math.max(1, n - 1))}%;top:${50 + Math.abs(i - (n - 1) / 2) * 4}%;--turn:${((i - (n - 1) / 2) * 6).toFixed(1)}deg`;
  const cards = codes.map(
    (code, i) => `<span class="lie" style="${at(i)}">${card(code, t.id)}</span>`,
  );
  return `<span class="mini" aria-hidden="true">${cards.join("")}${refused ? `<span class="bad">${icon("no")}</span>` : ""}</span>`;
}
/** The one way on. */
function nextPart(s, t) {
  const next = t.chrome.next,
    tag = t.chrome.page ? "h2" : "h3",
    map = t.chrome.leave || t.chrome.map;
  const links = [
    s.play?.href ? `<a href="${esc(s.play.href)}">Play a deal first</a>` : "",
    map ? `<a href="${esc(map)}">Back to the map</a>` : "",
  ].join("");
  if (!next)
    return links
      ? `<section class="panel nx"><div class="tx"><p class="more">${links}</p></div></section>`
      : "";
  const lesson = next.kind === "lesson",
    minutes = next.minutes ? ` · ${next.minutes} ${next.minutes === 1 ? "minute" : "minutes"}` : "";
  return `<section class="panel nx">${loosely(next.cards || [], t)}<div class="tx"><p class="eyebrow">${lesson ? "Next lesson" : "Next table"}${minutes}</p><${tag}>${esc(next.title)}</${tag}><p class="soft">${say(next.hook)}</p><a class="btn main" data-key="primary" href="${esc(next.href)}">${lesson ? "Start" : "Play"} ${esc(next.title)}${icon("right")}</a><p class="more">${links}</p></div></section>`;
}
function abilityPart(end, tag) {
  const row = (one) =>
    `<li><span class="okd" aria-hidden="true">${icon("check")}</span><span>${esc(one.text)}</span><span class="small soft num">${esc(one.evidence)}</span></li>`;
  const days = end.days?.length
    ? `<p class="small soft">You will be asked again on these days. Right answers on later days show that you can do it.</p><ol class="days" aria-label="When it is asked again"><li class="on"><i></i>today</li>${end.days.map((day) => `<li><i></i>${esc(day)}</li>`).join("")}</ol>`
    : "";
  const list = end.abilities?.length
    ? `<${tag}>What you can do now</${tag}><ul class="can">${end.abilities.map(row).join("")}</ul>`
    : "";
  return `<section class="c1">${list}${days}</section>`;
}
/** What went wrong: the table, one's own card, the reason, the day and the game. */
function missesPart(end, t, tag) {
  const misses = end.misses || [];
  const row = (one) => {
    const shown = [...(one.trick || []), ...(one.given || [])].slice(-4);
    return `<li class="panel ${shown.length ? "" : "bare"}">${shown.length ? loosely(shown, t, true) : ""}<p><span class="small soft">${say(one.question)}</span><br>${piecesHtml(one.pieces, t)}</p><p class="when soft"><b>Tomorrow</b> in ${esc(one.game)}</p></li>`;
  };
  const body = misses.length
    ? `<ul class="missed">${misses.map(row).join("")}</ul>`
    : `<p class="soft">Nothing is left over.${end.days?.length ? " You are asked again tomorrow." : ""}</p>`;
  return `<section class="c2"><${tag}>What comes back${misses.length ? `<span class="small muted">one minute each</span>` : ""}</${tag}>${body}</section>`;
}
/** The learner's own pack: one card for each lesson. */
function packPart(end, t, tag) {
  const pack = new Set(t.chrome.pack || []);
  if (!pack.size) return "";
  const place = (code) =>
    pack.has(code)
      ? `<span class="lie ${code === end.card ? "now" : ""}">${card(code, t.id)}</span>`
      : "<i></i>";
  const cells = SUIT_ROWS.flatMap((suit) => RANK_COLUMNS.map((rank) => place(rank + suit)));
  return `<section class="panel pack"><${tag}>Your pack <span class="small muted num">${pack.size} of 52</span></${tag}><div class="g52" role="img" aria-label="Your pack: ${pack.size} of 52 cards, one for each lesson. New: ${esc(cardName(end.card))}">${cells.join("")}</div></section>`;
}
/** A practice or a recorded deal ends with a sentence, once more of the same, and the way back. */
function plainEnd(s, t) {
  const tag = t.chrome.page ? "h1" : "h3",
    { end, more } = s.practice || {};
  const again = more
    ? `<button type="button" class="btn main" data-do="restart" data-key="primary">${esc(more)}</button>`
    : "";
  const onwards = (t.chrome.onwards || []).map(
    (way, i) => `<a class="btn ${i ? "" : "main"}" href="${esc(way.href)}">${esc(way.title)}</a>`,
  );
  const links = [
    ...onwards,
    t.chrome.map
      ? `<a class="btn ${again || onwards.length ? "" : "main"}" href="${esc(t.chrome.map)}">Back to the map</a>`
      : "",
    t.chrome.practice ? `<a class="btn" href="${esc(t.chrome.practice)}">More exercises</a>` : "",
  ].join("");
  return `<section class="panel finished" data-done>${todayRow(s.practice)}<${tag} class="question" tabindex="-1" data-key="question">${esc(end || `That was “${s.lesson?.title}”`)}</${tag}>${s.text?.length ? `<p class="scene">${piecesHtml(s.text, t)}</p>` : ""}<div class="acts-row">${again}${links}</div></section>`;
}
function endPart(s, t) {
  if (!s.done) return "";
  const end = s.end;
  if (!end) return plainEnd(s, t);
  const tag = t.chrome.page ? "h2" : "h3",
    again = `<p class="again"><button type="button" class="tool" data-do="restart" data-key="restart">Walk through it again</button><button type="button" class="tool" data-do="back" data-key="back">Look back</button></p>`;
  const reward = t.chrome.pack?.length
    ? `<p>The ${esc(cardName(end.card))} joins your pack.</p>`
    : "";
  return `<div class="ending" data-done><div class="endleft"><header class="gained"><span class="lie won-ring">${card(end.card, t.id)}<span class="tag win">yours</span></span><div><${tag} class="headline" tabindex="-1" data-key="question">${esc(end.headline)}</${tag}>${reward}</div></header>${abilityPart(end, tag)}${missesPart(end, t, tag)}${again}</div><aside class="endright" aria-label="What is next">${nextPart(s, t)}${packPart(end, t, tag)}</aside></div>`;
}
export default { render: renderLesson };
