/** The map as a widget: theme.js and map.js are put before this file. */
export default {
  render({ model, el }) {
    const root = document.createElement("div");
    el.append(root);
    const draw = () =>
      drawMap(root, model.get("data"), {
        onPick: (id) => {
          model.set("picked", id);
          model.save_changes();
        },
      });
    draw();
    model.on("change:data", draw);
    return followTheme(root);
  },
};
