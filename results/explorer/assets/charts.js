// A chart can be taken away: as SVG with its colours and bitmaps in it, as PNG, drawn here line by line, and as the
// numbers of its curves in CSV.

// styled is what a style sheet says of the things that charts are made of.
const styled = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "text-anchor", "image-rendering"];

export const csv = (svg) => svg.dataset.csv;

// saved is what a chart becomes as a file, whose text is as large as in a wide window.
const saved = (make) => async (chart) => {
  chart.classList.add("saved");
  try {
    return await make(chart, ...chart.getAttribute("viewBox").split(" ").slice(2).map(Number));
  } finally {
    chart.classList.remove("saved");
  }
};

// bitmap is the picture within a picture.
const bitmap = async (image) => (await fetch(image.getAttribute("href"))).blob();

// svg is a file of its own, on the paper of the page.
export const svg = saved(async (chart, wide, high) => {
  const copy = document.implementation.createDocument(null, "").importNode(chart, true); // which loads nothing
  const of = [...chart.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((e, i) => {
    const style = getComputedStyle(of[i]);
    for (const name of styled) e.setAttribute(name, style.getPropertyValue(name));
    e.removeAttribute("class");
  });
  for (const image of copy.querySelectorAll("image")) {
    const reader = new FileReader();
    reader.readAsDataURL(await bitmap(image));
    await new Promise((done) => reader.addEventListener("loadend", done));
    image.setAttribute("href", reader.result);
  }
  for (const name of ["class", "data-csv", "role"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const [name, value] of [["width", wide], ["height", high]]) copy.setAttribute(name, value);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width: wide, height: high, fill: getComputedStyle(document.body).backgroundColor })) paper.setAttribute(name, value);
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
});

// png is the chart in twice as many pixels as it has units.
export const png = saved(async (chart, wide, high) => {
  const canvas = document.createElement("canvas");
  canvas.width = 2 * wide;
  canvas.height = 2 * high;
  const c = canvas.getContext("2d");
  c.scale(2, 2);
  c.fillStyle = getComputedStyle(document.body).backgroundColor;
  c.fillRect(0, 0, wide, high);
  c.imageSmoothingEnabled = false;
  for (const e of chart.querySelectorAll("line, polyline, circle, rect, text, image")) {
    const style = getComputedStyle(e), at = (name) => Number(e.getAttribute(name));
    c.fillStyle = style.fill;
    c.strokeStyle = style.stroke;
    c.lineWidth = parseFloat(style.strokeWidth);
    c.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map(parseFloat));
    c.beginPath();
    if (e.tagName === "image") c.drawImage(await createImageBitmap(await bitmap(e)), at("x"), at("y"), at("width"), at("height"));
    if (e.tagName === "text") {
      const turned = e.transform.baseVal.consolidate()?.matrix;
      c.save();
      if (turned) c.transform(turned.a, turned.b, turned.c, turned.d, turned.e, turned.f);
      c.font = `${style.fontSize} ${style.fontFamily}`;
      c.textAlign = { middle: "center", end: "right" }[e.getAttribute("text-anchor")] ?? "left";
      c.fillText(e.textContent, at("x"), at("y"));
      c.restore();
      continue;
    }
    if (e.tagName === "line") { c.moveTo(at("x1"), at("y1")); c.lineTo(at("x2"), at("y2")); }
    if (e.tagName === "polyline") for (const p of e.points) c.lineTo(p.x, p.y);
    if (e.tagName === "circle") c.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
    if (e.tagName === "rect") c.rect(at("x"), at("y"), at("width"), at("height"));
    if (style.fill !== "none") c.fill();
    if (style.stroke !== "none") c.stroke();
  }
  return canvas;
});

// offer gives the charts of a part of a page their buttons.
export function offer(root) {
  for (const row of root.querySelectorAll(".exports")) {
    const chart = row.parentElement.querySelector(".chart");
    row.hidden = false;
    row.closest("section")?.querySelector("details.printed")?.append(row); // with all that is technical
    for (const button of row.children) button.addEventListener("click", async () => {
      const as = button.textContent;
      const file = as === "PNG" ? await png(chart).then((canvas) => new Promise((done) => canvas.toBlob(done)))
        : new Blob([as === "SVG" ? await svg(chart) : csv(chart)], { type: as === "SVG" ? "image/svg+xml" : "text/csv" });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      link.download = `${chart.closest("section")?.id ?? "chart"}.${as.toLowerCase()}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }
}
