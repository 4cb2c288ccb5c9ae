/* The switch between light and dark; the choice is kept in the browser. */
(function () {
  const root = document.documentElement,
    button = document.querySelector("[data-theme-switch]");
  if (!button) return;
  const tell = () => button.setAttribute("aria-pressed", String(root.dataset.theme === "dark"));
  button.addEventListener("click", () => {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("cardlab-theme", root.dataset.theme);
    } catch (e) {
      /* private mode */
    }
    tell();
  });
  tell();
})();
/* Who is learning: the name in the header, and the dialog that changes it. The server knows who it is, and every sentence is its own. */
(function () {
  const button = document.querySelector("[data-who]"),
    dialog = document.querySelector("[data-who-dialog]");
  if (!button || !dialog || !dialog.showModal) return;
  const base = dialog.dataset.learner,
    said = dialog.querySelector("[data-who-said]"),
    part = (name) => dialog.querySelector(`[data-who-${name}]`),
    field = dialog.querySelector("#who-field"),
    codeField = dialog.querySelector("#who-code");
  let stale = false;
  /* A site without a server has its own way of asking. */
  const asking = (...call) => (window.cardlabFetch || fetch)(...call);
  const away = "The server does not answer. Nothing was changed; try again in a moment.";
  const show = (found) => {
    button.querySelector("[data-who-name]").textContent = found.guest ? "Guest" : found.learner;
    part("named").hidden = found.guest || "about" in found;
    part("choose").hidden = "account" in found;
    if (found.about) dialog.querySelector("#who-about").textContent = found.about;
    button.hidden = false;
  };
  const showCode = (code) => {
    part("code").hidden = part("done").hidden = !code;
    part("code").querySelector("strong").textContent = code || "";
  };
  async function ask(path, options) {
    try {
      const answer = await asking(base + path, { credentials: "same-origin", ...options }),
        found = await answer.json();
      return { ok: answer.ok, ...found };
    } catch (e) {
      return { ok: false, said: away };
    }
  }
  /* The page is loaded anew, so that it shows this learner's progress; the address no longer says another name. */
  function anew() {
    const url = new URL(location.href);
    url.searchParams.delete("learner");
    location.replace(url.href);
  }
  async function change(path, options) {
    const before = button.querySelector("[data-who-name]").textContent,
      found = await ask(path, options);
    said.textContent = found.said || away;
    showCode(found.code);
    part("needs").hidden = !found.needs;
    if (!found.ok) {
      (found.needs ? codeField : field).focus();
      return;
    }
    codeField.value = "";
    show(found);
    stale ||= before !== button.querySelector("[data-who-name]").textContent || "events" in found;
    /* a code is shown once: the page waits until it was written down */
    if (found.code) part("done").focus();
    else if (stale) setTimeout(anew, 900);
  }
  const send = (values) => change("", { method: "POST", body: new URLSearchParams(values) });
  button.addEventListener("click", () => {
    said.textContent = "";
    showCode("");
    const name = button.querySelector("[data-who-name]").textContent;
    field.value = part("named").hidden ? "" : name;
    dialog.showModal();
    field.focus();
    field.select();
  });
  dialog.querySelector("[data-who-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => (stale ? anew() : button.focus()));
  part("done").addEventListener("click", () => dialog.close());
  dialog
    .querySelectorAll("[data-who-act]")
    .forEach((one) => one.addEventListener("click", () => send({ act: one.dataset.whoAct })));
  field.addEventListener("input", () => {
    part("needs").hidden = true;
    codeField.value = "";
  });
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.querySelector("[data-who-form]").addEventListener("submit", (event) => {
    event.preventDefault();
    send({ learner: field.value, code: codeField.value });
  });
  dialog.querySelector("[data-who-export]").addEventListener("click", async (event) => {
    event.preventDefault();
    let answer;
    try {
      answer = await asking(base + "/export", { credentials: "same-origin" });
    } catch (e) {
      said.textContent = away;
      return;
    }
    if (!answer.ok) {
      said.textContent = (await answer.json().catch(() => ({}))).said || away;
      return;
    }
    const link = document.createElement("a"),
      name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("Content-Disposition") || "");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = name ? decodeURIComponent(name[1]) : "cardlab-learner.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    said.textContent = "The file is in your downloads.";
  });
  dialog.querySelector("[data-who-file]").addEventListener("change", (event) => {
    const file = event.target.files[0];
    event.target.value = "";
    if (file) change("/import", { method: "POST", body: file });
  });
  ask("").then((found) => {
    if (found.learner) show(found);
  });
})();
