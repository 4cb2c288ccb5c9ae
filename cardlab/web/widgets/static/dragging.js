/**
 * Cards that are carried from one heap to another: with a mouse at once, with a finger after it has rested on the card, so
 * that a page can still be scrolled by its cards; a rung of a ladder is a heap, too. A click stays a click. Says only which card was let go over which heap.
 */
const REST = 280,
  FAR = 7;

function dragging(root, told) {
  let held = null,
    done = false;
  const heapAt = (event) => {
    const heap = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]");
    return heap && held && heap.closest("[data-block]") === held.block ? heap : null;
  };
  const light = (heap) =>
    root.querySelectorAll(".over").forEach((e) => e === heap || e.classList.remove("over")) ||
    heap?.classList.add("over");
  const end = () => {
    if (!held) return;
    clearTimeout(held.timer);
    held.ghost?.remove();
    light(null);
    root.classList.remove("dragging");
    held = null;
  };
  const lift = () => {
    const box = held.card.getBoundingClientRect(),
      ghost = held.card.querySelector(".pic, .chip").cloneNode(true);
    ghost.classList.remove("picked");
    ghost.classList.add("ghost");
    ghost.setAttribute("aria-hidden", "true");
    if (ghost.matches(".pic")) ghost.style.width = `${box.width}px`;
    held.ghost = ghost;
    root.append(ghost);
    root.classList.add("dragging");
    move(held.at);
  };
  const move = (at) => {
    held.at = at;
    held.ghost.style.left = `${at.clientX}px`;
    held.ghost.style.top = `${at.clientY}px`;
    light(heapAt(at));
  };
  const down = (event) => {
    const card = event.target.closest("[data-drop] .slot, [data-drop] .cardbtn");
    if (!card || event.button || held) return;
    const at = { clientX: event.clientX, clientY: event.clientY };
    held = {
      card,
      at,
      from: at,
      id: event.pointerId,
      heap: card.closest("[data-drop]"),
      block: card.closest("[data-block]"),
      value: card.dataset.value,
      name: card.dataset.act,
    };
    if (event.pointerType === "touch") held.timer = setTimeout(lift, REST);
  };
  const moved = (event) => {
    if (event.pointerId !== held?.id) return;
    const at = { clientX: event.clientX, clientY: event.clientY };
    if (!held.ghost) {
      if (Math.hypot(at.clientX - held.from.clientX, at.clientY - held.from.clientY) < FAR) return;
      // a finger that moves at once scrolls the page
      if (event.pointerType === "touch") {
        end();
        return;
      }
      lift();
    }
    move(at);
    if (at.clientY < 40) scrollBy(0, -16);
    else if (at.clientY > innerHeight - 40) scrollBy(0, 16);
  };
  const up = (event) => {
    if (event.pointerId !== held?.id) return;
    const { ghost, heap, name, value } = held,
      over = ghost ? heapAt(event) : null;
    end();
    if (!ghost) return;
    // the click that follows belongs to the carrying
    done = true;
    setTimeout(() => {
      done = false;
    });
    if (over && over !== heap) told(name, value, over.dataset.drop);
  };
  const cancel = (event) => {
    if (event.type !== "keydown" || event.key === "Escape") end();
  };
  const still = (event) => {
    if (held?.ghost && event.cancelable) event.preventDefault();
  };
  const click = (event) => {
    if (done) {
      event.stopPropagation();
      event.preventDefault();
    }
  };
  const menu = (event) => {
    if (held) event.preventDefault();
  };
  const heard = [
    [root, "pointerdown", down],
    [root, "touchmove", still, { passive: false }],
    [root, "click", click, true],
    [root, "contextmenu", menu],
    [window, "pointermove", moved],
    [window, "pointerup", up],
    [window, "pointercancel", cancel],
    [window, "keydown", cancel, true],
  ];
  heard.forEach(([at, ...rest]) => at.addEventListener(...rest));
  return () => {
    end();
    heard.forEach(([at, type, act, how]) => at.removeEventListener(type, act, how));
  };
}
