import { button } from "../controls/button.ts";
import { element } from "../element.ts";
import type { ImportedRequests } from "./incoming.ts";
import type { Translate } from "../texts.ts";

/** *Import…*, and what the last import brought and did not bring. */
export function importSection(t: Translate, imported: ImportedRequests | undefined, wanted: () => void): HTMLElement {
  const start = button({ label: t("Import…"), look: "secondary", icon: "import", onClick: wanted });
  start.title = t("Requests of a HAR file, an OpenAPI 3 document or a .http file");
  return element("div", { class: "imports" }, ...(imported === undefined ? [] : resultParts(t, imported)), start);
}

function resultParts(t: Translate, { summary, leftOut }: ImportedRequests): readonly HTMLElement[] {
  const said = element("p", { class: "help", role: "status" }, summary);
  if (leftOut.length === 0) return [said];
  const notes = leftOut.map((note) => element("li", {}, note));
  const list = element("ul", { class: "notes help" }, ...notes);
  return [said, element("details", { class: "part" }, element("summary", {}, t("Notes on the import: {0}", leftOut.length)), list)];
}

/** The first parameter that an import left in a path. */
export function askedIn(path: string, imported: ImportedRequests | undefined): string | undefined {
  return imported?.asked.find((name) => new RegExp(`${name}(?!\\w)`).test(path));
}
