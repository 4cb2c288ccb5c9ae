/* Keys on the wall: each presses the link that names it. A clicker sends PageUp and PageDown. */
const blank = document.querySelector("[data-blank]");
if (blank) blank.onclick = () => document.body.classList.toggle("blank");
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.key === " " ? "Space" : event.key;
  if (key === "Enter" && document.activeElement?.matches("a, button")) return;
  for (const link of document.querySelectorAll("[data-key]"))
    if (link.dataset.key.split(" ").includes(key)) {
      event.preventDefault();
      link.click();
      return;
    }
  if (key === "f" || key === "F") {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  }
});
/* full screen survives the steps: what changes is fetched and put in place */
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-key]");
  if (!link) return;
  event.preventDefault();
  const answer = await fetch(link.href, { cache: "no-store" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = page.querySelector("[data-wall]");
  if (!main) return location.assign(link.href);
  document.querySelector("[data-wall]").replaceWith(main);
  history.replaceState(null, "", link.href);
  const button = main.querySelector("[data-blank]");
  if (button) button.onclick = () => document.body.classList.toggle("blank");
});
