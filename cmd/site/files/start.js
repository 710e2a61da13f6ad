// Begins the service worker that answers for the folder of this file, and then shows what was asked for. The page
// that is served for unknown addresses asks for this file beside it and above it: one of the two is there.
"use strict";
if (!window.begun) {
  window.begun = true;
  const at = document.currentScript.src;
  const says = document.getElementById("says");
  (async () => {
    if (!navigator.serviceWorker) throw new Error(says.dataset.none);
    await navigator.serviceWorker.register(new URL("worker.js", at));
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
    if (!navigator.serviceWorker.controller) await new Promise((done) =>
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    location.reload();
  })().catch((e) => { says.textContent = e.message; });
}
