/* The switch between light and dark; the choice is kept in the browser. */
(function () {
  const root = document.documentElement, button = document.querySelector("[data-theme-switch]");
  if (!button) return;
  const tell = () => button.setAttribute("aria-pressed", String(root.dataset.theme === "dark"));
  button.addEventListener("click", () => {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("cardlab-theme", root.dataset.theme); } catch (e) { /* private mode */ }
    tell();
  });
  tell();
})();
