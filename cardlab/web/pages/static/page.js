/* While the kernel starts: the still picture instead of the skeleton, and the skeleton away once the page is drawn.
   Voila puts the cells into a shell of its own at the end of the body; they are taken back into the page's main part. */
(function () {
  const FAILED =
    '[data-mime-type="application/vnd.jupyter.error"], [data-mime-type="application/vnd.jupyter.stderr"]';
  const main = document.querySelector("main.page");
  const skeleton = document.getElementById("cl-skeleton"),
    wait = skeleton.querySelector("[data-wait]");
  try {
    const before = sessionStorage.getItem("cardlab-still");
    sessionStorage.removeItem("cardlab-still");
    if (before) skeleton.querySelector("[data-still]").innerHTML = before;
  } catch (e) {
    /* private mode */
  }
  let awaitsWidget = false;
  /** The kernel has made something that the browser is about to draw; until then its still picture is shown, if it has one. */
  window.cardlab_awaits = () => {
    awaitsWidget = true;
    const source = document.querySelector("[data-still-source]");
    /* a lesson and a laboratory bring their words too, for readers without a kernel: here only a picture has room */
    const picture = source && source.content.querySelector("svg");
    if (picture && document.contains(skeleton))
      skeleton.querySelector("[data-still]").replaceChildren(picture.cloneNode(true));
  };
  /** Take the cells back from Voila's shell; says whether they are here. */
  const takeCellsBack = () => {
    const cells = document.getElementById("rendered_cells"),
      shell = document.querySelector(".jp-LabShell");
    if (!cells || !shell || shell.contains(main)) return false;
    if (shell.contains(cells)) {
      main.append(cells);
      shell.setAttribute("hidden", "");
    }
    return shell.hidden;
  };
  /** A cell that failed ends the notebook: say what that means here, not what Voila says of it. */
  const tellFailure = () => {
    const failed = document.querySelector(FAILED);
    if (!failed || failed.hasAttribute("role")) return;
    const sentence = document.createElement("div");
    sentence.className = "alert";
    sentence.textContent =
      "Something on this page failed, and what follows here is missing. No move is lost. Reload the page; if that does not help, choose another page above.";
    failed.setAttribute("role", "alert");
    failed.replaceChildren(sentence);
  };
  const look = () => {
    const here = takeCellsBack();
    tellFailure();
    if (here && (document.querySelector("[data-ready]") || !awaitsWidget)) finish();
  };
  const finish = () => {
    clearTimeout(slow);
    watch.disconnect();
    skeleton.remove();
  };
  const slow = setTimeout(() => {
    if (document.querySelector(FAILED)) return skeleton.remove();
    wait.textContent =
      "This takes longer than usual. Reload the page if nothing appears; no move is lost.";
  }, 15000);
  const watch = new MutationObserver(look);
  watch.observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["data-ready"],
  });
})();
