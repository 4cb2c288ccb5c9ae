/* The page of the map: its data stands in the page; the address keeps the node in focus, so that a link shows the same. */
import { drawMap } from "./map.js";
const here = document.getElementById("map"),
  data = JSON.parse(document.getElementById("map-data").textContent);
drawMap(here, data, {
  heading: "h1",
  slash: document,
  onFocus: (id) => {
    const address = new URL(location.href);
    address.searchParams.set("focus", id);
    history.replaceState(history.state, "", address);
  },
});
