/** The kernel behind a widget: whether it still answers, and the page's address that it asks for. Draws nothing else. */
const HEARTBEAT = 20000,
  LOST_AFTER = 3500,
  GONE = ["restarting", "autorestarting", "dead", "terminating"],
  NOTEBOOK = "The kernel of this notebook was restarted or cannot be reached. Run the cell again.";

/** Whether this is a page of cardlab, and not a notebook that somebody edits. */
const isOwnPage = () => !!document.querySelector("main#content");

/**
 * Shows `words` in `lost` when the kernel has gone or cannot be reached; returns what ends that. In a notebook that somebody
 * edits, the words are a notebook's own, and nothing reloads the program around it.
 *
 * That it has gone is known from the connection at once. The heartbeat shows that somebody looks at the page, without which
 * the bots stop, and notices a kernel that hangs; it is slow, since every open page pays for it.
 */
function watchKernel(model, lost, words) {
  const kernel = model.widget_manager?.kernel,
    ownPage = isOwnPage();
  let asked = 0,
    answered = 0,
    gone = false,
    unseen = false,
    late = 0;
  const show = () => {
    if (lost.firstChild) return;
    unseen = document.hidden;
    const button = ownPage ? '<button type="button" class="btn" data-reload>Reload</button>' : "";
    lost.innerHTML = `<div class="alert" role="alert"><span>${esc(ownPage ? words : NOTEBOOK)}</span>${button}</div>`;
    if (ownPage) lost.querySelector("button").onclick = () => location.reload();
  };
  const ask = () => {
    model.set("ping", ++asked);
    model.save_changes();
  };
  const onPong = () => {
    answered = asked;
    if (!gone && lost.firstChild) lost.replaceChildren();
  };
  function heartbeat() {
    if (document.hidden) return;
    if (answered < asked) show();
    ask();
  }
  const onStatus = () => {
    if (!GONE.includes(kernel.status)) return;
    gone = true;
    show();
  };
  const onConnection = () => {
    clearTimeout(late);
    if (kernel.connectionStatus === "connected") ask();
    else late = setTimeout(show, LOST_AFTER);
  };
  const onLook = () => {
    if (document.hidden) return;
    /* lost while nobody looked: whoever comes back finds the page as it was, not a sentence about it */
    if (ownPage && unseen && lost.firstChild) location.reload();
    answered = asked;
    ask();
  };
  const timer = setInterval(heartbeat, HEARTBEAT);
  document.addEventListener("visibilitychange", onLook);
  model.on("change:pong", onPong);
  kernel?.statusChanged.connect(onStatus);
  kernel?.connectionStatusChanged.connect(onConnection);
  ask();
  return () => {
    clearInterval(timer);
    clearTimeout(late);
    document.removeEventListener("visibilitychange", onLook);
    kernel?.statusChanged.disconnect(onStatus);
    kernel?.connectionStatusChanged.disconnect(onConnection);
  };
}

/** Keeps the page's address at what the kernel says leads back here. Only on a page of cardlab: in a
 *  notebook that somebody edits, the address is the notebook's own. */
function followLink(model) {
  if (!isOwnPage()) return;
  const onLink = () => {
    const query = model.get("link");
    if (query) {
      try {
        history.replaceState(history.state, "", `?${query}${location.hash}`);
      } catch {
        /* a page without an address, such as a saved file */
      }
    }
  };
  model.on("change:link", onLink);
  onLink();
}
