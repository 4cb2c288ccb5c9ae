/* The button that copies the link of a daily deal; where the clipboard is refused, the link stands there to be copied. */
(function () {
  const button = document.querySelector("[data-share]"),
    said = document.querySelector("[data-shared]");
  button?.addEventListener("click", async () => {
    const link = new URL(button.dataset.share, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      said.textContent = "The link is copied.";
    } catch {
      said.textContent = `Copy this link: ${link}`;
      getSelection().selectAllChildren(said);
    }
  });
})();
