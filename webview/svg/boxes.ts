import { startOf } from "../../language-server/analysis/shortened.ts";

/** A box of the picture; `left` and `width` in percent of everything, as written in the file. */
export interface Box {
  readonly element: SVGSVGElement;
  readonly name: string;
  readonly tip: string;
  /** Counted from the bottom. */
  readonly row: number;
  readonly left: number;
  readonly width: number;
}

const namespace = "http://www.w3.org/2000/svg";
const charWidth = 6.7;
/** Narrower boxes, in pixels, have no label. */
const narrowestLabel = 4 * charWidth;
/** Places are rounded in the file. */
const rounding = 0.0002;

export function boxesIn(picture: SVGSVGElement): readonly Box[] {
  return Array.from(picture.querySelectorAll<SVGSVGElement>(".box"), (element) => ({
    element,
    name: element.dataset["name"] ?? "",
    tip: element.querySelector("title")?.textContent ?? "",
    row: Number(element.dataset["row"]),
    left: Number.parseFloat(element.getAttribute("x") ?? "0"),
    width: Number.parseFloat(element.getAttribute("width") ?? "0"),
  }));
}

/** Whether `inner` lies within the width of `outer`. */
export function isWithin(inner: Box, outer: Box): boolean {
  return inner.left >= outer.left - rounding && inner.left + inner.width <= outer.left + outer.width + rounding;
}

/** Gives `zoomed` and its callers the whole width of `room` pixels and hides what is beside it; undefined: everything as in the file. */
export function placeBoxes(boxes: readonly Box[], zoomed: Box | undefined, room: number): void {
  const scale = zoomed === undefined || zoomed.width === 0 ? 1 : 100 / zoomed.width;
  for (const box of boxes) {
    const isAbove = zoomed !== undefined && box.row < zoomed.row && isWithin(zoomed, box);
    const isShown = zoomed === undefined || isAbove || (box.row >= zoomed.row && isWithin(box, zoomed));
    const { element } = box;
    element.classList.toggle("above", isAbove);
    element.style.display = isShown ? "" : "none";
    if (!isShown) continue;
    const left = isAbove ? 0 : (box.left - (zoomed?.left ?? 0)) * scale;
    const width = isAbove ? 100 : box.width * scale;
    element.setAttribute("x", `${left}%`);
    element.setAttribute("width", `${width}%`);
    label(box, (width / 100) * room);
  }
}

function label({ element, name }: Box, width: number): void {
  const known = element.querySelector("text");
  if (width < narrowestLabel) {
    known?.remove();
    return;
  }
  const text = known ?? element.appendChild(document.createElementNS(namespace, "text"));
  text.setAttribute("x", "3");
  text.setAttribute("y", "13");
  text.textContent = clipped(name, width - 6);
}

/** `room` in pixels. */
export function clipped(text: string, room: number): string {
  const most = Math.max(1, Math.floor(room / charWidth));
  return text.length > most ? `${startOf(text, most - 1)}…` : text;
}
