package main

import (
	"encoding/base64"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"golang.org/x/image/font/gofont/goregular"
)

// What a page is asked by scripts of its own, in the browser.

// sameLetters gives a page the same Latin letters on every machine, so that the places of what is on it can be compared.
var sameLetters = chromedp.Evaluate(`(async () => {
	const letters = new FontFace("same", Uint8Array.from(atob("`+base64.StdEncoding.EncodeToString(goregular.TTF)+`"), c => c.charCodeAt(0)));
	document.fonts.add(await letters.load());
	document.body.style.fontFamily = "same";
})()`, nil, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })

// settled is true once what the page asks by itself is answered, and its pictures are there.
const settled = `document.readyState === "complete" &&
	[...document.querySelectorAll("section.slow[data-auto]")].every(s => s.dataset.state === "done") &&
	[...document.images].every(i => i.loading === "lazy" || i.complete && i.naturalWidth > 0) &&
	document.querySelector(".panels")?.ariaBusy !== "true" && [...document.querySelectorAll(".player .deck")].every(d => d.childElementCount > 0)`

// answersOf are the command lines of a page that have printed something, with it.
const answersOf = `[...document.querySelectorAll("section")].flatMap(s => {
	const lines = [...s.querySelectorAll(".line code")].map(c => c.textContent);
	return [...s.querySelectorAll(".printed pre")].map((p, i) => ({Line: lines[i], Text: p.textContent}));
})`

// unlabelled are fields, buttons, links and pictures without a name, and orders of focus other than
// that of the page.
const unlabelled = `[
	...[...document.querySelectorAll("input:not([type=hidden]), select, textarea")].filter(e => !(e.labels[0]?.textContent.trim() || e.ariaLabel)),
	...[...document.querySelectorAll("button, a, summary, nav")].filter(e => !(e.textContent.trim() || e.ariaLabel || e.querySelector("img[alt]"))),
	...[...document.images].filter(e => !e.hasAttribute("alt")),
	...document.querySelectorAll("[tabindex]:not([tabindex='0']):not([tabindex='-1'])"),
	...(document.documentElement.lang && document.title && document.querySelectorAll("h1").length === 1 ? [] : [document.body]),
].map(e => e.outerHTML.slice(0, 200))`

// pale are texts whose contrast with what is behind them is below 4.5 to 1 (WCAG 2.2, 1.4.3).
const pale = `(() => {
	const parse = c => { const m = c.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
	const channel = x => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
	const bright = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
	const over = (top, below) => top.slice(0, 3).map((x, i) => x * top[3] + below[i] * (1 - top[3]));
	const behind = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] === 1) return c; } return [255, 255, 255, 1]; };
	const faint = e => { let o = 1; for (; e; e = e.parentElement) o *= +getComputedStyle(e).opacity; return o; };
	const found = new Set();
	for (const e of document.querySelectorAll("body *")) {
		if (!e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || e.closest("noscript, [aria-hidden=true]")) continue;
		const style = getComputedStyle(e), back = behind(e);
		const ink = parse(e.closest("svg") ? style.fill : style.color);
		ink[3] *= faint(e);
		const a = bright(over(ink, back)), b = bright(back);
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < 4.5) found.add(ratio.toFixed(2) + " " + e.outerHTML.slice(0, 120));
	}
	return [...found].slice(0, 5);
})()`

// small are texts of pictures that stand on the page in less than 12 pixels.
const small = `[...document.querySelectorAll("svg text")].filter(e => e.checkVisibility()).map(e => {
	const svg = e.ownerSVGElement, scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
	return [parseFloat(getComputedStyle(e).fontSize) * scale, e];
}).filter(([size]) => size < 11.99).map(([size, e]) => size.toFixed(1) + " px: " + e.textContent)`

// cramped are things to press that are smaller than a finger needs, 24 pixels (WCAG 2.2, 2.5.8), and texts of less than
// 12. Links within a text are excused.
const cramped = `[
	...[...document.querySelectorAll("button, .button, input:not([type=hidden]), select, textarea, summary, a.card, .by a, nav a, .skip:focus")].filter(e => e.checkVisibility()).filter(e => {
		const box = e.getBoundingClientRect();
		return box.width < 24 || box.height < 23.99;
	}),
	...[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && !e.closest("svg") && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && parseFloat(getComputedStyle(e).fontSize) < 12),
].map(e => { const box = e.getBoundingClientRect(); return [box.width, box.height, getComputedStyle(e).fontSize].join(" ") + " " + e.outerHTML.slice(0, 120); })`

