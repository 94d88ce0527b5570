import { requestProblems } from "../../../language-server/analysis/load/load-problems.ts";
import { type LoadRequest, type LoadTool, weightOf } from "../../../language-server/analysis/load/load.ts";
import { nameOf, setupName } from "../../../language-server/analysis/load/setup/setup-references.ts";
import { button } from "../../controls/button.ts";
import { textField } from "../../controls/text-fields.ts";
import { element } from "../../element.ts";
import type { Translate } from "../../texts.ts";
import { requestFields, type RequestFields } from "./request-fields.ts";

export type RequestItem = ReturnType<typeof requestItem>;

export interface ItemOptions {
  readonly tool: () => LoadTool;
  readonly edited: () => void;
  readonly remove: () => void;
  readonly parameterIn: (path: string) => string | undefined;
  readonly hasWeight: boolean;
  readonly hasName: boolean;
}

/** One of several requests as a line that opens to its fields, which are built only then: a list may have a hundred. */
export function requestItem(t: Translate, request: LoadRequest, { tool, edited, remove, parameterIn, hasWeight, hasName }: ItemOptions) {
  let fields: RequestFields | undefined;
  const name = element("span", { class: "request-name" });
  const weight = element("span", { class: "count" });
  const removal = button({ label: t("Remove request {0}", 0), look: "icon", icon: "remove", onClick: remove });
  const holder = element("div", { class: "request" });
  const details = element("details", { class: "part" }, element("summary", {}, name, weight), holder);
  const item = element("div", { class: "request-item", role: "group" }, details, removal);
  details.addEventListener("toggle", () => void (details.open && open()));
  const nameField = textField({
    label: t("Name"),
    value: request.name ?? "",
    placeholder: nameOf(request),
    onInput: () => {
      nameField.setProblem(undefined);
      showName();
      edited();
    },
    onChange: () => nameField.setProblem(wrongName()),
  });
  showName();

  function open(): RequestFields {
    details.open = true;
    if (fields !== undefined) return fields;
    const change = (): void => {
      showName();
      edited();
    };
    fields = requestFields(t, request, tool, change, parameterIn);
    fields.weight.hidden = !hasWeight;
    holder.append(...(hasName ? [nameField.element] : []), fields.line, fields.weight, fields.rest);
    return fields;
  }

  function read(): LoadRequest {
    const { name: _name, ...now } = fields?.read() ?? request;
    const given = nameField.value.trim();
    return given === "" ? now : { ...now, name: given };
  }

  function wrongName(): string | undefined {
    return read().name === undefined || setupName.test(read().name ?? "")
      ? undefined
      : t("Use letters, digits, - and _, and each name once.");
  }

  function showName(): void {
    const now = read();
    name.textContent = `${now.method} ${now.path}`;
    const known = hasName ? nameOf(now) : "";
    item.title = known === "" ? "" : t("Later requests use a value of its answer as {0}.", `{{${known}.token}}`);
    weight.textContent = hasWeight && weightOf(now) > 1 ? `×${weightOf(now)}` : "";
  }

  return {
    element: item,
    read,
    headersAreFine: () => fields?.headersAreFine() ?? true,
    /** Marks problems; returns a function that focuses the first such field. */
    check(): (() => void) | undefined {
      if (wrongName() !== undefined) {
        nameField.setProblem(wrongName());
        return () => {
          open();
          nameField.focus();
        };
      }
      if (fields === undefined && requestProblems(request).length === 0 && parameterIn(request.path) === undefined) return undefined;
      return open().check();
    },
    /** Opens it and focuses its first field. */
    focus: (): void => open().focusMethod(),
    showNumber(number: number): void {
      item.setAttribute("aria-label", t("Request {0}", number));
      removal.setAttribute("aria-label", t("Remove request {0}", number));
      removal.title = t("Remove request {0}", number);
    },
  };
}
