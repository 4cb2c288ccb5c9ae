/** The theme: what the page says, else JupyterLab's, else the system's. */
function themeNow() {
  const page = document.documentElement.dataset.theme,
    lab = document.body?.dataset.jpThemeLight;
  if (page === "dark" || page === "light") return page;
  if (lab === "false" || lab === "true") return lab === "false" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
function followTheme(root) {
  const set = () => {
      root.dataset.theme = themeNow();
    },
    media = matchMedia("(prefers-color-scheme: dark)"),
    watch = new MutationObserver(set);
  set();
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  if (document.body)
    watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  media.addEventListener("change", set);
  return () => {
    watch.disconnect();
    media.removeEventListener("change", set);
  };
}
