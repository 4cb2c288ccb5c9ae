/** The kernel behind a widget: whether it still answers, and the page's address that it asks for. Draws nothing else. */
const HEARTBEAT = 1000,
  LOST_AFTER = 3500;

/** Pings the kernel and shows `words` in `lost` when no answer comes; returns what ends it. */
function watchKernel(model, lost, words) {
  const beat = { seen: Date.now(), n: 0 },
    wake = () => {
      beat.seen = Date.now();
    };
  const onPong = () => {
    wake();
    if (lost.firstChild) lost.replaceChildren();
  };
  function heartbeat() {
    model.set("ping", ++beat.n);
    model.save_changes();
    if (Date.now() - beat.seen <= LOST_AFTER || lost.firstChild || document.hidden) return;
    lost.innerHTML = `<div class="alert" role="alert"><span>${esc(words)}</span><button type="button" class="btn" data-reload>Reload</button></div>`;
    lost.querySelector("button").onclick = () => location.reload();
  }
  const timer = setInterval(heartbeat, HEARTBEAT);
  document.addEventListener("visibilitychange", wake);
  model.on("change:pong", onPong);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", wake);
  };
}

/** Keeps the page's address at what the kernel says leads back here. Only on a page of cardlab: in a
 *  notebook that somebody edits, the address is the notebook's own. */
function followLink(model) {
  if (!document.querySelector("main#content")) return;
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