// beyond are the menus that do not lie within the window and below their buttons once they are opened, and how many there are. Letters
// are as wide as those of other fonts too, and the row of pages wraps before its last.
const beyond = `(async () => {
	const menus = [...document.querySelectorAll("nav .by, #routine .by, #deck .share")], found = [];
	document.querySelector("#routine .several")?.setAttribute("open", "");
	const turn = (menu, open) => new Promise(done => { menu.addEventListener("toggle", done, {once: true}); menu.open = open; });
	for (const [wider, wrap] of [[-.1, 0], [0, 0], [0, 1], [.1, 0]]) {
		document.body.style.letterSpacing = wider + "em";
		document.querySelector("nav > a:last-of-type").style.marginRight = wrap * 100 + "%";
		for (const menu of menus) {
			await turn(menu, true);
			const button = menu.querySelector("summary").getBoundingClientRect(), box = menu.querySelector(".menu").getBoundingClientRect();
			if (box.left < 0 || box.right > innerWidth || box.top < button.bottom - 1 || menu.matches("nav *") && box.top > button.bottom + 20)
				found.push(menu.querySelector("summary").innerText + " spaced by " + wider + " em, wrapped " + wrap + ": " + [box.left, box.right, box.top - button.bottom]);
			await turn(menu, false);
		}
	}
	return {Menus: menus.length, Beyond: found};
})()`

// taken are charts that cannot be taken away as files: as SVG, as PNG, and as CSV.
const taken = `(async () => {
	const { svg, png, csv } = await import(document.querySelector("script[src$='explorer.js']").src.replace("explorer.js", "charts.js"));
	const wrong = [];
	for (const c of document.querySelectorAll(".chart")) {
		if (!c.checkVisibility()) continue;
		const file = new DOMParser().parseFromString(await svg(c), "image/svg+xml"), picture = await png(c);
		const shown = picture.getContext("2d").getImageData(0, 0, picture.width, picture.height).data, colours = new Set();
		for (let i = 0; i < shown.length; i += 4) colours.add(shown[i] << 16 | shown[i + 1] << 8 | shown[i + 2]);
		const numbers = !c.dataset.csv || csv(c).split("\n").length > 2 && csv(c).split("\n")[0].includes(",");
		const within = [...file.querySelectorAll("image")].every((i) => i.getAttribute("href").startsWith("data:image/png;base64,"));
		if (!numbers || !within || file.querySelector("parsererror") || !file.querySelector("text") || colours.size < 3 ||
			c.closest("section").querySelector(".exports")?.hidden !== false) wrong.push(c.outerHTML.slice(0, 100));
	}
	return wrong;
})()`

// listen notes what gets the focus.
const listen = `document.activeElement.blur(); scrollTo(0, 0); window.stops = [document.documentElement]; addEventListener("focusin", e => window.stops.push(e.target))`

// ahead is how many stops the tab key has on a page.
const ahead = `(window.stopping = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]")]
	.filter(e => e.tabIndex >= 0 && e.checkVisibility({visibilityProperty: true}))).length`

// astray is what is wrong with the stops that were made: ones that are left out, come before those that
// stand before them on the page, cannot be seen, or do not show that they have the focus; and a page that
// keeps the focus.
const astray = `(() => {
	const found = [], says = e => e.outerHTML.slice(0, 160);
	for (const e of window.stopping) if (!window.stops.includes(e)) found.push("no stop: " + says(e));
	window.stops.forEach((e, i) => {
		if (i > 0 && !(window.stops[i - 1].compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING)) found.push("too late: " + says(e));
	});
	if (document.activeElement !== window.stopping.at(-1)) found.push("the last stop is " + says(document.activeElement));
	return found;
})()`

// ringless are things with the focus that do not show it.
const ringless = `(() => {
	const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
	const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && box.width > 0 && box.right > 0 && box.bottom > 0 && box.top < innerHeight;
	return seen ? [] : [e.outerHTML.slice(0, 160) + " " + style.outline + " at " + [box.left, box.top]];
})()`
