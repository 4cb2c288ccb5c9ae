/**
 * The lesson around the table: step bar, text, question, answers, hints, feedback. Draws a snapshot when `stamp` changes
 * and sends commands back; put after the table's scripts by cardlab/web/widgets/assets.py. Knows no rule and marks nothing:
 * what stands and why comes with the snapshot. Until the kernel has heard of it, what is chosen is remembered here.
 */
const PAUSE = 2500;
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

/** Where each option is answered: on the table (a card of the hand, a call of the ladder), else among the loose ones. */
function placeOptions(view, q, given) {
  const table = [],
    loose = [];
  if (!q || q.select === "order" || q.select === "number") return { table, loose };
  const own = view?.choices || [],
    shared = q.ask === "find-group";
  // what is asked of the pack, not of the table, is answered apart from it
  const zones =
    q.shows?.includes("choices-on-table") === false
      ? []
      : (view?.zones || []).filter(
          (z) =>
            (z.owner === view.viewer || (shared && z.owner == null)) &&
            z.open &&
            z.layout !== "trick",
        );
  for (const option of q.options) {
    const state = {
      legal: true,
      reason: "",
      pressed: given.includes(option.value),
      mark: q.checked ? q.marks?.[option.value] : undefined,
    };
    const base = own.find((c) => c.move === option.value),
      lies = option.card && zones.find((z) => shownFaces(z).some((f) => f.card === option.card));
    if (base) table.push({ worth: null, cards: [], at: null, ...base, ...state });
    else if (lies)
      table.push({
        move: option.value,
        label: option.label,
        verb: "",
        verb_title: "",
        card: option.card,
        cards: [],
        from: lies.id,
        at: null,
        worth: null,
        ...state,
      });
    else loose.push({ ...option, ...state, move: option.value });
  }
  return { table, loose };
}
/** Options that do not lie on the table: cards in a row, short words as buttons, sentences one under the other. */
function looseOptions(list, t) {
  const cards = list.filter((o) => o.card),
    words = list.filter((o) => !o.card),
    long = words.some((o) => o.label.length > 26);
  const body = (o) => `${say(o.label, !t.auction)}${answerSign(o)}`;
  const button = (o, cls) =>
    `<button type="button" class="${cls} ${o.mark === "refused" ? "no" : ""}" ${moveAttrs(o, t)}>${seenAndHeard(body(o), choiceLabel(o, (t.auction ? spokenBid : spoken)(o.label), t))}</button>`;
  const card_ = (o) =>
    `<button type="button" class="slot" data-card="${esc(o.card)}" ${moveAttrs(o, t)}>${seenAndHeard(`<span class="pic ${o.pressed ? "picked" : ""}">${card(o.card, t.id, o.mark === "refused")}${answerSign(o)}</span>`, choiceLabel(o, cardName(o.card), t))}</button>`;
  return (
    (cards.length
      ? `<div class="cardrow" role="group" aria-label="answers" data-rove data-zone="answers">${cards.map(card_).join("")}</div>`
      : "") +
    (words.length
      ? `<div class="${long ? "sentences" : "words"}" role="group" aria-label="answers" data-rove data-zone="answers">${words.map((o) => button(o, long ? "opt say" : "btn")).join("")}</div>`
      : "")
  );
}
/** Cards to be put in order: picked up by Space or a tap, moved by arrows, buttons or dragging. */
function orderRow(q, order, t) {
  const by = new Map(q.options.map((o) => [o.value, o])),
    held = q.checked ? null : t.heldCard;
  const cell = (value, i) => {
    const o = by.get(value) || { label: value },
      mark = q.checked ? q.marks?.[value] : undefined,
      what = o.card ? cardName(o.card) : spoken(o.label);
    const name = `${what}, place ${i + 1} of ${order.length}${held === value ? ", picked up" : ""}${mark ? ANSWER_WORDS[mark].replace(", chosen", "") : ""}`;
    return `<button type="button" class="slot" data-order="${esc(value)}" data-key="o:${esc(value)}" tabindex="-1" aria-pressed="${held === value}">${seenAndHeard(`<span class="pic ${held === value ? "picked" : ""}">${o.card ? card(o.card, t.id, mark === "refused") : esc(o.label)}<span class="ord left">${i + 1}</span>${answerSign({ mark })}</span>`, name)}</button>`;
  };
  const tools = q.checked
    ? ""
    : `<div class="movers"><button type="button" class="tool" data-shift="-1" data-key="shift-l" aria-label="Move the card to the left"${held ? "" : ' aria-disabled="true"'}>${icon("left")}<span>Left</span></button><span class="small soft">${held ? "Move it, or tap it again to let go." : "Tap a card to pick it up."}</span><button type="button" class="tool" data-shift="1" data-key="shift-r" aria-label="Move the card to the right"${held ? "" : ' aria-disabled="true"'}><span>Right</span>${icon("right")}</button></div>`;
  return `<div class="orderbox"><p class="ends small soft"><span>highest</span><span>lowest</span></p><div class="cardrow orders" style="--n:${order.length}" role="group" aria-label="cards in order, highest first" data-rove data-zone="order">${order.map(cell).join("")}</div>${tools}</div>`;
}
function numberBox(q, given) {
  const value = given[0] ?? "",
    mark = q.checked ? q.marks?.[value] : undefined,
    off = q.checked ? " disabled" : "";
  return `<div class="numberbox" data-zone="number"><button type="button" class="tool" data-by="-1" data-key="n-" aria-label="One less"${off}>−</button><span class="field"><input type="text" inputmode="numeric" autocomplete="off" maxlength="6" pattern="(-|−|[+])?[0-9]*" data-number data-key="number" aria-label="${esc(q.text)}" value="${esc(value)}"${q.checked ? " readonly" : ""}>${answerSign({ mark })}</span><button type="button" class="tool" data-by="1" data-key="n+" aria-label="One more"${off}>+</button></div>`;
}
/** The rule's title; it opens its words. */
function ruleWords(f, t) {
  const text = f.rule_text || t.chrome.rules?.[f.rule],
    open = t.openRule === f.rule;
  return !f.rule_title
    ? ""
    : text
      ? `<button type="button" class="rule" data-rule="${esc(f.rule)}" data-key="rule" aria-expanded="${open}"><span aria-hidden="true">§</span>${esc(f.rule_title)}</button>${open ? `<p class="ruletext">${say(text, !t.auction)}</p>` : ""}`
      : ruleChip(f.rule_title, f.rule, t.chrome.links);
}
/** What the rule or the engine says to the answer. */
function feedbackBody(f, t) {
  const name = ruleWords(f, t);
  return `<p data-feedback="${esc(f.kind)}" data-reason="${esc(piecesWords(f.pieces))}"><b>${f.kind === "right" ? icon("check") + " " : ""}${piecesHtml(f.pieces, t)}</b></p>${name}`;
}
/** Three rungs; the next one opens after a pause. */
function hintsPanel(s, t) {
  const list = s.hints || [];
  if (!list.length || !s.question || s.done) return "";
  const shut = list.findIndex((h) => !h.open),
    waits = shut > 0 && t.waiting,
    can = s.can?.hint && !s.question.checked;
  const rung = (h, i) => {
    const head = `<h3><b aria-hidden="true">${i + 1}</b><span class="sr">Hint ${i + 1}: </span>${esc(h.title)}</h3>`;
    if (h.open)
      return `<li class="hint" data-hint="open">${head}<p>${piecesHtml(h.pieces, t)}</p></li>`;
    const note = i === list.length - 1 ? "The same question then comes back in your review." : "";
    const act =
      i === shut && can
        ? `<button type="button" class="btn" data-do="hint" data-key="hint"${waits ? ' aria-disabled="true"' : ""}>${i === list.length - 1 ? "Show what is left" : "Show"}</button>${waits ? `<div class="wait" aria-hidden="true"></div>` : ""}`
        : "";
    const words = [waits && act ? "Opens in a moment." : "", note].filter(Boolean).join(" ");
    return `<li class="hint shut" data-hint="shut">${head}${act}${words && i === shut && can ? `<p class="small soft">${words}</p>` : ""}</li>`;
  };
  return `<section class="panel hints"${t.chrome.page ? ` aria-labelledby="${t.id}hints"` : ""}><h2 id="${t.id}hints">Hints</h2><ol>${list.map(rung).join("")}</ol><p class="keys"><span><kbd>←</kbd> <kbd>→</kbd> choose</span> <span><kbd>Space</kbd> take</span> <span><kbd>Enter</kbd> check</span> <span><kbd>?</kbd> hint</span></p></section>`;
}
/** To count a deal one has to see it: its tricks, and what was made in play. */
function countPanel(s) {
  const shows = s.question?.shows || [];
  if (!s.table || !shows.includes("earlier-tricks")) return "";
  const lines = shows.includes("made") ? s.table.lines || [] : [];
  const made = lines
    .map(
      (l) =>
        `<li><b>${esc(l.side_name)}</b> ${say(l.title)}${l.points == null ? "" : ` <span class="num">${esc(signed(l.points))}</span>`}${l.because ? `<br><span class="soft">${say(l.because)}</span>` : ""}</li>`,
    )
    .join("");
  return (
    tricksPanel(s.table, 13) +
    (made ? `<section class="panel made"><h3>Made in play</h3><ul>${made}</ul></section>` : "")
  );
}
/** The calls so far, where the felt has no place for them. */
function callsPanel(s, t) {
  const calls = s.table?.calls;
  if (
    !s.question ||
    t.auction ||
    !calls?.rows?.length ||
    t.trick?.faces?.length ||
    s.table.tricks?.length
  )
    return "";
  return `<section class="panel"><h3>The calls</h3>${callsTable(s.table, t, false)}</section>`;
}
/** Where one stands in the play that is shown, and what is said there. */
function linePanel(s, t) {
  const l = s.line;
  if (!l) return "";
  const off = (able) => (able ? "" : ' aria-disabled="true"'),
    can = s.can || {},
    back = can.backward ?? l.at > 0;
  const words = l.note?.length ? l.note : l.said || [],
    note = words.length ? `<p class="note" data-note>${piecesHtml(words, t)}</p>` : "";
  const where = l.length ? `${l.at} of ${l.length}` : "";
  return `<section class="panel line" data-line role="group" tabindex="0" data-key="line" aria-label="The play, move ${esc(where)}"><div class="linebar"><button type="button" class="tool" data-do="backward" data-key="l-" aria-label="One move back"${off(back)}>${icon("prev")}</button><span class="through"><span class="small">Move <b class="num">${esc(where)}</b></span><span class="track" aria-hidden="true"><u style="width:${l.length ? ((100 * l.at) / l.length).toFixed(1) : 0}%"></u></span></span><button type="button" class="tool" data-do="forward" data-key="l+" aria-label="One move forward"${off(can.forward)}>${icon("next")}</button></div>${note}</section>`;
}
const answerWord = (value, s, t) =>
  isCard(value) && !t.auction
    ? chip(value)
    : say(
        s.bet?.labels?.[value] ??
          s.question?.options?.find((o) => o.value === value)?.label ??
          value,
        !t.auction,
      );
