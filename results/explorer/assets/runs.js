// Searches, the jobs of pages, and what is kept. All numbers and texts come from the server.

// base is what the addresses of this host begin with.
const base = new URL("..", import.meta.url).pathname.slice(0, -1);
const token = document.querySelector("meta[name=token]").content;
const leaving = new AbortController();
addEventListener("pagehide", () => leaving.abort());

// post asks for a change, and returns what is wrong, or "".
async function post(path, fields) {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "X-Token": token }, body: new URLSearchParams(fields), signal: leaving.signal });
    return answer.ok ? "" : (await answer.text()).trim();
  } catch (e) {
    return leaving.signal.aborted ? "" : String(e);
  }
}

// put changes a text only where it is another, so that what is selected or in focus stays.
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function make(tag, className, parent) {
  const element = document.createElement(tag);
  element.className = className;
  parent.append(element);
  return element;
}

// every calls a function now and then, one call after the other.
function every(milliseconds, call) {
  const again = async () => {
    await call().catch(() => {});
    if (!leaving.signal.aborted) setTimeout(again, milliseconds);
  };
  again();
  return call;
}

const json = async (path) => (await fetch(path, { signal: leaving.signal })).json();

// keyed keeps an element for each of some things, by their keys and in their order.
function keyed(parent, things, key, create, update) {
  const old = new Map([...parent.children].map((element) => [element.dataset.key, element]));
  things.forEach((thing, i) => {
    let element = old.get(key(thing));
    if (!element) {
      element = create(thing);
      element.dataset.key = key(thing);
    }
    old.delete(key(thing));
    if (parent.children[i] !== element) parent.insertBefore(element, parent.children[i] ?? null);
    update(element, thing);
  });
  for (const gone of old.values()) gone.remove();
}

for (const root of document.querySelectorAll(".searches")) {
  const says = root.dataset;
  const wrong = root.querySelector(".wrong");
  const act = { stop: base + "/runs/stop", go: base + "/runs/go", read: base + "/runs/go", label: base + "/runs/label", delete: base + "/runs/delete" };
  // name gives a search a field for what its user calls it, which is there once a button is pressed.
  const name = (box, head, search) => {
    const button = make("button", "rename", head), form = make("form", "naming", head);
    button.type = "button";
    button.textContent = says.label;
    form.hidden = true;
    const field = make("input", "", form), save = make("button", "", form);
    field.maxLength = 60;
    field.ariaLabel = says.label;
    save.textContent = says.keep;
    button.addEventListener("click", () => {
      form.hidden = !form.hidden;
      field.value = box.querySelector(".label").textContent;
      field.focus();
    });
    form.addEventListener("submit", async (e) => {
      e.preventDefault();
      put(wrong, await post(act.label, { name: search, label: field.value, lang: says.lang }));
      form.hidden = true;
      await list();
    });
  };
  const create = (search) => {
    const box = document.createElement("article");
    const head = make("p", "", box);
    make("b", "label", head);
    make("code", "of", head);
    if (search.of === "here") name(box, head, search.name);
    const bar = make("p", "", box);
    make("b", "state", bar);
    make("progress", "", bar).max = 1;
    make("span", "share", bar);
    make("span", "at", bar);
    make("span", "do", bar);
    const best = make("div", "best", box);
    make("p", "what", best);
    make("ol", "", best);
    return box;
  };
  const update = (box, search) => {
    put(box.querySelector(".of"), search.line);
    put(box.querySelector(".label"), search.label);
    put(box.querySelector(".state"), says[search.state] ?? search.state);
    box.dataset.state = search.state;
    const bar = box.querySelector("progress");
    bar.value = search.share;
    bar.ariaLabel = search.line;
    put(box.querySelector(".share"), `${(100 * search.share).toFixed(1)}%`);
    put(box.querySelector(".at"), search.says);
    const best = (search.best ?? []).slice(0, 3);
    box.querySelector(".best").hidden = best.length === 0;
    put(box.querySelector(".what"), search.state === "done" ? says.found : says.sofar);
    keyed(box.querySelector("ol"), best, (text) => text, () => document.createElement("li"), put);
    keyed(box.querySelector(".do"), search.can ?? [], (what) => what, (what) => {
      if (what === "show") {
        const link = document.createElement("a");
        link.href = says.page + encodeURIComponent(search.name) + "#answer";
        link.className = "button";
        link.textContent = says.show;
        return link;
      }
      const button = document.createElement("button");
      button.type = "button";
      button.className = what;
      button.textContent = says[what];
      button.addEventListener("click", async () => {
        if (what === "delete" && button.textContent !== says.sure) {
          button.textContent = says.sure; // and deletes when it is pressed once more
          return setTimeout(() => { button.textContent = says.delete; }, 4000);
        }
        button.disabled = true;
        put(wrong, await post(act[what], { name: search.name, of: search.of }));
        await list();
        button.disabled = false;
      });
      return button;
    }, () => {});
  };
  const list = every(500, async () => {
    const all = await json(base + "/runs/list?lang=" + says.lang);
    for (const of of ["here", "cluster"]) {
      const place = root.querySelector("." + of);
      if (place) keyed(place, all.runs.filter((run) => run.of === of), (search) => search.name, create, update);
    }
    if (all.wrong) put(wrong, all.wrong);
  });
  for (const form of document.querySelectorAll("form.begin")) {
    form.addEventListener("submit", async (e) => {
      e.preventDefault();
      const fields = new FormData(form);
      fields.set("search", form.dataset.search);
      fields.set("lang", says.lang);
      put(form.querySelector(".wrong"), await post(base + "/runs/start", fields));
      await list();
    });
  }
}

