/** The way to a game as a widget: Python draws it; a button says how much may be new at a time. theme.js is put before this file. */
export default {
  render({ model, el }) {
    const root = document.createElement("div");
    root.className = "cl-root";
    el.append(root);
    const draw = () => {
      const pressed = root.contains(document.activeElement) && document.activeElement.dataset.new;
      root.innerHTML = model.get("html");
      if (pressed) root.querySelector(`[data-new="${pressed}"]`)?.focus();
    };
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-new]");
      if (!button) return;
      model.set("new", Number(button.dataset.new));
      model.save_changes();
    });
    draw();
    model.on("change:html", draw);
    return followTheme(root);
  },
};
