/* The front door: the way is asked for anew after each tap, and a chosen way is told to whoever saves it. What leads where
   is decided by Python; on a site without a server it is asked in the browser (cardlabFetch). */
(() => {
  const ask = (...call) => (window.cardlabFetch || fetch)(...call);
  const form = document.querySelector("[data-start]");
  let number = 0;

  function follow(address) {
    const link = document.createElement("a");
    link.href = address;
    document.body.append(link);
    link.click();
    link.remove();
  }
  /** The fields, without empty ones, and the button that was pressed. */
  function fields(of, by) {
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(of, by))
      if (String(value).trim()) values.append(name, value);
    return values;
  }
  function swap(next) {
    const held = document.activeElement,
      name = form.contains(held) ? held.name : "",
      value = name && held.type !== "text" ? held.value : "";
    for (const part of form.querySelectorAll("[data-part]")) {
      const other = next.querySelector(`[data-part="${part.dataset.part}"]`);
      part.replaceWith(document.importNode(other, true));
    }
    const fit = [...form.elements].filter((e) => name && e.name === name);
    (fit.find((e) => value && e.value === value) || fit.find((e) => e.type === "text"))?.focus({
      preventScroll: true,
    });
    const spoken = form.querySelector("[data-spoken]").dataset.spoken;
    form.querySelector("[data-way-spoken]").textContent = spoken;
  }
  async function refresh() {
    const turn = ++number,
      address = `${form.action}?${fields(form)}`;
    form.setAttribute("aria-busy", "true");
    try {
      const answer = await ask(address),
        text = await answer.text();
      if (turn !== number) return;
      const next = new DOMParser().parseFromString(text, "text/html").querySelector("[data-start]");
      if (next) swap(next);
    } catch {
      form.submit();
    } finally {
      if (turn === number) form.removeAttribute("aria-busy");
    }
  }
  form?.addEventListener("change", refresh);
  form?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault();
    if (event.target.type === "text") event.target.blur();
    else form.querySelector("[data-go]").click();
  });
  document.addEventListener("submit", async (event) => {
    const to = event.submitter?.formAction || event.target.action;
    if (!window.cardlabFetch || !event.target.matches("[data-start], [data-goal]")) return;
    event.preventDefault();
    const answer = await ask(to, { method: "POST", body: fields(event.target, event.submitter) });
    follow((await answer.json()).href);
  });
})();