// The questions of pages.
for (const runs of document.querySelectorAll("table.runs")) {
  const create = (job) => {
    const row = document.createElement("tr");
    const link = make("a", "", make("td", "left", row));
    link.href = base + job.link;
    link.textContent = job.line;
    make("td", "left state", row);
    make("progress", "", make("td", "", row)).ariaLabel = job.line;
    make("td", "seconds", row);
    const stop = make("button", "", make("td", "", row));
    stop.type = "button";
    stop.textContent = runs.dataset.stop;
    stop.addEventListener("click", () => post(base + "/runs/stop", { name: job.name }));
    return row;
  };
  const update = (row, job) => {
    put(row.querySelector(".state"), runs.dataset[job.state] + (job.says && job.state !== "done" ? ` · ${job.says}` : ""));
    row.querySelector("progress").value = job.share;
    put(row.querySelector(".seconds"), job.seconds.toFixed(1));
    row.querySelector("button").hidden = job.state !== "runs" && job.state !== "waits";
  };
  every(1000, async () => {
    const jobs = (await json(base + "/runs/list?lang=" + runs.dataset.lang)).runs.filter((run) => run.of === "page");
    runs.hidden = jobs.length === 0;
    document.querySelector(".none").hidden = jobs.length > 0;
    keyed(runs.tBodies[0], jobs, (job) => job.name, create, update);
  });
}

// A button below an answer keeps it in the catalogue.
document.addEventListener("click", async (e) => {
  const button = e.target.closest?.("button.save");
  if (!button) return;
  const says = button.parentElement.querySelector("[role=status]");
  button.disabled = true;
  const [path, query] = button.dataset.save.split("?");
  const answer = await fetch(path, { method: "POST", headers: { "X-Token": token }, body: new URLSearchParams(query) });
  const text = (await answer.text()).trim();
  button.disabled = false;
  if (!answer.ok) return put(says, text);
  const link = document.createElement("a");
  link.href = `${button.dataset.record}${text}#record`;
  link.textContent = `${button.dataset.kept} ${text}`;
  says.replaceChildren(link);
});