function betLine(s, t) {
  const bet = s.bet;
  if (!bet?.given?.length) return "";
  const list = (values) => (values || []).map((v) => answerWord(v, s, t)).join(" ");
  return `<p class="bet" data-bet><span>Your bet <b>${list(bet.given)}</b></span>${bet.answer?.length ? `<span>It is <b>${list(bet.answer)}</b></span>` : ""}</p>`;
}
function stepBar(s) {
  if (!s.steps?.length) return "";
  const share = s.item?.of
    ? Math.round((100 * (s.item.number - 0.5)) / s.item.of)
    : s.line?.length
      ? Math.round((100 * s.line.at) / s.line.length)
      : 50;
  return `<ol class="steps" style="--n:${s.steps.length};--share:${Math.max(6, Math.min(96, share))}%" aria-label="Progress">${s.steps
    .map((step, i) => {
      const now = step.id === s.step && !s.done,
        state = now ? "now" : step.state === "done" || s.done ? "done" : "todo";
      const name = `${now ? `<span class="nr">${i + 1} · </span>` : ""}${esc(step.title)}${state === "done" ? icon("check") + `<span class="sr">, done</span>` : ""}`;
      return `<li class="${state}"${now ? ' aria-current="step"' : ""}>${state === "done" && !now ? `<button type="button" data-goto="${esc(step.id)}" data-key="s:${esc(step.id)}">${name}</button>` : `<span>${name}</span>`}</li>`;
    })
    .join("")}</ol>`;
}
function dots(item, checked) {
  if (!item?.of || item.of < 2)
    return item?.number && !item.of
      ? `<p class="pos"><span>Exercise ${item.number}</span></p>`
      : "";
  const words = `<span>Position ${item.number} of ${item.of}</span>`;
  if (item.of > 9) return `<p class="pos">${words}</p>`;
  return `<p class="pos">${words}${Array.from({ length: item.of }, (_, i) => (i + 1 < item.number || (i + 1 === item.number && checked) ? `<i class="ok" aria-hidden="true">${icon("check")}</i>` : `<i class="${i + 1 === item.number ? "now" : ""}" aria-hidden="true"></i>`)).join("")}</p>`;
}
function headPart(s, t) {
  const tag = t.chrome.page ? "h1" : "h2",
    family = esc(t.chrome.eyebrow || ""),
    map = t.chrome.map ? `<a href="${esc(t.chrome.map)}">Map</a>${family ? " › " : ""}` : "";
  const tools = t.chrome.print
    ? `<a class="tool paper" href="${esc(t.chrome.print)}">On paper</a>`
    : "";
  return `<div class="lhead"><div>${map || family ? `<p class="eyebrow">${map}${family}</p>` : ""}<${tag} class="title">${esc(s.lesson?.title)}</${tag}></div>${tools}</div>${stepBar(s)}`;
}
function askPart(s, t) {
  const q = s.question,
    step = s.steps?.find((x) => x.id === s.step),
    tag = t.chrome.page ? "h2" : "h3";
  const heading = s.done
    ? ""
    : q
      ? say(q.text, !t.auction)
      : esc(t.chrome.heading || step?.title || "");
  const first =
    s.steps?.length && s.steps[0].id === s.step && s.lesson?.hook && !s.bet
      ? `<p class="hook">${s.hook ? piecesHtml(s.hook, t) : say(s.lesson.hook)}</p>`
      : "";
  const text = s.text?.length ? `<p class="scene">${piecesHtml(s.text, t)}</p>` : "";
  if (s.done) return "";
  return `<div class="ask"><div>${heading ? `<${tag} class="question" tabindex="-1" data-key="question">${heading}</${tag}>` : ""}${first}${text}${betLine(s, t)}</div>${dots(s.item, q?.checked && s.feedback?.kind === "right")}</div>`;
}
/** The button that Enter presses, and those beside it. */
function actions(s) {
  const q = s.question,
    can = s.can || {},
    kind = s.feedback?.kind;
  if (s.done) return [];
  const go = can.forward
    ? ["forward", s.line ? "Next move" : "Next"]
    : can.next
      ? ["next", "Next"]
      : null;
  const list = [];
  if (q && !q.checked)
    list.push([
      "check",
      q.bet || kind === "bet" || s.step === "predict" ? "Place the bet" : "Check",
    ]);
  else if (q && q.checked && !["right", "bet"].includes(kind) && can.try_again !== false)
    list.push(["try_again", "Try again"], ...(go ? [go] : []));
  else if (s.play && s.play.href && !q)
    list.push(["play", "Sit down and play"], ...(go ? [["next", "Go on"]] : []));
  else if (go) list.push(go);
  return list;
}
function actsPart(s, t) {
  if (s.done) return "";
  const list = actions(s),
    can = s.can || {};
  const buttons = list
    .map(([name, label], i) =>
      name === "play"
        ? `<a class="btn main" data-key="primary" href="${esc(s.play.href)}">${label}</a>`
        : `<button type="button" class="btn ${i ? "" : "main"}" data-do="${name}" data-key="${i ? "second" : "primary"}">${label}</button>`,
    )
    .join("");
  const back = can.back
    ? `<button type="button" class="tool" data-do="back" data-key="back">Back</button>`
    : "";
  const skip =
    (can.skip ?? (s.question && !s.question.checked)) || (!list.length && s.play)
      ? `<button type="button" class="tool" data-do="skip" data-key="skip">Skip for now</button>`
      : "";
  return `<div class="acts-row">${buttons}<span class="grow"></span>${back}${skip}</div>`;
}
function donePart(s, t) {
  if (!s.done) return "";
  const after = t.chrome.after || [],
    tag = t.chrome.page ? "h2" : "h3";
  const next = after.length
    ? `<p class="opens">What opens next</p><ul class="after">${after.map((a) => `<li><a href="${esc(a.href)}">${esc(a.title)}</a></li>`).join("")}</ul>`
    : "";
  const links = [
    t.chrome.map ? `<a class="btn main" href="${esc(t.chrome.map)}">Back to the map</a>` : "",
    t.chrome.practice ? `<a class="btn" href="${esc(t.chrome.practice)}">More exercises</a>` : "",
    s.play?.href ? `<a class="btn" href="${esc(s.play.href)}">Play a deal</a>` : "",
  ].join("");
  return `<section class="panel finished" data-done><${tag} class="question" tabindex="-1" data-key="question">That was “${esc(s.lesson?.title)}”</${tag}>${s.text?.length ? `<p class="scene">${piecesHtml(s.text, t)}</p>` : ""}${next}<div class="acts-row">${links}<span class="grow"></span>${s.can?.back ? `<button type="button" class="tool" data-do="restart" data-key="restart">Walk through it again</button><button type="button" class="tool" data-do="back" data-key="back">Look back</button>` : ""}</div></section>`;
}
/** The felt with the question's answers in it. */
function stagePart(s, t, order) {
  const q = s.question;
  let felted = "";
  if (s.table) felted = felt(t);
  const loose = t.loose.length ? looseOptions(t.loose, t) : "";
  // a number is put in above the table: on a small screen it would else lie out of sight
  const number =
    q?.select === "number" ? `<div class="answers">${numberBox(q, t.given)}</div>` : "";
  const other = q?.select === "order" ? orderRow(q, order, t) : "";
  const answers = loose || other ? `<div class="answers">${loose}${other}</div>` : "";
  const apart =
    s.feedback && !t.inFelt ? `<div class="bubble apart">${feedbackBody(s.feedback, t)}</div>` : "";
  const card_ =
    s.play && !q && !s.table
      ? `<div class="playcard panel"><p>${s.play.title ? `<b>${esc(s.play.title)}</b>` : ""}</p><p class="soft small">The table opens on a page of its own; this lesson waits here.</p></div>`
      : "";
  // what is said to an answer stands beside the answer
  return number ? number + apart + felted + card_ + answers : felted + card_ + answers + apart;
}

