/* What a page does when it is there. */

document.addEventListener("DOMContentLoaded", async () => {
  setUpWords();
  const fill = { "gallery.html": gallery, "problem.html": problem }[html.dataset.page];
  if (!fill) { return; }
  try {
    await loadAbout();
    await fill();
  } catch (error) {
    byId("failed").textContent = fileMissing(error);
    byId("failed").hidden = false;
  }
});
