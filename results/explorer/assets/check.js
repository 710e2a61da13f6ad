// The decks that a section tests: what is pasted, or the file that was chosen or dropped.

const formOf = (section) => document.querySelector(`form.given[data-for="${section.id}"]`);

// given is the text that a section is about, with the fields beside it, or undefined for none.
export async function given(section) {
  const form = formOf(section);
  if (!form) return undefined;
  const file = form.querySelector("input[type=file]").files[0], most = Number(form.dataset.most);
  const text = file ? await textOf(file, most) : form.querySelector("textarea").value;
  if (text === undefined || new Blob([text]).size > most) throw form.dataset.large;
  return { text, fields: [...new FormData(form)].filter(([name, value]) => name && value) };
}

// textOf is a file, which may be compressed by gzip; undefined if it is too large.
async function textOf(file, most) {
  if (file.size > most) return undefined;
  const [a, b] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (a !== 0x1f || b !== 0x8b) return file.text();
  let text = "";
  for await (const part of file.stream().pipeThrough(new DecompressionStream("gzip")).pipeThrough(new TextDecoderStream()))
    if ((text += part).length > most) return undefined;
  return text;
}

// forget takes away what a section says of other decks, and ends its computation.
function forget(section) {
  section.stop?.abort();
  section.querySelector(".shown")?.replaceChildren();
  section.querySelector(".job .says").textContent = "";
  for (const old of section.querySelectorAll(".printed pre, .printed .links")) old.remove();
  delete section.dataset.state;
}

for (const form of document.querySelectorAll("form.given")) {
  const section = document.getElementById(form.dataset.for);
  const list = form.querySelector("textarea"), file = form.querySelector("input[type=file]"), example = form.querySelector(".example");
  form.addEventListener("submit", (e) => { e.preventDefault(); section.querySelector(".start").click(); });
  form.addEventListener("input", () => forget(section));
  list.addEventListener("input", () => { file.value = ""; });
  file.addEventListener("change", () => { list.value = ""; });
  form.addEventListener("dragover", (e) => { e.preventDefault(); form.classList.add("over"); });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (e) => {
    form.classList.remove("over");
    if (!e.dataTransfer.files.length) return;
    e.preventDefault();
    file.files = e.dataTransfer.files;
    list.value = "";
    forget(section);
  });
  example.hidden = false;
  example.addEventListener("click", () => {
    file.value = "";
    list.value = Array.from({ length: 300 }, () => faulty(52).join(" ")).join("\n");
    forget(section);
  });
}

// faulty is a deck whose shuffler exchanges each card with any.
function faulty(n) {
  const deck = Array.from({ length: n }, (_, i) => i + 1);
  for (let i = 0; i < n; i++) {
    const j = Math.floor(n * Math.random());
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}
