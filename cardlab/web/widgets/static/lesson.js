/**
 * The lesson around the table: bar, question, table, dock (choices, the one primary button, hints). Draws a snapshot when
 * `stamp` changes and sends commands back; put after the table's scripts by cardlab/web/widgets/assets.py, with
 * lesson-end.js behind it for the last page. Knows no rule and marks nothing: what stands and why comes with the snapshot.
 * Until the kernel has heard of it, what is chosen is remembered here.
 */
const PAUSE = 2500;
/** The steps of taking less room: air first, then backs and counts, then the size of cards and words. */
const TIGHTER = ["snug", "tight", "close"];
/** Pixels: the most that a page leaves free below the lesson. */
const MARGIN = 48;
/** How much smaller a table may get before the page gets longer instead. */
const ZOOMS = [0.96, 0.92, 0.88, 0.84, 0.8];
const CHIP_STOP = /^[.,;:!?)]+/;

/** Pieces of text as markup; a full stop stays with the card before it. */
function piecesHtml(list, t) {
  const pieces = list || [],
    plain = t.auction;
  let out = "";
  for (let i = 0; i < pieces.length; i++) {
    const p = pieces[i];
    if (p.t === "card") {
      const stop = pieces[i + 1]?.t === "text" ? pieces[i + 1].s.match(CHIP_STOP)?.[0] : "";
      out += stop ? `<span class="keep">${chip(p.c)}${esc(stop)}</span>` : chip(p.c);
      if (stop) {
        out += say(pieces[i + 1].s.slice(stop.length), !plain);
        i++;
      }
    } else if (p.t === "term")
      out +=
        t.chrome.lesson && p.concept
          ? `<a class="term" href="${esc(t.chrome.lesson + encodeURIComponent(p.concept))}">${esc(p.s)}</a>`
          : `<em class="term">${esc(p.s)}</em>`;
    else if (p.t === "rule")
      out += `<span class="quote"><b>${ruleChip(p.title, p.id)}</b> <span>${say(p.s, !plain)}</span></span>`;
    else out += say(p.s ?? "", !plain);
  }
  return out;
}
const piecesWords = (list) =>
  (list || [])
    .map((p) =>
      p.t === "card" ? cardName(p.c) : p.t === "rule" ? `${p.title}: ${p.s}` : spoken(p.s ?? ""),
    )
    .join("");

/** Whether nothing more can be answered here. */
const isClosed = (s) => !!s.question?.checked && ["right", "bet"].includes(s.feedback?.kind);
/** Whether only sentences are compared, so that the table is scenery. */
const ofSheets = (q) => !!q?.shows && !q.shows.includes("table");
/** Whether a tap is the whole answer, so that nothing has to be checked. */
const byOneTap = (q) => q.select === "one" || !!q.numbers?.length;

/**
 * Where each option is answered: on a card or a call of the table, on a card of the trick, on a seat, else among the loose
 * ones. After a count the table itself says which moves they were.
 */
function placeOptions(view, q, given, auction) {
  const place = { table: [], trick: [], seats: new Map(), loose: [], revealed: false };
  if (!q) return place;
  const own = view?.choices || [];
  if (Object.keys(q.reveal || {}).length) {
    place.revealed = true;
    for (const base of own)
      if (base.move in q.reveal)
        place.table.push({
          cards: [],
          at: null,
          ...base,
          worth: null,
          reason: "",
          legal: q.reveal[base.move],
        });
  }
  if (q.select === "order" || q.select === "number") return place;
  const shared = q.ask === "find-group",
    apart = q.shows?.includes("choices-on-table") === false;
  // what is asked of the pack, not of the table, is answered apart from it
  const zones = apart
    ? []
    : (view?.zones || []).filter(
        (z) =>
          (z.owner === view.viewer || (shared && z.owner == null)) &&
          z.open &&
          z.layout !== "trick",
      );
  const trickZone = apart ? null : view?.zones.find((z) => z.layout === "trick"),
    inTrick =
      trickZone &&
      q.options.every((o) => o.card && trickZone.faces?.some((f) => f.card === o.card)),
    onSeats = view && !auction && q.options.length > 1 && q.options.every((o) => o.seat != null);
  for (const option of q.options) {
    const state = {
      legal: true,
      reason: "",
      pressed: given.includes(option.value),
      mark: q.checked ? q.marks?.[option.value] : undefined,
    };
    const laid = (from) => ({
      move: option.value,
      label: option.label,
      verb: "",
      verb_title: "",
      card: option.card,
      cards: [],
      from,
      at: null,
      worth: null,
      ...state,
    });
    // the contract "2C" is not the card of that name
    const base = own.find((c) => c.move === option.value && (option.card || !c.card)),
      lies = option.card && zones.find((z) => shownFaces(z).some((f) => f.card === option.card));
    if (inTrick) place.trick.push(laid(trickZone.id));
    else if (onSeats) place.seats.set(option.seat, laid(null));
    else if (base) place.table.push({ worth: null, cards: [], at: null, ...base, ...state });
    else if (lies) place.table.push(laid(lies.id));
    else place.loose.push({ ...option, ...state, move: option.value });
  }
  return place;
}
const LONG_LABEL = 26;
/** Labels of at most so many characters may stand side by side on a phone. */
const HALF_LABEL = 36;
const looseWords = (t) => t.loose.filter((o) => !o.card);
const hasSentences = (t) => looseWords(t).some((o) => o.label.length > LONG_LABEL);
/** How many words are shown closer together: by level, or under the verb that they share. */
const MANY = 8,
  SHARED = 4;
