/* What is wrong with the screen of a lesson, measured: a list of sentences, empty when nothing is.
   `fresh`: a question that nobody has answered stands there, so nothing of an earlier one may be left. */
(fresh) => {
  const root = document.querySelector(".cl-lesson"),
    W = innerWidth,
    H = innerHeight,
    wrong = [];
  const seen = (e) => {
    if (e.closest(".sr, [hidden], .cl-defs")) return null;
    const s = getComputedStyle(e),
      b = e.getBoundingClientRect();
    return s.visibility !== "hidden" && s.clipPath === "none" && b.width > 1 && b.height > 1
      ? b
      : null;
  };
  const all = (selector) =>
    [...root.querySelectorAll(selector)].map((e) => [e, seen(e)]).filter(([, b]) => b);
  const name = (e) =>
    `${e.className?.baseVal ?? e.className ?? e.localName}`
      .trim()
      .split(/\s+/)
      .slice(0, 2)
      .join(".") +
    (e.dataset?.move ? `[${e.dataset.move}]` : e.dataset?.card ? `[${e.dataset.card}]` : "");
  const cross = (a, b, slack = 2) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;

  // everything on one screen
  const page = document.documentElement;
  if (page.scrollWidth > W + 1) wrong.push(`the page is ${page.scrollWidth - W} px too wide`);
  // the last page is read from top to bottom: what was learned and the way on are in sight at once, the record lies below
  const ended = root.querySelector("[data-done]");
  if (!ended && page.scrollHeight > H + 1)
    wrong.push(`the page is ${page.scrollHeight - H} px too long`);
  for (const key of ended ? ["question", "primary"] : []) {
    const place = root.querySelector(`[data-key=${key}]`);
    if (!place || place.getBoundingClientRect().bottom > H)
      wrong.push(`the ${key} of the last page is not in sight`);
  }
  const parts = all(
    ".question, .scene, .note, [data-move], .slot, .lie, .bubble, .seat, .btn, .go, .tool, input, .call, .mark-trump",
  );
  for (const [e, b] of parts)
    if (b.left < -2 || b.right > W + 2 || b.top < -2 || b.bottom > page.scrollHeight + 2)
      wrong.push(`${name(e)} lies outside of the page`);
  // nothing cut
  for (const e of root.querySelectorAll(":not(svg, svg *, math, math *, .sr)")) {
    const s = getComputedStyle(e);
    if (s.position === "sticky") wrong.push(`${name(e)} is sticky`);
    if (s.overflowX === "visible" && s.overflowY === "visible") continue;
    if (s.clipPath !== "none" || !seen(e)) continue;
    if (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
      wrong.push(`${name(e)} is cut`);
  }
  for (const [e] of all(".btn, .tapnum, .opt, .seat, .bubble, .call, .question, .go"))
    // the sign of an answer hangs over the corner of its button
    if (!e.querySelector(".yesmark, .nomark, .tag") && e.scrollWidth > e.clientWidth + 2)
      wrong.push(`the words of ${name(e)} run out of it`);
  // nothing over another thing: indexes of cards against what speaks or can be pressed
  const faces = all(".slot .pic, .lie").filter(
    ([e]) => e.querySelector(".cardsvg:not(.back)") && !e.closest(".stack:not(.stack)"),
  );
  const zoneOf = (e) => e.closest("[data-zone]"),
    indexes = faces.map(([e, b]) => [
      e,
      {
        left: b.left + b.width * 0.06,
        top: b.top + b.height * 0.06,
        right: b.left + b.width * 0.24,
        bottom: b.top + b.height * 0.28,
      },
    ]);
  const bars = all(
    ".bubble, .seat, .btn, .opt, .tapnum, .numberbox, .hints, .acts-row, .question, .scene, .note",
  );
  for (const [e, b] of indexes)
    for (const [bar, c] of bars)
      if (!bar.contains(e) && !e.contains(bar) && cross(b, c, 3))
        wrong.push(`${name(bar)} lies over the index of ${name(e.closest("[data-card]") || e)}`);
  for (const [e, b] of indexes)
    for (const [other, c] of faces)
      if (other !== e && zoneOf(other) !== zoneOf(e) && cross(b, c, 3))
        wrong.push(
          `${name(other.closest("[data-card]") || other)} lies over the index of ${name(e.closest("[data-card]") || e)}`,
        );
  // what is said of a hand stands above its lifted cards
  for (const [bubble, b] of all(".felt > .b .bubble"))
    for (const [pic, c] of all(".s > .fan > .slot.up > .seen > .pic"))
      if (cross(b, c, 3))
        wrong.push(`${name(bubble)} lies over ${name(pic.closest("[data-card]"))}`);
  // in a fan each card shows at least its index
  for (const fan of root.querySelectorAll(".fan")) {
    const pics = [...fan.querySelectorAll(":scope > .slot > .sr, :scope > .slot")].filter((x) =>
      x.matches(".slot"),
    );
    pics.slice(1).forEach((slot, i) => {
      const strip = slot.getBoundingClientRect().left - pics[i].getBoundingClientRect().left,
        width = pics[i].querySelector(".pic")?.getBoundingClientRect().width || 0;
      if (width && strip < width * 0.26)
        wrong.push(`a strip of ${Math.round(strip)} px of a fan shows no index`);
    });
  }
  for (const [a, b] of bars)
    for (const [c, d] of bars)
      if (a !== c && !a.contains(c) && !c.contains(a) && cross(b, d, 3) && name(a) <= name(c))
        wrong.push(`${name(a)} and ${name(c)} lie over each other`);
  // what is written over a card lies over no other words
  const tags = all(".slot .tag.missed");
  for (const [tag, b] of tags) {
    for (const [words, c] of all(
      ".ownzones figcaption, .ownzones .slot.empty, .ztitle, .seat .nm, .note",
    ))
      if (cross(b, c, 3)) wrong.push(`${name(tag)} lies over ${name(words)}`);
    for (const [other, c] of tags)
      if (other !== tag && cross(b, c, 6)) wrong.push(`${name(tag)} lies over another one`);
  }
  // a call that is asked of another seat is not the reader's
  for (const [cell] of all("td.me")) {
    const head = cell.closest("table").querySelectorAll("th")[cell.cellIndex];
    if (cell.innerText.startsWith("your") && !head.innerText.startsWith("You"))
      wrong.push(`${head.innerText.split("\n")[0]}'s call is said to be the reader's`);
  }
  // one primary button
  const main = all(".btn.main");
  if (main.length > 1) wrong.push(`${main.length} primary buttons`);
  // a new question starts clean
  if (fresh)
    for (const selector of [
      "[data-feedback]",
      ".bubble",
      ".picked",
      "[aria-pressed=true]",
      ".yours",
      ".yesmark",
      ".nomark",
      ".tried",
      ".gone",
      ".hints li",
    ]) {
      if (all(selector).length) wrong.push(`${selector} is left over`);
    }
  const zoom = parseFloat(root.querySelector(".stage").style.zoom) || 1;
  const least = Math.min(
    99,
    ...all(".felt b, .felt p, .felt .sub").map(([e]) => parseFloat(getComputedStyle(e).fontSize)),
  );
  return { wrong: [...new Set(wrong)], zoom, least };
};
