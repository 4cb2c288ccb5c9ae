/* The part of a class's page that changes by itself is fetched anew; nothing is drawn here. */
const live = document.querySelector("[data-live]"),
  EVERY = live?.dataset.every ?? 1500;
async function look() {
  if (document.hidden) return;
  let held = live.contains(document.activeElement) ? document.activeElement : null;
  if (held?.matches("select, input, textarea")) return;
  try {
    const answer = await fetch(live.dataset.live, { cache: "no-store" });
    if (!answer.ok) return;
    const text = await answer.text();
    if (text === live.drawn) return;
    held = live.contains(document.activeElement) ? document.activeElement : null;
    const open = [...live.querySelectorAll("details[open]")].map((d) => d.dataset.keep);
    live.innerHTML = live.drawn = text;
    for (const d of live.querySelectorAll("details")) d.open = open.includes(d.dataset.keep);
    if (held?.name)
      live.querySelector(`[name="${held.name}"][value="${CSS.escape(held.value)}"]`)?.focus();
  } catch {
    /* the server is not reached: the next look may reach it */
  }
}
if (live) setInterval(look, EVERY);
/* a form that stays on its page is sent, and what came of it is looked at: full screen survives */
const said = document.querySelector("[data-said]");
live?.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-stay]")) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  let told = "";
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.redirected)
      told = page.querySelector(".alert:not([hidden]), main p")?.textContent ?? "";
  } catch {
    told = "The server is not reached, so nothing was changed. Try it again.";
  }
  said.textContent = told;
  said.hidden = !told;
  look();
});
for (const button of document.querySelectorAll("[data-suggest]"))
  button.onclick = () => {
    document.querySelector("#nickname").value = button.dataset.suggest;
  };
