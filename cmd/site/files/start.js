// Begins the service worker that answers for this folder, and then shows what was asked for.
"use strict";
const says = document.getElementById("says");
(async () => {
  if (!navigator.serviceWorker) throw new Error(says.dataset.none);
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
  if (!navigator.serviceWorker.controller) await new Promise((done) =>
    navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  location.reload();
})().catch((e) => { says.textContent = e.message; });