const leadOf = (o, pattern) => o.label.match(pattern)?.[0] ?? "";
/** Contracts as a table: a column for each level, a row for what is played; null where they are no such table. */
function levelTable(words) {
  const level = (o) => leadOf(o, /^\d+/),
    levels = [...new Set(words.map(level))],
    rows = [...new Set(words.map((o) => o.label.slice(level(o).length).trim()))];
  const fits = !levels.includes("") && levels.length > 2 && levels.length <= 7 && rows.length <= 6;
  if (!fits || rows.length < 2) return null;
  return {
    columns: levels.length,
    place: (o) =>
      ` style="grid-area:${rows.indexOf(o.label.slice(level(o).length).trim()) + 1}/${levels.indexOf(level(o)) + 1}"`,
  };
}
/** What is left of a label under its verb; cards that lie side by side need no "and" between them. */
function underVerb(label, verb) {
  const left = label.slice(verb.length).trim(),
    parts = left.split(/, | and /);
  return parts.every((part_) => part_.length <= 3) ? parts.join(" ") : left;
}
/** Options in words that do not lie on the table: short ones as buttons, sentences one under the other. */
function wordOptions(t) {
  const words = looseWords(t),
    long = hasSentences(t),
    many = words.length > MANY && !long,
    table = many ? levelTable(words) : null;
  if (!words.length) return "";
  // a choice without a short name would stand out among those that have one
  const brief =
    long && words.every((o) => o.short) && new Set(words.map((o) => o.short)).size === words.length;
  const pairs = long && !brief && words.every((o) => o.label.length <= HALF_LABEL);
  const named = (o, shown) =>
    brief
      ? `<span class="long">${say(shown, !t.auction)}</span><span class="short">${say(o.short)}</span>`
      : say(shown, !t.auction);
  const heard = (o) => (t.auction ? spokenBid : spoken)(brief ? `${o.short}: ${o.label}` : o.label);
  const button = (o, shown, short) =>
    `<button type="button" class="${long && !short ? "opt say" : "btn"} ${o.mark === "refused" ? "no" : ""}" ${moveAttrs(o, t)}${table?.place(o) ?? ""}>${seenAndHeard(`${named(o, shown)}${answerSign(o)}${betSign(o, t)}`, choiceLabel(o, heard(o), t))}</button>`;
  const groups = many || pairs ? groupBy(words, (o) => leadOf(o, /^[A-Za-z]{3,} /)) : new Map(),
    brevity = (list) => many || list.every((o) => o.label.length <= LONG_LABEL),
    shared = [...groups].filter(([verb, list]) => verb && list.length >= SHARED && brevity(list)),
    apart = new Set(shared.flatMap(([, list]) => list));
  const under = ([verb, list]) =>
    `<div class="under"><span class="verb" aria-hidden="true">${esc(verb)}</span>${list.map((o) => button(o, underVerb(o.label, verb), true)).join("")}</div>`;
  const single = words.filter((o) => !apart.has(o)).map((o) => button(o, o.label)),
    look = `${long ? "sentences" : "words"} ${brief ? "brief" : ""} ${pairs ? "pairs" : ""} ${many ? "many" : ""} ${table ? "levels" : ""} ${isClosed(t.s) ? "done" : ""}`;
  const under_ = shared.map(under).join(""),
    grouped = long && under_ ? `<div class="words many">${under_}</div>` : under_;
  return `<div class="${look}"${table ? ` data-cols="${table.columns}" style="--n:${table.columns}"` : ""} role="group" aria-label="answers" data-rove data-zone="answers">${long ? grouped + single.join("") : single.join("") + grouped}</div>`;
}
const betSign = (o, t) => (t.bets && o.pressed ? `<small class="yours">your bet</small>` : "");
/** Cards that lie nowhere on the table, in a row of their own. */
function cardOptions(t) {
  const cards = t.loose.filter((o) => o.card);
  const button = (o) =>
    `<button type="button" class="slot" data-card="${esc(o.card)}" ${moveAttrs(o, t)}>${seenAndHeard(`<span class="pic ${o.pressed ? "picked" : ""}">${card(o.card, t.id, o.mark === "refused")}${answerSign(o)}</span>`, choiceLabel(o, cardName(o.card), t))}</button>`;
  return cards.length
    ? `<div class="cardrow" role="group" aria-label="answers" data-rove data-zone="answers">${cards.map(button).join("")}</div>`
    : "";
}
/** Numbers that are answered by one tap. */
function numberPicks(q, t) {
  const button = (value) => {
    const mine = t.given.includes(value),
      mark = q.checked ? q.marks?.[value] : undefined,
      look = mine ? "mine" : q.checked && !mark ? "not" : "";
    return `<button type="button" class="tapnum ${look} ${mark === "refused" ? "no" : ""}" ${moveAttrs({ move: value, legal: true, pressed: mine, mark }, t)}>${seenAndHeard(`${esc(value)}${answerSign({ mark })}${betSign({ pressed: mine }, t)}`, choiceLabel({ legal: true, pressed: mine, mark }, value, t))}</button>`;
  };
  return `<div class="picks ${isClosed(t.s) ? "done" : ""}" style="--n:${q.numbers.length > 6 ? Math.ceil(q.numbers.length / 2) : q.numbers.length}" role="group" aria-label="${t.bets ? "Your bet" : "Your answer"}" data-rove data-zone="answers">${q.numbers.map(button).join("")}</div>`;
}
/** Cards to be put in order: picked up by Space or a tap, moved by arrows, buttons or dragging. */
function orderRow(q, order, t) {
  const by = new Map(q.options.map((o) => [o.value, o])),
    shut = isClosed(t.s),
    held = shut ? null : t.heldCard;
  const cell = (value, i) => {
    const o = by.get(value) || { label: value },
      mark = q.checked ? q.marks?.[value] : undefined,
      what = o.card ? cardName(o.card) : spoken(o.label);
    const name = `${what}, place ${i + 1} of ${order.length}${held === value ? ", picked up" : ""}${mark ? ANSWER_WORDS[mark].replace(", chosen", "") : ""}`;
    return `<button type="button" class="slot" data-order="${esc(value)}" data-key="o:${esc(value)}" tabindex="-1" aria-pressed="${held === value}">${seenAndHeard(`<span class="pic ${held === value ? "picked" : ""}">${o.card ? card(o.card, t.id, mark === "refused") : esc(o.label)}<span class="ord left">${i + 1}</span>${answerSign({ mark })}</span>`, name)}</button>`;
  };
  const tools = shut
    ? ""
    : `<div class="movers"><button type="button" class="tool" data-shift="-1" data-key="shift-l" aria-label="Move the card to the left"${held ? "" : ' aria-disabled="true"'}>${icon("left")}<span>Left</span></button><span class="small soft">${held ? "Move it, or tap it again to let go." : "Tap a card to pick it up."}</span><button type="button" class="tool" data-shift="1" data-key="shift-r" aria-label="Move the card to the right"${held ? "" : ' aria-disabled="true"'}><span>Right</span>${icon("right")}</button></div>`;
  return `<div class="orderbox"><p class="ends small soft"><span>highest</span><span>lowest</span></p><div class="cardrow orders" style="--n:${order.length}" role="group" aria-label="cards in order, highest first" data-rove data-zone="order">${order.map(cell).join("")}</div>${tools}</div>`;
}
/** A number that is typed; its value is put in after drawing, so that nobody's typing is disturbed. */
function numberBox(q, given) {
  const mark = q.checked ? q.marks?.[given[0] ?? ""] : undefined;
  return `<div class="numberbox" data-zone="number"><button type="button" class="tool" data-by="-1" data-key="n-" aria-label="One less">−</button><span class="field"><input type="text" inputmode="numeric" autocomplete="off" maxlength="6" data-number data-key="number" aria-label="${esc(spoken(q.text))}">${answerSign({ mark })}</span><button type="button" class="tool" data-by="1" data-key="n+" aria-label="One more">+</button></div>`;
}
/** The rule's title; it opens its words. */
function ruleWords(f, t) {
  const text = f.rule_text || t.chrome.rules?.[f.rule],
    open = t.openRule === f.rule;
  return !f.rule_title
    ? ""
    : text
      ? `<button type="button" class="rule" data-rule="${esc(f.rule)}" data-key="rule" aria-expanded="${open}"><span aria-hidden="true">§</span><span class="nm">${esc(f.rule_title)}</span></button>${open ? `<p class="ruletext">${say(text, !t.auction)}</p>` : ""}`
      : ruleChip(f.rule_title, f.rule, t.chrome.links);
}
/** The first sentence, and what comes after it. */
function parted(pieces) {
  const first = [];
  for (let i = 0; i < pieces.length; i++) {
    const p = pieces[i],
      stop = p.t === "text" && p.s.search(/[.!?](\s|$)/);
    if (p.t !== "text" || stop < 0) {
      first.push(p);
      continue;
    }
    first.push({ t: "text", s: p.s.slice(0, stop + 1) });
    const left = p.s.slice(stop + 1).trimStart();
    return [first, [...(left ? [{ t: "text", s: left }] : []), ...pieces.slice(i + 1)]];
  }
  return [first, []];
}
/** What the rule or the engine says to the answer: the answer and its reason first, then one thing more, then the rule. */
function feedbackBody(f, t) {
  const [first, more] = parted(f.pieces || []),
    right = f.kind === "right",
    head = `<b>${piecesHtml(first, t)}</b>`,
    rest = more.length ? `<span class="do">${piecesHtml(more, t)}</span>` : "";
  return `<p data-feedback="${esc(f.kind)}" data-reason="${esc(piecesWords(f.pieces))}">${right ? `<span class="hd"><span class="okd" aria-hidden="true">${icon("check")}</span>${head}</span>` : head} ${rest}</p>${ruleWords(f, t)}`;
}
/** Hints, one line each, in their order; the next one opens after a pause. */
function hintsPart(s, t) {
  const list = s.hints || [];
  if (!list.length || !s.question || s.done || isClosed(s)) return "";
  const shut = list.findIndex((h) => !h.open),
    open = list.filter((h) => h.open),
    waits = shut > 0 && t.waiting,
    last = shut === list.length - 1;
  const go = s.can?.hint
    ? `<button type="button" class="go" data-do="hint" data-key="hint"${waits ? ' aria-disabled="true"' : ""}>${shut > 0 ? (last ? "Show what is left" : "Next hint") : "Hint"}</button>`
    : "";
  if (!open.length)
    return go
      ? `<div class="hints closed">${go.replace(">Hint<", `>${icon("bulb")}Hint<`)}</div>`
      : "";
  const lines = open
    .map(
      (h, i) =>
        `<li data-hint="open">${icon("bulb")}<span><span class="sr">Hint ${i + 1}: </span>${piecesHtml(h.pieces, t)}</span></li>`,
    )
    .join("");
  const note = last && go ? `<small>Then it comes back in your review.</small>` : "";
  // once the answer is told, a hint is what a small screen can do without
  return `<div class="hints"><ol${s.feedback?.told ? ' class="known"' : ""}>${lines}</ol>${go ? `<p class="more" data-hint="shut">${go}${note}</p>` : ""}${waits && go ? `<div class="wait" aria-hidden="true"></div>` : ""}</div>`;
}
/** To count a deal one has to see it: its tricks, and what was made in play. */
function countPanel(s) {
  const shows = s.question?.shows || [];
  if (!s.table || !shows.includes("earlier-tricks")) return "";
  const lines = shows.includes("made") ? s.table.lines || [] : [];
  const made = lines
    .map(
      (l) =>
        `<li><b>${esc(upper(l.side_name))}</b> ${say(l.title)}${l.points == null ? "" : ` <span class="num">${esc(signed(l.points))}</span>`}${l.because ? `<br> <span class="soft">${say(l.because)}</span>` : ""}</li>`,
    )
    .join("");
  const tricks = tricksPanel(s.table, 13),
    held = (s.table.tricks || []).length > MANY_LINES;
  return (
    (held
      ? `<details class="panel folds" data-fold open><summary data-turn-fold data-key="d:tricks"><h3>Tricks <span class="small muted">lead first</span></h3></summary>${tricks}</details>`
      : tricks) + (made ? madePanel(made, lines.length) : "")
  );
}
/** A long list can be folded: `fit` does so where the page would otherwise scroll. */
const MANY_LINES = 3;
const madePanel = (made, count) =>
  count > MANY_LINES
    ? `<details class="panel made" data-fold open><summary data-turn-fold data-key="d:made"><h3>Made in play <span class="small muted num">${count}</span></h3></summary><ul>${made}</ul></details>`
    : `<section class="panel made"><h3>Made in play</h3><ul>${made}</ul></section>`;
