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
