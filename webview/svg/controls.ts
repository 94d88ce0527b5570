const svg = "http://www.w3.org/2000/svg";
const html = "http://www.w3.org/1999/xhtml";

const style = "font: 12px system-ui, sans-serif; padding: 2px 8px; height: 24px; box-sizing: border-box;";

/** Adds a search field and a button above the boxes; in HTML, which an SVG file may hold. Texts are attributes of the picture. */
export function addControls(picture: SVGSVGElement, top: number) {
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
