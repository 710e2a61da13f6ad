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
  const sent = dataset.says && !first && /^((index|en|ja)\.html)?$/.test(page); // a routine by its address
  let here, warm; // which scripts of the page wait for: that the program answers, and that it does so soon
  window.dovetailHere = new Promise((resolve) => { here = resolve; });
  window.dovetailWarm = new Promise((resolve) => { warm = resolve; });
  if ((first || sent) && !served && !/(^|\/)(en|ja)\.html$/.test(page) && language !== document.documentElement.lang) location.replace(new URL(`${language}.html${location.search}`, location));
  if (!first && dataset.says && (sent || !served)) { // another question than the page of the host answers
    document.documentElement.classList.add("loading");
    addEventListener("DOMContentLoaded", () => {
      const says = document.createElement("p");
      says.className = "loads";
      says.textContent = dataset.says;
      document.querySelector(".panels")?.before(says);
    });
  }
  if (sent) { // which a file answers, if it is one that many ask for
    asked.sort();
    const name = asked.toString().replace(/[^A-Za-z0-9.]+/g, "-");
    const near = document.querySelector("meta[name=near]")?.content.split(" ").includes(name);
    window.dovetailSent = near ? new URL(`near/${language}-${name}.bin`, home).pathname : "program";
  }
  const begin = async () => {
    if (!navigator.serviceWorker) throw new Error("");
    await navigator.serviceWorker.register(new URL("worker.js", src));
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done));
    if (!navigator.serviceWorker.controller) await new Promise((done) =>
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    if (!first && !sent && !served) return location.reload();
    here();
    if (!page.includes("/") && document.querySelector(".panels")?.ariaBusy !== "true")
      await fetch(new URL("?n=52", home)); // so that what is pressed next finds it warm
  };
  const answers = begin();
  addEventListener("load", () => answers.catch((e) => {
    const says = document.getElementById("says");
    if (says) says.textContent = e.message || says.dataset.none;
    here(); // what waits learns the same
  }).finally(warm));
}