/** What one draw needs: the table's context, with the question's options as its choices. */
function lessonContext(model, ui) {
  const s = model.get("snapshot"),
    chrome = model.get("chrome") || {},
    q = s.question;
  const given = ui.local ? ui.local.values : q?.given || [],
    view = s.table ? { ...s.table } : null;
  const place = placeOptions(view, q, given),
    tried = s.line?.tried;
  const base = {
    chrome,
    id: ui.id,
    given,
    loose: place.loose,
    openRule: ui.openRule,
    heldCard: ui.heldCard,
    waiting: Date.now() < ui.waitUntil,
    auction: false,
    mode: "exam",
  };
  if (!view) return { ...base, inFelt: false };
  view.choices = place.table;
  view.log = [];
  if (q) view.prompt = "";
  const onTable = place.table.length > 0 || !q,
    from =
      tried?.card &&
      view.zones.find(
        (z) => z.layout !== "trick" && shownFaces(z).some((f) => f.card === tried.card),
      )?.id;
  const covered = coveredHands(view),
    sorted = sortChoices(view, covered),
    trickZone = view.zones.find((z) => z.layout === "trick") || null;
  const t = {
    ...base,
    view,
    sorted,
    covered,
    trick: trickZone,
    where: view.layout.seats,
    used: new Set(),
    seen: ui.seen,
    now: new Set(),
    picked: null,
    pickerMoves: new Set([...sorted.pickers.values()].flat().map((c) => c.move)),
    verbs: 1,
    auction:
      sorted.ladder.length > 0 ||
      (!!view.grid && !!view.calls && !trickZone?.faces?.length && !view.deal_over),
    inFelt: !!s.feedback && onTable,
    bubble: null,
  };
  if (t.inFelt) t.bubble = { html: feedbackBody(s.feedback, t) };
  else if (tried)
    Object.assign(t, {
      mode: "ask",
      bubble: {
        move: tried.move,
        card: tried.card,
        label: tried.label || "",
        from,
        text: tried.reason,
        do: tried.do || "",
        rule: tried.rule,
        rule_title: tried.rule_title || "",
        chip: ruleWords(tried, t),
      },
    });
  return t;
}