/** The calls so far, where the felt has no place for them. */
function callsPanel(s, t) {
  const calls = s.table?.calls;
  if (
    !s.question ||
    t.sorted.ladder.length ||
    !calls?.rows?.length ||
    t.trick?.faces?.length ||
    s.table.tricks?.length
  )
    return "";
  return `<section class="panel callsp"><h3>The calls</h3>${callsTable(s.table, t, false)}</section>`;
}
/** Where one stands in the play that is shown. */
function linePart(s) {
  const l = s.line;
  if (!l) return "";
  const can = s.can || {},
    back = can.backward ?? l.at > 0,
    off = (able) => (able ? "" : ' aria-disabled="true"'),
    where = l.length ? `${l.at} of ${l.length}` : "";
  return `<div class="line" data-line role="group" tabindex="0" data-key="line" aria-label="The play, move ${esc(where)}"><button type="button" class="tool" data-do="backward" data-key="l-" aria-label="One move back"${off(back)}>${icon("prev")}</button><span class="track" aria-hidden="true"><u style="width:${l.length ? ((100 * l.at) / l.length).toFixed(1) : 0}%"></u></span><button type="button" class="tool" data-do="forward" data-key="l+" aria-label="One move forward"${off(can.forward)}>${icon("next")}</button></div>`;
}
/** What is said of the move that is shown. */
const lineWords = (s) => (s.line?.note?.length ? s.line.note : s.line?.said || []);

// --- the bar

