import { type Box, boxesIn, clipped, isWithin, placeBoxes } from "./boxes.ts";

const svg = "http://www.w3.org/2000/svg";
const html = "http://www.w3.org/1999/xhtml";

const style = "font: 12px system-ui, sans-serif; padding: 2px 8px; height: 24px; box-sizing: border-box;";

/** Adds a search field and a button above the boxes; in HTML, which an SVG file may hold. Texts are attributes of the picture. */
function addControls(picture: SVGSVGElement, top: number) {
  const holder = document.createElementNS(svg, "foreignObject");
  for (const [name, value] of Object.entries({ x: "12", y: String(top), width: "100%", height: "28" })) holder.setAttribute(name, value);
  const row = made("div", "display: flex; gap: 8px; align-items: center;");
  const search = made("input", `${style} width: 200px;`);
  search.type = "search";
  search.placeholder = picture.dataset["search"] ?? "";
  search.setAttribute("aria-label", search.placeholder);
  /** Says what share of the time was found. */
  const matched = made("output", "font: 12px system-ui, sans-serif; color: CanvasText;");
  /** Shown while the picture is zoomed in. */
  const reset = made("button", style);
  reset.type = "button";
  reset.textContent = picture.dataset["reset"] ?? "";
  reset.hidden = true;
  row.append(search, reset, matched);
  holder.append(row);
  picture.append(holder);
  return { search, matched, reset };
}

function made<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, css: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElementNS(html, tag) as HTMLElementTagNameMap[Tag];
  element.style.cssText = css;
  return element;
}

/** Runs in an exported SVG: makes the flame graph as wide as its window; a click zooms in, a search colours what it finds. */

const margin = 12;
const controlsHeight = 32;

const script = document.currentScript;
const picture = script?.parentElement as unknown as SVGSVGElement;
const frame = picture.querySelector<SVGSVGElement>(".boxes") ?? picture;
const facts = picture.querySelector(".facts");
const boxes = boxesIn(picture);
const boxOf = new Map(boxes.map((box) => [box.element as Element, box]));
const controls = addControls(picture, Number(frame.getAttribute("y")) - controlsHeight);
const usualText = facts?.textContent ?? "";
let zoomed: Box | undefined;
let current = boxes.find(({ row }) => row === 0);

picture.removeAttribute("viewBox");
picture.setAttribute("width", "100%");
frame.setAttribute("role", "tree");
for (const { element, tip, row } of boxes) {
  const attributes = { role: "treeitem", "aria-level": String(row + 1), "aria-label": tip, tabindex: "-1" };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
current?.element.setAttribute("tabindex", "0");

let room = 0;
const fit = (): void => {
  room = Math.max(100, picture.getBoundingClientRect().width - 2 * margin);
  frame.setAttribute("width", String(room));
  placeBoxes(boxes, zoomed, room);
  describe(undefined);
};

function zoom(box: Box | undefined): void {
  zoomed = box;
  controls.reset.hidden = box === undefined;
  placeBoxes(boxes, zoomed, room);
}

/** The tip is also shown below the title: without a delay, and for the keyboard. */
function describe(box: Box | undefined): void {
  if (facts !== null) facts.textContent = clipped(box?.tip ?? usualText, room);
}

function focusOn(box: Box | undefined): void {
  if (box === undefined) return;
  current?.element.setAttribute("tabindex", "-1");
  current = box;
  box.element.setAttribute("tabindex", "0");
  box.element.focus();
}

function boxAt(event: Event): Box | undefined {
  const element = event.target instanceof Element ? event.target.closest(".box") : null;
  return element === null ? undefined : boxOf.get(element);
}

function neighbour(box: Box, key: string): Box | undefined {
  const shown = boxes.filter(({ element }) => element.style.display !== "none");
  if (key === "ArrowDown") return shown.findLast((each) => each.row === box.row - 1 && isWithin(box, each));
  if (key === "ArrowUp")
    return shown.filter((each) => each.row === box.row + 1 && isWithin(each, box)).sort((a, b) => b.width - a.width)[0];
  const level = shown.filter(({ row }) => row === box.row).sort((a, b) => a.left - b.left);
  return level[level.indexOf(box) + (key === "ArrowLeft" ? -1 : 1)];
}

function search(): void {
  const matches = matcher(controls.search.value);
  const found = boxes.filter((box) => {
    const isFound = matches(box);
    box.element.classList.toggle("found", isFound);
    return isFound;
  });
  const { matched = "" } = picture.dataset;
  const share = new Intl.NumberFormat(picture.getAttribute("lang") ?? "en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const text = `${share.format(sharedWidth(found) * 100)} %`;
  controls.matched.textContent = controls.search.value.trim() === "" ? "" : matched.replace("{share}", () => text);
}

frame.addEventListener("click", (event) => {
  const box = boxAt(event);
  focusOn(box);
  if (box !== undefined) zoom(box);
});
frame.addEventListener("keydown", (event) => {
  const box = boxAt(event);
  if (box === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" || event.key === " ") zoom(box);
  else if (event.key === "Escape") zoom(undefined);
  else if (event.key.startsWith("Arrow")) focusOn(neighbour(box, event.key));
  else return;
  event.preventDefault();
});
frame.addEventListener("mouseover", (event) => describe(boxAt(event)));
frame.addEventListener("mouseout", () => describe(undefined));
frame.addEventListener("focusin", (event) => describe(boxAt(event)));
frame.addEventListener("focusout", () => describe(undefined));
controls.reset.addEventListener("click", () => {
  zoom(undefined);
  focusOn(current);
});
controls.search.addEventListener("input", search);
window.addEventListener("keydown", (event) => {
  if (picture !== (document.documentElement as Element)) return;
  if (event.key !== "F3" && !((event.ctrlKey || event.metaKey) && event.key === "f")) return;
  event.preventDefault();
  controls.search.focus();
  controls.search.select();
});
window.addEventListener("resize", fit);
fit();

/** Whether a box's tip matches: it contains the text in any case, or the text is a regular expression that fits, as in FlameGraph. */
function matcher(wanted: string): (box: Box) => boolean {
  const text = wanted.trim().toLowerCase();
  if (text === "") return () => false;
  const pattern = patternOf(wanted.trim());
  return ({ tip }) => tip.toLowerCase().includes(text) || pattern?.test(tip) === true;
}

function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text, "i");
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The share of the whole width that is below the found boxes, 0 to 1: a box within a found one counts once. */
function sharedWidth(found: readonly Box[]): number {
  let width = 0;
  let outer: Box | undefined;
  for (const box of found.toSorted((a, b) => a.left - b.left || b.width - a.width || a.row - b.row)) {
    if (outer !== undefined && isWithin(box, outer)) continue;
    width += box.width;
    outer = box;
  }
  return Math.min(1, width / 100);
}
