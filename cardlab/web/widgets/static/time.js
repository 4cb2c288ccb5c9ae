/**
 * The end of a trick, in time: the last card lands, the winner is lit, the trick is held, squared up and gathered.
 * Which trick, who won it and why, and how long each step takes, comes from Python (`view.finished`, `chrome.times`); only a
 * data-trick on the root changes here, and cards travel. Knows no rule.
 */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** Names a finished trick, so that each is held once. */
const trickKey = (view) => (view.finished ? `${view.deal}:${view.finished.number}` : "");

/**
 * Whether the view that has come is the end of a trick that nobody has seen: a move was made, and this table saw the one before.
 * A table that has just been opened has seen nothing: there it is one if the others wait until it was seen.
 */
function endsTrick(view, chrome, before) {
  if (!view.finished || chrome.live === false || !(chrome.times?.hold > 0)) return false;
  if (!before) return !!chrome.waits && !!chrome.busy;
  const length = chrome.timeline?.length ?? 0;
  return length > before.length && trickKey(view) !== before.trick;
}

/**
 * Holds one trick. `told(name)` lets the bots know ("keep", "go-on"); `done` draws the table as it is by then.
 * Where the table `waits`, only a tap, a key or the next move ends the hold.
 * Returns {key, tap, end}: `tap` ends the hold, `end` everything at once.
 */
function holdTrick(root, view, { times, waits }, told, done) {
  const { winner } = view.finished,
    travel = STILL.matches ? 0 : 1;
  let phase = "",
    timer = 0,
    kept = false,
    late = false;
  const trickEl = () => root.querySelector(".trick"),
    step = (name, next, after) => {
      phase = name;
      root.dataset.trick = name;
      timer = setTimeout(next, after);
    };
  const watched = { pointer: !!trickEl()?.matches(":hover"), focus: false };
  /** A pointer or the focus comes to the trick, or leaves it. */
  const look = (event) => {
    if (event?.type.startsWith("pointer")) watched.pointer = event.type === "pointerenter";
    else if (event) watched.focus = event.type === "focusin" && !!trickEl()?.contains(event.target);
    if (watched.pointer || watched.focus) {
      if (!kept) told("keep");
      kept = true;
    } else if (late && phase === "held") square();
  };
  const end = () => {
    clearTimeout(timer);
    trickEl()?.removeEventListener("pointerenter", look);
    trickEl()?.removeEventListener("pointerleave", look);
    root.removeEventListener("focusin", look);
    root.removeEventListener("focusout", look);
    delete root.dataset.trick;
  };
  const finish = () => {
    end();
    done();
  };
  const gather = () => {
    toPile(trickEl(), root.querySelector(`[data-seat="${winner}"]`));
    step("gather", finish, travel * times.gather);
  };
  const square = () => {
    clearTimeout(timer);
    if (kept) told("go-on");
    if (!travel) return finish();
    squareUp(trickEl());
    step("square", gather, times.square);
  };
  const over = () => {
    late = true;
    if (!watched.pointer && !watched.focus) square();
  };
  const tap = () => {
    if (!["land", "held"].includes(phase)) return;
    kept = true;
    square();
  };
  trickEl()?.addEventListener("pointerenter", look);
  trickEl()?.addEventListener("pointerleave", look);
  root.addEventListener("focusin", look);
  root.addEventListener("focusout", look);
  const hold = () => {
    if (!waits) return step("held", over, times.light + times.hold);
    phase = root.dataset.trick = "held";
  };
  step("land", hold, times.land);
  look();
  return { key: trickKey(view), tap, end };
}
/** The cards under the winning one, a little askew. */
function squareUp(trick) {
  const cards = [...(trick?.querySelectorAll(".lie[data-card]") || [])],
    best = trick?.querySelector(".lie.won-ring")?.getBoundingClientRect();
  if (!best) return;
  cards.forEach((card, i) => {
    if (card.matches(".won-ring")) return;
    const box = card.getBoundingClientRect(),
      turn = [-9, 7, 3, -5][i % 4];
    card.style.transform = `translate(${best.left - box.left + turn}px, ${best.top - box.top}px) rotate(${turn}deg)`;
  });
}
/** The packet to the winner's pile, small. */
function toPile(trick, seat) {
  const goal = (seat?.querySelector(".took") || seat)?.getBoundingClientRect();
  if (!goal) return;
  for (const card of trick?.querySelectorAll(".lie[data-card]") || []) {
    const was = new DOMMatrix(getComputedStyle(card).transform),
      box = card.getBoundingClientRect(),
      x = was.e + goal.left + goal.width / 2 - box.left - box.width / 2,
      y = was.f + goal.top + goal.height / 2 - box.top - box.height / 2;
    card.style.transform = `translate(${x}px, ${y}px) rotate(4deg) scale(.3)`;
  }
}