/** The parts of the step in hand: filled as they are answered, ringed where one is. */
function segments(s) {
  const of = s.item?.of || 1,
    at = (s.item?.number || 1) - 1,
    ok = isClosed(s);
  if (s.line?.length) {
    const share = Math.max(4, Math.round((100 * s.line.at) / s.line.length));
    return `<i class="part" style="--share:${share}%"></i>`;
  }
  return Array.from(
    { length: of },
    (_, k) => `<i class="${k < at || (k === at && ok) ? "ok" : k === at ? "here" : ""}"></i>`,
  ).join("");
}
function stepBar(s) {
  if (!s.steps?.length) return "";
  const now = s.steps.findIndex((x) => x.id === s.step);
  const item = (step, i) => {
    const here = i === now && !s.done,
      state = here ? "now" : step.state === "done" || s.done ? "done" : "todo";
    const name = `<span class="seg7" aria-hidden="true">${here ? segments(s) : "<i></i>"}</span><span class="nm">${here ? `${i + 1} · ` : ""}${esc(step.title)}${state === "done" ? icon("check") + `<span class="sr">, done</span>` : ""}</span>`;
    return `<li class="${state}"${here ? ' aria-current="step"' : ""}>${state === "done" && !s.done ? `<button type="button" data-goto="${esc(step.id)}" data-key="s:${esc(step.id)}">${name}</button>` : name}</li>`;
  };
  const where = s.done
    ? "All steps done"
    : `Step ${now + 1} of ${s.steps.length}: ${s.steps[now]?.title}${s.item?.of > 1 ? `, position ${s.item.number} of ${s.item.of}` : ""}`;
  return `<ol class="seven" style="--n:${s.steps.length}" aria-label="${esc(where)}">${s.steps.map(item).join("")}</ol>`;
}
/** On a page of its own the bar takes the place of the page's header. */
function barPart(s, t) {
  if (!s.steps?.length) return "";
  const tag = t.chrome.page ? "h1" : "h2",
    leave = t.chrome.leave || t.chrome.map,
    minutes = s.lesson?.minutes;
  const about = [
    minutes ? `${minutes} ${minutes === 1 ? "minute" : "minutes"}` : "",
    t.chrome.eyebrow,
  ]
    .filter(Boolean)
    .map(esc)
    .join(" · ");
  const out =
    t.chrome.page && leave
      ? `<a class="tool leave" data-leave data-key="leave" href="${esc(leave)}" aria-label="Leave the lesson; your place is saved">${icon("x")}</a>`
      : "";
  const paper = t.chrome.print
    ? `<a class="tool wide" data-key="paper" href="${esc(t.chrome.print)}">${icon("print")}On paper</a>`
    : "";
  const theme = t.chrome.page
    ? `<button type="button" class="tool wide" data-theme-turn data-key="theme" aria-label="Switch light and dark">${icon("moon")}</button>`
    : "";
  return `${out}<div class="ttl"><${tag} class="title">${esc(s.lesson?.title)}</${tag}>${about ? `<span>${about}</span>` : ""}</div>${stepBar(s)}${paper}${theme}`;
}

// --- the question

function eyebrow(s, t) {
  const at = s.steps?.findIndex((x) => x.id === s.step) ?? -1,
    step = s.steps?.[at];
  const left = step
    ? `<b>${at + 1} · ${esc(step.title)}</b>`
    : `<b>${esc([t.chrome.eyebrow, s.lesson?.title].filter(Boolean).join(" · "))}</b>`;
  const right = t.bets
    ? "nothing is counted yet"
    : s.line?.length && !s.question
      ? `move ${s.line.at} of ${s.line.length}`
      : s.item?.of > 1
        ? `position ${s.item.number} of ${s.item.of}`
        : s.item?.number && !s.item.of
          ? `exercise ${s.item.number}`
          : "";
  return { left, right: right ? `<span data-where>${right}</span>` : "" };
}
function askPart(s, t) {
  if (s.done) return "";
  const q = s.question,
    inBar = !!s.steps?.length,
    tag = inBar && !t.chrome.page ? "h3" : "h2",
    title =
      t.chrome.page && !inBar ? `<h1 class="sr">${esc(s.lesson?.title || "Exercise")}</h1>` : "",
    { left, right } = eyebrow(s, t),
    caption = q ? [] : lineWords(s);
  const heading = q ? say(q.text, !t.auction) : esc(t.chrome.heading || "");
  const text =
    s.text?.length && !caption.length ? `<p class="scene">${piecesHtml(s.text, t)}</p>` : "";
  const note = caption.length ? `<p class="note" data-note>${piecesHtml(caption, t)}</p>` : "";
  if (heading)
    return `${title}${todayRow(s.practice) || `<div class="eyebrow"><span>${left}</span>${right}</div>`}<${tag} class="question" tabindex="-1" data-key="question">${heading}</${tag}>${text}${note}`;
  // where nothing is asked, the step's name is the heading
  return `${title}<div class="eyebrow"><${tag} class="question" tabindex="-1" data-key="question">${left}</${tag}>${right}</div>${text}${note}`;
}

/** Today's answers of a practice: right, or coming back. */
function todayRow(practice) {
  if (!practice?.today?.length) return "";
  const signs = practice.today.map((mark) =>
    mark === "right"
      ? `<span class="okd">${icon("check")}</span>`
      : `<span class="bk">${icon("undo")}</span>`,
  );
  return `<p class="today"><span aria-hidden="true">Today ${signs.join("")}</span><span class="sr">${esc(practice.spoken)}</span>${practice.row ? ` <b>${esc(practice.row)}</b>` : ""}</p>`;
}
/** After an answer of a practice: the rule in the words of its sheet, and the trick in its order. */
function whyPart(s, t) {
  const why = s.practice?.why;
  if (!why?.pieces?.length) return "";
  const open = t.openWhy ?? why.open,
    cards = why.cards.map((code) => chip(code)).join(`<span aria-hidden="true"> ▸ </span>`);
  const body = `<p class="whyrule"><span aria-hidden="true">§</span> ${esc(why.rule_title)}</p><p>${piecesHtml(why.pieces, t)}</p>${cards ? `<p class="order">${cards} <span class="small soft">in this trick</span></p>` : ""}`;
  return `<section class="why"><button type="button" class="whyhead" data-why data-key="why" aria-expanded="${open}">Why?${icon(open ? "up" : "down")}</button>${open ? `<div class="whybody">${body}</div>` : ""}</section>`;
}

// --- the dock