function renderLesson({ model, el }) {
  const ui = {
      id: `cl${++instances}`,
      local: null,
      heldCard: null,
      openRule: null,
      waitUntil: 0,
      hintsOpen: 0,
      seen: new Set(),
      n: 0,
      place: "",
      said: {},
    },
    root = document.createElement("div");
  root.className = "cl-root cl-lesson";
  root.innerHTML = `${cardDefs(ui.id)}<div class="lost"></div><div class="errors"></div><div class="headp"></div><div class="askp"></div><div class="cols"><section class="board"><div class="stage"></div><div class="actsp"></div></section><aside role="none"></aside></div><p class="sr" role="status" aria-live="polite"></p>`;
  el.append(root);
  const part = (name) =>
    root.querySelector(`:scope > .${name}, :scope > .cols > .board > .${name}`);
  const [lost, errors, headp, askp, stage, actsp] = [
      "lost",
      "errors",
      "headp",
      "askp",
      "stage",
      "actsp",
    ].map(part),
    cols = root.querySelector(".cols"),
    aside = root.querySelector("aside"),
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
  function toggle(value) {
    const q = question(),
      now = values();
    if (!q || q.checked) return;
    give(
      q.select === "many"
        ? now.includes(value)
          ? now.filter((v) => v !== value)
          : [...now, value]
        : now.includes(value)
          ? []
          : [value],
    );
  }
  function act(name) {
    const s = snapshot(),
      q = s.question;
    if (name === "play") {
      root.querySelector("a[data-key=primary]")?.click();
      return;
    }
    if (name === "hint" && (!s.can?.hint || ui.waitUntil > Date.now() || q?.checked)) {
      if (q && !q.checked && ui.waitUntil > Date.now())
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
    const first = actions(snapshot())[0];
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
  /** A page has one table and one set of hints to jump to; a notebook with many lessons would have as many of the same name. */
  function landmarks(page) {
    for (const [part_, name] of [
      [stage.parentNode, "Table and answers"],
      [aside, "Hints and notes"],
    ]) {
      if (page) part_.setAttribute("aria-label", name);
      else part_.removeAttribute("aria-label");
    }
    if (page) aside.removeAttribute("role");
    else aside.setAttribute("role", "none");
    root.classList.add("drawn");
    root.classList.toggle("page", !!page);
  }
  /** Says what is new, each thing once. */
  function announce(s) {
    const hints = (s.hints || []).filter((h) => h.open),
      ear = (p) => piecesWords(p);
    const now = {
      ask: s.done
        ? `That was ${s.lesson?.title}. ${ear(s.text)}`
        : `${s.question ? spoken(s.question.text) : ""} ${ear(s.text)}`.trim(),
      note: s.line ? ear(s.line.note?.length ? s.line.note : s.line.said) : "",
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
    const started = performance.now(),
      held = heldFocus(root),
      where = [
        s.step,
        s.item?.number,
        s.question?.id,
        s.question?.checked,
        s.line && s.line.at,
      ].join("|");
    if (ui.local && (model.get("heard") >= ui.local.n || where !== ui.place)) ui.local = null;
    if (where !== ui.place) Object.assign(ui, { heldCard: null, openRule: null });
    const opened = (s.hints || []).filter((h) => h.open).length,
      moved = where !== ui.place;
    if (opened > ui.hintsOpen && opened) {
      ui.waitUntil = Date.now() + PAUSE;
      setTimeout(draw, PAUSE + 30);
    }
    if (opened < ui.hintsOpen) ui.waitUntil = 0;
    ui.hintsOpen = opened;
    const t = lessonContext(model, ui);
    fill(headp, headPart(s, t));
    fill(askp, askPart(s, t));
    fill(stage, s.done ? donePart(s, t) : stagePart(s, t, orderNow()));
    fill(actsp, actsPart(s, t));
    fill(
      aside,
      s.done ? "" : linePanel(s, t) + callsPanel(s, t) + countPanel(s) + hintsPanel(s, t),
    );
    cols.classList.toggle("alone", !aside.firstChild);
    landmarks(t.chrome.page);
    onError();
    rove(root, held?.key);
    strays(root);
    ui.place = where;
    if (held && !root.contains(document.activeElement)) {
      const again =
        [...root.querySelectorAll("[data-key]")].find((e) => e.dataset.key === held.key) ||
        (held.zone &&
          root.querySelector(`[data-zone="${CSS.escape(held.zone)}"] button[tabindex="0"]`));
      (
        again ||
        root.querySelector("[data-key=primary]") ||
        root.querySelector("[data-key=question]")
      )?.focus({ preventScroll: true });
    }
    announce(s);
    if (moved && s.feedback) root.querySelector(".bubble")?.scrollIntoView({ block: "nearest" });
    ui.seen = t.now || ui.seen;
    root.dataset.stamp = model.get("stamp");
    root.dataset.step = s.done ? "done" : s.step || "";
    root.dataset.ready = "";
    root.clDrawn = performance.now() - started;
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
    if (on("move")) toggle(on("move").dataset.move);
    else if (on("picks")) {
      const card_ = on("picks").dataset.picks;
      root.querySelector(`.opt[data-for="${CSS.escape(card_)}"]`)?.focus();
    } else if (on("order")) {
      if (question()?.checked) return;
      const v = on("order").dataset.order;
      ui.heldCard = ui.heldCard === v ? null : v;
      draw();
    } else if (on("shift")) shift(Number(on("shift").dataset.shift));
    else if (on("by")) {
      const now = Number.parseInt(values()[0] ?? "0", 10) || 0;
      give([
        String(
          values().length
            ? now + Number(on("by").dataset.by)
            : Math.max(0, Number(on("by").dataset.by)),
        ),
      ]);
    } else if (on("rule")) {
      ui.openRule = ui.openRule === on("rule").dataset.rule ? null : on("rule").dataset.rule;
      draw();
    } else if (on("goto")) send("goto", { step: on("goto").dataset.goto });
    else if (on("do")) act(on("do").dataset.do);
  }
  function onInput(event) {
    if (event.target.dataset.number === undefined) return;
    const text = event.target.value.trim().replace("−", "-"),
      list = text === "" ? [] : [text];
    send("give", { values: list });
    ui.local = { values: list, n: ui.n };
  }
  function onKey(event) {
    const target = event.target,
      { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "?") {
      event.preventDefault();
      act("hint");
      return;
    }
    const answering = target.closest("[data-move], [data-order], [data-number]");
    if (
      key === "Enter" &&
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
        if (!question()?.checked)
          give([
            String((Number.parseInt(values()[0] ?? "0", 10) || 0) + (key === "ArrowUp" ? 1 : -1)),
          ]);
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
    if (key === "Escape" && ui.heldCard) {
      ui.heldCard = null;
      draw();
      return;
    }
    if (/^(Arrow|Home|End)/.test(key) && target.localName === "button") moveInside(event);
  }
  // dragging a card of the row: the element itself moves among its neighbours, the order is read when it is let go
  let drag = null;
  function onDown(event) {
    const item = event.target.closest("[data-order]");
    if (item && !question()?.checked && event.button === 0)
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
      map = (model.get("chrome") || {}).map;
    fill(
      errors,
      words
        ? `<div class="alert" role="alert"><span>${esc(words)}</span>${map && !snapshot().lesson ? `<a class="btn" href="${esc(map)}">To the map</a>` : ""}</div>`
        : "",
    );
    if (words && !snapshot().lesson) root.dataset.ready = "";
  }
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
    document.removeEventListener("pointermove", onMove);
    document.removeEventListener("pointerup", onUp);
    document.removeEventListener("pointercancel", onUp);
  };
}
export default { render: renderLesson };
