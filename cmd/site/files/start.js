// Begins the service worker that answers for the folder of this file. A page as one meets it first is a file, and there
// meanwhile; another that is asked for is loaded again once the worker answers for it. The page that is served for
// unknown addresses asks for this file beside it and above it: one of the two is there. The program comes once something needs
// it: what no file answers, or a browser that has it already.
"use strict";
if (!window.begun) {
  window.begun = true;
  const { src, dataset } = document.currentScript;
  const home = new URL(".", src), page = location.pathname.slice(home.pathname.length);
  const asked = new URLSearchParams(location.search), language = asked.get("lang") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
  asked.delete("lang");
  const first = dataset.says && asked.size === 0, served = navigator.serviceWorker?.controller;
  const sent = dataset.says && !first && /^((index|en|ja)\.html)?$/.test(page); // a routine by its address
  let here, warm, answers; // which scripts of the page wait for: that the program answers, and that it does so soon
  const is = new Promise((resolve) => { here = resolve; });
  Object.defineProperty(window, "dovetailHere", { get() { need(); return is; } });
  window.dovetailWarm = new Promise((resolve) => { warm = resolve; });
  if ((first || sent) && !served && !/(^|\/)(en|ja)\.html$/.test(page) && language !== document.documentElement.lang) location.replace(new URL(`${language}.html${location.search}`, location));
  const own = document.getElementById("says"); // of the page of unknown addresses
  if (own && language === "ja") { own.textContent = own.dataset.ja; own.dataset.none = own.dataset.noneJa; own.lang = "ja"; }
  const loads = own?.textContent ?? (document.documentElement.lang === "ja" ? dataset.ja : dataset.says);
  window.dovetailLoads = () => { // what happens, while somebody waits
    if (document.querySelector(".loads")) return;
    const says = document.createElement("p");
    says.className = "loads";
    says.role = "status";
    says.textContent = loads;
    document.querySelector(".panels")?.before(says);
  };
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    for (const says of document.querySelectorAll(".loads")) says.textContent = `${loads} ${data} %`;
  });
  if (!first && dataset.says && (sent || !served)) { // another question than the page of the host answers
    document.documentElement.classList.add("loading");
    addEventListener("DOMContentLoaded", window.dovetailLoads);
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
  const need = () => {
    if (answers) return;
    answers = begin();
    const end = () => answers.catch((e) => {
      if (own) own.textContent = e.message || own.dataset.none;
      here(); // what waits learns the same
    }).finally(warm);
    if (document.readyState === "complete") end(); else addEventListener("load", end);
  };
  if (served || !first && !window.dovetailSent?.endsWith(".bin")) need();
}
