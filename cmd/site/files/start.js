// Begins the service worker that answers for the folder of this file. A page as one meets it first is a file, and there
// meanwhile; another that is asked for is loaded again once the worker answers for it. The page that is served for
// unknown addresses asks for this file beside it and above it: one of the two is there.
"use strict";
if (!window.begun) {
  window.begun = true;
  const { src, dataset } = document.currentScript;
  const home = new URL(".", src), page = location.pathname.slice(home.pathname.length);
  const asked = new URLSearchParams(location.search), language = asked.get("lang") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
  asked.delete("lang");
  const first = dataset.says && asked.size === 0, served = navigator.serviceWorker?.controller;
  let here;
  window.dovetailHere = new Promise((resolve) => { here = resolve; }); // which scripts of the page wait for
  if (first && !served && !/(^|\/)(en|ja)\.html$/.test(page) && language !== document.documentElement.lang) location.replace(new URL(`${language}.html`, location));
  if (!first && dataset.says && !served) { // another question, by an address that the host takes for a file
    document.documentElement.hidden = true;
    addEventListener("DOMContentLoaded", () => { document.documentElement.hidden = false; document.body.textContent = dataset.says; });
  }
  const begin = async () => {
    if (!navigator.serviceWorker) throw new Error("");
    await navigator.serviceWorker.register(new URL("worker.js", src));
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
    if (!navigator.serviceWorker.controller) await new Promise((done) =>
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    if (!first && !served) return location.reload();
    here();
    if (!served && !page.includes("/") && document.querySelector(".panels")?.ariaBusy !== "true")
      await fetch(new URL("routine", home)); // so that what is pressed next finds it warm
  };
  const answers = begin();
  addEventListener("load", () => answers.catch((e) => {
    const says = document.getElementById("says");
    if (says) says.textContent = e.message || says.dataset.none;
    here(); // what waits learns the same
  }));
}
