import { element } from "../../element.ts";
import type { HotLineText } from "../incoming.ts";
import type { Translate } from "../../texts.ts";

/** Lines with their shares, hottest first; each leads to its code. `name` is spoken. */
export function hotLineList(
  t: Translate,
  lines: readonly HotLineText[],
  name: string,
  goTo: (line: HotLineText, position: number) => void,
): HTMLElement {
  const rows = lines.map((line, position) => {
    const row = hotLineRow(
      (at) => (position === 0 ? t("Go to the hottest line, {0}", at) : t("Go to {0}", at)),
      () => goTo(line, position),
    );
    row.show(line);
    return element("li", {}, row.element);
  });
  return element("ul", { class: "hot-lines", "aria-label": name }, ...rows);
}

/** One such line, which keeps the focus while another one is shown in it. The file's name is cut off first, its figures never. */
export function hotLineRow(name: (line: string) => string, go: () => void) {
  const file = element("span", { class: "hot-file" });
  const number = element("span", {});
  const share = element("span", { class: "hot-share" });
  const percent = element("span", { class: "hot-percent" });
  const row = element("button", { class: "hot-line", type: "button" }, file, number, " ", share, percent);
  row.addEventListener("click", go);
  return {
    element: row,
    show(line: HotLineText): void {
      const at = line.place.lastIndexOf(":");
      file.textContent = line.place.slice(0, at);
      number.textContent = line.place.slice(at);
      share.textContent = line.share;
      percent.textContent = line.percent;
      row.title = `${line.place}, ${line.share}`;
      row.setAttribute("aria-label", name(`${line.place} ${line.share}`));
    },
  };
}