/** The one button that Enter presses, and at most one beside it. */
function actions(s) {
  const q = s.question,
    can = s.can || {};
  if (s.done) return [];
  const go = can.forward
    ? ["forward", s.onward || "Next"]
    : can.next
      ? ["next", s.onward || "Next"]
      : null;
  if (q && !q.checked) {
    const check = byOneTap(q) ? [] : [["check", s.step === "predict" ? "Place the bet" : "Check"]];
    return go ? [...check, go] : check;
  }
  if (q && !isClosed(s)) {
    if (!go) return byOneTap(q) ? [] : [["check", "Check"]];
    return can.try_again ? [go, ["try_again", "Try again"]] : [go];
  }
  if (s.play?.href && !q) return [["play", "Sit down and play"], ...(go ? [go] : [])];
  return go ? [go] : [];
}
function actsPart(s) {
  const list = actions(s),
    can = s.can || {};
  const button = ([name, label], i) =>
    name === "play"
      ? `<a class="btn main" data-key="primary" href="${esc(s.play.href)}">${label}${icon("right")}</a>`
      : `<button type="button" class="btn ${i ? "" : "main"}" data-do="${name}" data-key="${i ? "second" : "primary"}"><span>${esc(label)}${name === "next" && s.practice?.next ? `<small>${esc(s.practice.next)}</small>` : ""}</span>${i || name === "check" ? "" : icon("right")}</button>`;
  return list.length ? `<div class="acts-row">${list.map(button).join("")}</div>` : "";
}
function restPart(s, t) {
  const can = s.can || {},
    q = s.question,
    keys = [];
  if (q && !isClosed(s)) {
    if (q.numbers?.length) keys.push(["1 2 3", t.bets ? "bet" : "answer"]);
    else if (q.select !== "number") keys.push(["← →", "choose"]);
    keys.push(
      ...(byOneTap(q) ? (q.numbers?.length ? [] : [["Enter", "answer"]]) : [["Enter", "check"]]),
    );
    if (can.hint) keys.push(["H", "hint"]);
  } else keys.push(["Enter", "go on"]);
  const tools = [
    can.back
      ? `<button type="button" class="tool" data-do="back" data-key="back">Back</button>`
      : "",
    (can.skip ?? (q && !q.checked)) && !isClosed(s)
      ? `<button type="button" class="tool" data-do="skip" data-key="skip">Skip for now</button>`
      : "",
    t.chrome.share
      ? `<a class="tool" data-share data-key="share" href="${esc(t.chrome.share)}">${icon("share")}Share</a>`
      : "",
    t.chrome.print && !s.steps?.length
      ? `<a class="tool" data-key="paper" href="${esc(t.chrome.print)}">${icon("print")}Print</a>`
      : "",
  ].join("");
  return `<div class="rest"><p class="keys">${keys
    .map(
      ([key, does]) =>
        `<span>${key
          .split(" ")
          .map((k) => `<kbd>${k}</kbd>`)
          .join(" ")} ${does}</span>`,
    )
    .join(" ")}</p>${tools ? `<p class="tools">${tools}</p>` : ""}</div>`;
}
function dockPart(s, t) {
  if (s.done) return "";
  const q = s.question;
  const choices = !q
    ? ""
    : q.numbers?.length
      ? numberPicks(q, t)
      : q.select === "number"
        ? numberBox(q, t.given)
        : wordOptions(t);
  const apart =
    s.feedback && !t.inFelt ? `<div class="bubble apart">${feedbackBody(s.feedback, t)}</div>` : "";
  return `${choices}${apart}${actsPart(s)}${whyPart(s, t)}${linePart(s)}${hintsPart(s, t)}${restPart(s, t)}`;
}
/** The felt with the question's answers in it. */
function stagePart(s, t, order) {
  const q = s.question,
    row = q?.select === "order" ? orderRow(q, order, t) : cardOptions(t),
    answers = row ? `<div class="answers">${row}</div>` : "";
  const table_ =
    s.play && !q && !s.table
      ? `<div class="playcard"><b>${esc(s.play.title)}</b><p class="soft">${esc(s.play.absent || "The table opens on a page of its own; this lesson waits here.")}</p></div>`
      : "";
  // a ladder on which nothing can be chosen says less than the calls do
  const table = s.table ? (t.sorted.ladder.length ? felt : tableFelt)(t) : "",
    seen = (panel) => (panel ? `<div class="seenp">${panel}</div>` : "");
  return `${s.table ? seen(callsPanel(s, t)) : ""}${table || table_}${answers}${seen(countPanel(s))}`;
}

/** What no card and no call of the table stands for is told in words: all of it in one place. */
function toldApart(place, sorted, q) {
  if (!q || place.revealed) return;
  const inWords = new Set(
    [...sorted.rows, ...sorted.buttons, ...[...sorted.pickers.values()].flat()].map((c) => c.move),
  );
  if (!inWords.size) return;
  const state = new Map(place.table.map((c) => [c.move, c])),
    loose = new Map(place.loose.map((o) => [o.value, o]));
  place.loose.splice(
    0,
    Infinity,
    ...q.options
      .filter((o) => loose.has(o.value) || inWords.has(o.value))
      .map(
        (o) =>
          loose.get(o.value) || {
            ...o,
            move: o.value,
            card: null,
            legal: true,
            pressed: state.get(o.value).pressed,
            mark: state.get(o.value).mark,
          },
      ),
  );
  Object.assign(sorted, { rows: [], buttons: [], pickers: new Map() });
}
/** What is on the screen: while a new answer is on its way, what was said to the old one is gone with it. */
const shown = (sent, ui) =>
  ui.local && sent.question
    ? { ...sent, feedback: null, question: { ...sent.question, checked: false, marks: {} } }
    : sent;
/** What one draw needs: the table's context, with the question's options as its choices. */
function lessonContext(model, ui) {
  const chrome = model.get("chrome") || {},
    s = shown(model.get("snapshot"), ui),
    q = s.question,
    given = ui.local ? ui.local.values : q?.given || [],
    view = s.table ? { ...s.table } : null,
    // what was tried before a gap goes when the gap asks
    tried = q ? null : s.line?.tried;
  const trickZone = view?.zones.find((z) => z.layout === "trick") || null;
  const auction =
    !!view &&
    ((view.choices || []).some((c) => c.at) ||
      (!!view.grid && !!view.calls && !trickZone?.faces?.length && !view.deal_over));
  const place = placeOptions(view, q, given, auction);
  const base = {
    s,
    chrome,
    id: ui.id,
    given,
    loose: place.loose,
    openRule: ui.openRule,
    openWhy: ui.openWhy,
    heldCard: ui.heldCard,
    waiting: Date.now() < ui.waitUntil,
    bets: s.step === "predict" && !!q,
    auction: false,
    mode: place.revealed ? "show" : "exam",
  };
  if (!view) return { ...base, inFelt: false };
  view.choices = place.table;
  view.log = [];
  if (q) view.prompt = "";
  const covered = coveredHands(view),
    sorted = sortChoices(view, covered);
  toldApart(place, sorted, q);
  for (const choice of place.trick) sorted.onFace.set(`${choice.from}|${choice.card}`, choice);
  const from = (cardCode) =>
    view.zones.find((z) => z.layout !== "trick" && shownFaces(z).some((f) => f.card === cardCode))
      ?.id;
  const t = {
    ...base,
    view,
    sorted,
    covered,
    trick: trickZone,
    where: view.layout.seats,
    seatChoices: place.seats,
    used: new Set(),
    seen: ui.seen,
    now: new Set(),
    picked: null,
    pickerMoves: new Set([...sorted.pickers.values()].flat().map((c) => c.move)),
    verbs: 1,
    auction: sorted.ladder.length > 0 || auction,
    inFelt: !!s.feedback && !ofSheets(q),
    bubble: null,
  };
  if (t.inFelt) t.bubble = { html: feedbackBody(s.feedback, t), ...triedCard(s, t, from) };
  else if (tried)
    Object.assign(t, {
      mode: "ask",
      bubble: {
        move: tried.move,
        card: tried.card,
        label: tried.label || "",
        from: from(tried.card),
        text: tried.reason,
        do: tried.do || "",
        rule: tried.rule,
        rule_title: tried.rule_title || "",
        chip: ruleWords(tried, t),
      },
    });
  return t;
}
/** A card of the hand that was refused lies in its player's place of the trick until the next tap sends it home. */
function triedCard(s, t, from) {
  const q = s.question,
    value = t.given[0],
    option = q?.options?.find((o) => o.value === value);
  if (!t.trick || !q?.checked || q.select !== "one" || q.marks?.[value] !== "refused") return {};
  if (!option?.card || !t.sorted.onFace.has(`${from(option.card)}|${option.card}`)) return {};
  return { move: value, card: option.card, from: from(option.card) };
}

