/* The part of a class's page that changes by itself is fetched anew; nothing is drawn here. */
const live = document.querySelector("[data-live]"),
  EVERY = live?.dataset.every ?? 1500;
async function look() {
  if (document.hidden || live.contains(document.activeElement)) return;
  try {
    const answer = await fetch(live.dataset.live, { cache: "no-store" });
    if (!answer.ok) return;
    const text = await answer.text();
    if (text === live.drawn) return;
    const open = [...live.querySelectorAll("details[open]")].map((d) => d.dataset.keep);
    live.innerHTML = live.drawn = text;
    for (const d of live.querySelectorAll("details")) d.open = open.includes(d.dataset.keep);
  } catch {
    /* the server is not reached: the next look may reach it */
  }
}
if (live) setInterval(look, EVERY);
for (const button of document.querySelectorAll("[data-suggest]"))
  button.onclick = () => {
    document.querySelector("#nickname").value = button.dataset.suggest;
  };
