/* While the kernel starts: the still picture instead of the skeleton, and the skeleton away once the table is drawn.
   Voila puts the cells into a shell of its own at the end of the body; they are taken back into the page's main part. */
(function () {
  const main = document.querySelector("main.page");
  const skeleton = document.getElementById("cl-skeleton"),
    wait = skeleton.querySelector("[data-wait]");
  window.cardlab_still = () => {
    const source = document.querySelector("[data-still-source]");
    if (source && document.contains(skeleton))
      skeleton.querySelector("[data-still]").replaceChildren(source.content.cloneNode(true));
  };
  const slow = setTimeout(() => {
    wait.textContent =
      "This takes longer than usual. Reload the page if nothing appears; no move is lost.";
  }, 15000);
  const done = () => {
    clearTimeout(slow);
    watch.disconnect();
    home();
    skeleton.remove();
  };
  const home = () => {
    const cells = document.getElementById("rendered_cells");
    if (cells && !main.contains(cells)) {
      main.append(cells);
      document.querySelector(".jp-LabShell")?.setAttribute("hidden", "");
    }
  };
  const watch = new MutationObserver(() => {
    home();
    if (document.querySelector("[data-ready]")) return done();
    // A cell that failed has something to say; do not cover it up.
    const said = document.querySelector(
      '[data-mime-type="application/vnd.jupyter.error"], [data-mime-type="application/vnd.jupyter.stderr"]',
    );
    if (said) {
      said.textContent =
        "The table could not be laid. No move is lost: reload the page, or go back to all games.";
      done();
    }
  });
  watch.observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["data-ready"],
  });
})();
/* Whoever came from a lesson finds the way back to it. */
(function () {
  const main = document.querySelector("main.page"),
    lesson = new URLSearchParams(location.search).get("lesson");
  if (!main || main.dataset.here !== "play" || !lesson || !/^[a-z][a-z0-9-]{0,60}$/.test(lesson))
    return;
  const link = document.createElement("a");
  link.className = "wayback";
  link.href = main.dataset.lesson + lesson;
  link.textContent = "← Back to the lesson";
  main.prepend(link);
})();