function renderLesson({ model, el }) {
  const ui = {
      id: `cl${++instances}`,
      local: null,
      heldCard: null,
      openRule: null,
      waitUntil: 0,
      hintsOpen: 0,
      unfolded: null,
      seen: new Set(),
      n: 0,
      place: "",
      said: {},
    },
    root = document.createElement("div");
  root.className = "cl-root cl-lesson";
  root.innerHTML = `${cardDefs(ui.id)}<div class="lost"></div><div class="errors"></div><div class="lbar"></div><div class="desk"><section class="ask2"></section><section class="board"><div class="stage"></div></section><section class="dock"></section></div><div class="endp"></div><p class="sr" role="status" aria-live="polite"></p>`;
  el.append(root);
  const part = (name) => root.querySelector(`:scope .${name}`);
  const [lost, errors, lbar, desk, ask2, board, stage, dock, endp] = [
      "lost",
      "errors",
      "lbar",
      "desk",
      "ask2",
      "board",
      "stage",
      "dock",
      "endp",
    ].map(part),
    status = root.querySelector("[role=status]");
  const snapshot = () => model.get("snapshot") || {},
    question = () => snapshot().question;
  const values = () => (ui.local ? ui.local.values : question()?.given || []);
  const orderNow = () => {
    const q = question(),
      now = values();
    return q?.select === "order" ? (now.length ? now : q.options.map((o) => o.value)) : now;
  };
  function send(name, data = {}) {
    ui.n = Math.max(ui.n + 1, Date.now());
    model.set("command", { n: ui.n, name, data });
    model.save_changes();
  }
  /** What is chosen, at once on the screen; the kernel hears the whole answer each time, so that none is lost on the way. */
  function give(list) {
    send("give", { values: list });
    ui.local = { values: list, n: ui.n };
    draw();
  }
  /** A tap on a choice: the whole answer where one is enough, else one card more or less. */
  function choose(value) {
    const s = snapshot(),
      q = s.question,
      now = values();
    if (!q || isClosed(s)) return;
    if (byOneTap(q)) {
      send("check", { values: [value] });
      ui.local = { values: [value], n: ui.n };
      draw();
    } else give(now.includes(value) ? now.filter((v) => v !== value) : [...now, value]);
  }
  function act(name) {
    const s = snapshot(),
      q = s.question;
    if (name === "play") {
      root.querySelector("a[data-key=primary]")?.click();
      return;
    }
    if (name === "hint" && (!s.can?.hint || ui.waitUntil > Date.now() || isClosed(s))) {
      if (q && !isClosed(s) && ui.waitUntil > Date.now())
        status.textContent = "The next hint opens in a moment.";
      return;
    }
    if (
      (name === "forward" && !s.can?.forward) ||
      (name === "backward" && !(s.can?.backward ?? s.line?.at > 0))
    )
      return;
    send(name, name === "check" ? { values: orderNow() } : {});
  }
  const primary = () => {
    if (snapshot().done) {
      root.querySelector("a[data-key=primary]")?.click();
      return;
    }
    const first = actions(shown(snapshot(), ui))[0];
    if (first) act(first[0]);
  };
  function shift(by) {
    const order = [...orderNow()],
      at = order.indexOf(ui.heldCard),
      to = at + by;
    if (at < 0 || to < 0 || to >= order.length) return;
    [order[at], order[to]] = [order[to], order[at]];
    give(order);
  }
  /** A page has one table and one dock to jump to; a notebook with many lessons would have as many of the same name. */
  function landmarks(page) {
    for (const [part_, name] of [
      [ask2, "Question"],
      [board, "Table"],
      [dock, "Answer and hints"],
    ]) {
      if (page) part_.setAttribute("aria-label", name);
      else part_.removeAttribute("aria-label");
    }
    root.classList.add("drawn");
    root.classList.toggle("page", !!page);
    root.classList.toggle("barred", !!page && !!snapshot().steps?.length);
  }
  const topOfDesk = () => Math.round(desk.getBoundingClientRect().top + scrollY);
  /** What stood above the lesson while the page was loading goes after it was drawn: then there is more room. */
  const room = new ResizeObserver(() => {
    if (!desk.hidden && topOfDesk() !== ui.top) fit();
  });
  /**
   * On a page of its own everything stands on one screen: what lies on the table gets smaller until it fits, and only a
   * table that would then be too small to read makes the page longer.
   */
  function zoomTo(zoom) {
    stage.style.zoom = zoom === 1 ? "" : zoom;
    stage.style.setProperty("--zoom", zoom);
  }
  function fit() {
    root.classList.remove(...TIGHTER, "tall");
    unfold();
    zoomTo(1);
    if (!root.classList.contains("page") || snapshot().done) return;
    ui.top = topOfDesk();
    desk.style.setProperty("--top", `${ui.top}px`);
    // the page's own margin below the desk belongs to the screen, too
    const below = document.documentElement.scrollHeight - ui.top - desk.offsetHeight;
    desk.style.setProperty("--below", `${below > 0 && below <= MARGIN ? below : 0}px`);
    const height = () => stage.getBoundingClientRect().height,
      tableFits = () => height() <= board.clientHeight + 1,
      dockFits = () => dock.scrollHeight <= dock.clientHeight + 1;
    for (const level of [null, ...TIGHTER]) {
      if (level) root.classList.add(level);
      if (tableFits() && dockFits()) return;
    }
    const shrink = () => {
      zoomTo(1);
      const share = board.clientHeight / height();
      for (const zoom of ZOOMS) {
        if (tableFits()) break;
        // no step is tried that the heights already rule out
        if (zoom - share < 0.08 || zoom === ZOOMS.at(-1)) zoomTo(zoom);
      }
      return tableFits() && dockFits();
    };
    let fits = shrink();
    // the list at the bottom goes first
    for (const list of ui.unfolded === null ? lists().reverse() : []) {
      if (fits) break;
      list.open = false;
      fits = shrink();
    }
    root.classList.toggle("tall", !fits);
  }
  /** The long lists below the table: open, unless the reader has folded them. */
  const lists = () => [...stage.querySelectorAll("[data-fold]")];
  function unfold() {
    for (const list of lists()) list.open = ui.unfolded ?? true;
  }
  /** Says what is new, each thing once. */
  function announce(s) {
    const hints = (s.hints || []).filter((h) => h.open),
      ear = (p) => piecesWords(p);
    const now = {
      ask: s.done
        ? endWords(s)
        : `${s.question ? spoken(s.question.text) : ""} ${ear(s.text)}`.trim(),
      note: ear(lineWords(s)),
      tried: s.line?.tried
        ? `${s.line.tried.card ? cardName(s.line.tried.card) : ""}: ${spoken(s.line.tried.reason)}`
        : "",
      hint: hints.length ? ear(hints.at(-1).pieces) : "",
      feedback: s.feedback ? ear(s.feedback.pieces) : "",
    };
    const fresh = Object.keys(now)
      .filter((k) => now[k] && now[k] !== ui.said[k])
      .map((k) => now[k]);
    ui.said = now;
    if (fresh.length) status.textContent = fresh.join(" ");
  }
  function draw() {
    const s = snapshot();
    if (!s.lesson) {
      stage.innerHTML = `<p class="soft waiting">${esc(model.get("error") ? "" : "The lesson is being opened …")}</p>`;
      onError();
      return;
    }
    const held = heldFocus(root),
      checked = !!s.question?.checked,
      asked = [s.step, s.item?.number, s.question?.id, s.line?.at].join("|"),
      where = `${asked}|${checked}`,
      fresh = asked !== ui.asked,
      moved = where !== ui.place;
    // that an earlier choice was heard of (and what was said to it is gone) leaves a later one as it is
    if (ui.local && (model.get("heard") >= ui.local.n || fresh)) ui.local = null;
    if (moved) Object.assign(ui, { openRule: null, openWhy: null });
    if (moved && (fresh || checked)) ui.heldCard = null;
    if (fresh) ui.unfolded = null;
    const opened = (s.hints || []).filter((h) => h.open).length;
    if (opened > ui.hintsOpen && opened) {
      ui.waitUntil = Date.now() + PAUSE;
      setTimeout(draw, PAUSE + 30);
    }
    if (opened < ui.hintsOpen) ui.waitUntil = 0;
    ui.hintsOpen = opened;
    const t = lessonContext(model, ui);
    fill(lbar, barPart(s, t));
    fill(ask2, askPart(t.s, t));
    fill(stage, s.done ? "" : stagePart(t.s, t, orderNow()));
    fill(dock, dockPart(t.s, t));
    fill(endp, endPart(s, t));
    desk.hidden = !!s.done;
    desk.classList.toggle("alone", !stage.firstChild);
    root.classList.toggle("answered", !!s.feedback);
    desk.classList.toggle("wordy", hasSentences(t));
    desk.classList.toggle("orders", s.question?.select === "order");
    desk.classList.toggle("sheets", ofSheets(s.question));
    putNumber(t);
    landmarks(t.chrome.page);
    onError();
    rove(root, held?.key);
    strays(root);
    ui.place = where;
    fit();
    focusAfter(s, held, moved, fresh);
    ui.asked = asked;
    announce(s);
    ui.seen = t.now || ui.seen;
    root.dataset.stamp = model.get("stamp");
    root.dataset.step = s.done ? "done" : s.step || "";
    root.dataset.ready = "";
  }
  /** The number that is typed stays as it is typed; a button or the kernel may change it. */
  function putNumber(t) {
    const field = dock.querySelector("[data-number]"),
      value = t.given[0] ?? "";
    if (field && field.value.replace("−", "-") !== value) field.value = value;
  }
  /** The focus stays where it was; after an answer it is on the way on, after a new question on the question. */
  function focusAfter(s, held, moved, fresh) {
    const find = (key) =>
        key && [...root.querySelectorAll("[data-key]")].find((e) => e.dataset.key === key),
      primary_ = root.querySelector("[data-key=primary]"),
      here = root.contains(document.activeElement);
    if (s.done && moved && (held || document.activeElement === document.body))
      root.querySelector("[data-key=question]")?.focus({ preventScroll: true });
    else if (moved && isClosed(s) && primary_ && (held || document.activeElement === document.body))
      primary_.focus({ preventScroll: true });
    else if (fresh && held && s.question && !s.question.checked)
      root.querySelector("[data-key=question]")?.focus({ preventScroll: true });
    else if (held && !here)
      (
        (s.done ? null : find(held.key)) ||
        (held.zone &&
          root.querySelector(`[data-zone="${CSS.escape(held.zone)}"] button[tabindex="0"]`)) ||
        root.querySelector("[data-key=question]") ||
        primary_
      )?.focus({ preventScroll: true });
  }
  function turnWhy() {
    const why = snapshot().practice?.why;
    if (!why) return;
    ui.openWhy = !(ui.openWhy ?? why.open);
    draw();
  }
  /** The link to this very question, unanswered. */
  function share(link) {
    const copied = navigator.clipboard?.writeText(link);
    if (!copied) {
      location.href = link;
      return;
    }
    copied.then(
      () => {
        status.textContent = "The link to this table is copied.";
        const label = root.querySelector("[data-share]");
        if (label) label.lastChild.textContent = "Copied";
      },
      () => {
        location.href = link;
      },
    );
  }
  function onClick(event) {
    const on = (name) => event.target.closest(`[data-${name}]`),
      off = event.target.closest('[aria-disabled="true"]');
    if (ui.dragged) {
      ui.dragged = false;
      return;
    }
    if (off) {
      if (off.dataset.do === "hint") act("hint");
      return;
    }
    if (on("move")) choose(on("move").dataset.move);
    else if (on("picks")) {
      const card_ = on("picks").dataset.picks;
      root.querySelector(`.opt[data-for="${CSS.escape(card_)}"]`)?.focus();
    } else if (on("order")) {
      if (isClosed(snapshot())) return;
      const v = on("order").dataset.order;
      ui.heldCard = ui.heldCard === v ? null : v;
      draw();
    } else if (on("shift")) shift(Number(on("shift").dataset.shift));
    else if (on("by")) step(Number(on("by").dataset.by));
    else if (on("rule")) {
      ui.openRule = ui.openRule === on("rule").dataset.rule ? null : on("rule").dataset.rule;
      draw();
    } else if (on("goto")) send("goto", { step: on("goto").dataset.goto });
    else if (on("why")) turnWhy();
    else if (on("turn-fold")) {
      event.preventDefault();
      ui.unfolded = !on("turn-fold").closest("[data-fold]").open;
      fit();
    } else if (on("share")) {
      event.preventDefault();
      share(on("share").href);
    } else if (on("theme-turn")) document.querySelector("[data-theme-switch]")?.click();
    else if (on("do")) act(on("do").dataset.do);
  }
  function onInput(event) {
    if (event.target.dataset.number === undefined) return;
    const text = event.target.value.trim().replace("−", "-"),
      list = text === "" ? [] : [text];
    send("give", { values: list });
    ui.local = { values: list, n: ui.n };
  }
  /** Keys that mean the same wherever the focus is: numbers, hints, the way out. */
  function anywhere(key, target) {
    if (target.dataset?.number !== undefined && key !== "Escape") return false;
    const q = question();
    if (/^[0-9]$/.test(key) && q?.numbers?.includes(key)) choose(key);
    else if (/^[hH?]$/.test(key)) act("hint");
    else if (/^[wW]$/.test(key) && snapshot().practice?.why) turnWhy();
    else if (key === "Escape" && (ui.heldCard || ui.openRule)) {
      Object.assign(ui, { heldCard: null, openRule: null });
      draw();
    } else if (key === "Escape" && root.querySelector("[data-leave]"))
      root.querySelector("[data-leave]").click();
    else return false;
    return true;
  }
  /** From the question the arrows lead to the cards and choices. */
  function intoChoices() {
    const stop = root.querySelector(
      "[data-zone=answers] button[data-move], .felt [data-rove] button[data-move][tabindex='0']",
    );
    stop?.focus();
    return !!stop;
  }
  function onKey(event) {
    const target = event.target,
      { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (anywhere(key, target)) {
      event.preventDefault();
      return;
    }
    const answering = target.closest("[data-move], [data-order], [data-number]"),
      oneTap = target.closest("[data-move]") && question() && byOneTap(question());
    if (
      key === "Enter" &&
      !oneTap &&
      (answering || target.closest("[data-line]") === target || target.dataset.key === "question")
    ) {
      event.preventDefault();
      if (!event.repeat) primary();
      return;
    }
    if (key === "Enter" && event.repeat) {
      event.preventDefault();
      return;
    }
    if (target.dataset.number !== undefined) {
      if (key === "ArrowUp" || key === "ArrowDown") {
        event.preventDefault();
        if (!isClosed(snapshot())) step(key === "ArrowUp" ? 1 : -1);
      }
      return;
    }
    if (target.closest("[data-line]") && /^Arrow(Left|Right)$/.test(key)) {
      event.preventDefault();
      act(key === "ArrowLeft" ? "backward" : "forward");
      return;
    }
    if (
      target.dataset.order !== undefined &&
      ui.heldCard === target.dataset.order &&
      /^Arrow(Left|Right)$/.test(key)
    ) {
      event.preventDefault();
      shift(key === "ArrowLeft" ? -1 : 1);
      return;
    }
    if (/^Arrow/.test(key) && target.dataset.key === "question" && intoChoices()) {
      event.preventDefault();
      return;
    }
    if (/^(Arrow|Home|End)/.test(key) && target.localName === "button") moveInside(event);
  }
  /** One more or one less; a field that is empty begins at nothing. */
  function step(by) {
    const [now] = values();
    give([String(now === undefined ? Math.max(0, by) : (Number.parseInt(now, 10) || 0) + by)]);
  }
  // dragging a card of the row: the element itself moves among its neighbours, the order is read when it is let go
  let drag = null;
  function onDown(event) {
    const item = event.target.closest("[data-order]");
    if (item && !isClosed(snapshot()) && event.button === 0)
      drag = { item, x: event.clientX, on: false };
  }
  function onMove(event) {
    if (!drag) return;
    if (!drag.on && Math.abs(event.clientX - drag.x) < 8) return;
    drag.on = true;
    drag.item.classList.add("dragged");
    const row = drag.item.parentNode,
      others = [...row.children].filter((e) => e !== drag.item);
    const before = others.find((e) => {
      const b = e.getBoundingClientRect();
      return event.clientX < b.left + b.width / 2 && event.clientY < b.bottom;
    });
    if (before !== drag.item.nextElementSibling) row.insertBefore(drag.item, before || null);
  }
  function onUp() {
    const was = drag;
    drag = null;
    if (!was?.on) return;
    ui.dragged = true;
    setTimeout(() => {
      ui.dragged = false;
    });
    const order = [...was.item.parentNode.children].map((e) => e.dataset.order);
    stage.cl = null;
    give(order);
  }
  const quiet = (event) => {
    if (event.target.closest("button, input, a, [tabindex]") && event.key !== "Tab")
      event.stopPropagation();
  };
  root.addEventListener("click", onClick);
  root.addEventListener("input", onInput);
  root.addEventListener("keydown", (event) => {
    onKey(event);
    quiet(event);
  });
  root.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", onUp);
  document.addEventListener("pointercancel", onUp);

  function onError() {
    const words = model.get("error"),
      { map, onward, next } = model.get("chrome") || {},
      way = onward ? `<a class="btn main" href="${esc(onward)}">Go on with ${esc(next)}</a>` : "",
      out = way || (map ? `<a class="btn" href="${esc(map)}">To the map</a>` : "");
    fill(
      errors,
      words
        ? `<div class="alert" role="alert"><span>${esc(words)}</span>${snapshot().lesson ? "" : out}</div>`
        : "",
    );
    if (words && !snapshot().lesson) root.dataset.ready = "";
  }
  /** Keys go to the lesson of a page even where nothing has the focus. */
  const onBodyKey = (event) => {
    if (
      event.target === document.body &&
      root.classList.contains("page") &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      (anywhere(event.key, event.target) || (/^Arrow/.test(event.key) && intoChoices()))
    )
      event.preventDefault();
  };
  document.addEventListener("keydown", onBodyKey);
  addEventListener("resize", fit);
  room.observe(document.documentElement);
  room.observe(document.body);
  const stopTheme = followTheme(root),
    stopWatch = watchKernel(
      model,
      lost,
      "The lesson has lost its kernel. Reload to go on at this step.",
    );
  model.on("change:stamp", draw);
  model.on("change:error", onError);
  draw();
  followLink(model);
  return () => {
    stopWatch();
    stopTheme();
    removeEventListener("resize", fit);
    room.disconnect();
    document.removeEventListener("keydown", onBodyKey);
    document.removeEventListener("pointermove", onMove);
    document.removeEventListener("pointerup", onUp);
    document.removeEventListener("pointercancel", onUp);
  };
}
