import type { LoadRequest, LoadTool } from "../../../language-server/analysis/load/load.ts";
import { button } from "../../controls/button.ts";
import { element } from "../../element.ts";
import { anyRequest, requestFields, type RequestFields } from "./request-fields.ts";
import type { LoadText } from "../text.ts";

export interface RequestList {
  readonly element: HTMLElement;
  read(): readonly LoadRequest[];
  headersAreFine(): boolean;
  check(): (() => void) | undefined;
}

/** A collapsible list of requests that can be added and removed; the first one is numbered `firstNumber`. */
export function requestList(
  text: LoadText,
  options: { readonly title: string; readonly help: string; readonly firstNumber: number; readonly requests: readonly LoadRequest[] },
  tool: () => LoadTool,
  edited: () => void,
): RequestList {
  const items: {
    readonly fields: RequestFields;
    readonly element: HTMLElement;
    readonly number: HTMLElement;
    readonly remove: HTMLElement;
  }[] = [];
  const count = element("span", { class: "count" });
  const holder = element("div", { class: "requests" });
  const add = button({ label: text.addRequest, look: "secondary", icon: "add", onClick: () => append(anyRequest, true) });
  const details = element(
    "details",
    { class: "part" },
    element("summary", {}, options.title, count),
    element("p", { class: "help" }, options.help),
    holder,
    add,
  );
  for (const request of options.requests) append(request, false);
  details.open = items.length > 0;
  renumber();

  function append(request: LoadRequest, byUser: boolean): void {
    const fields = requestFields(text, request, tool, edited);
    const number = element("legend", {});
    const remove = button({ label: text.removeRequest(0), look: "icon", icon: "remove", onClick: () => drop(item) });
    const item = {
      fields,
      number,
      remove,
      element: element(
        "fieldset",
        { class: "request-item" },
        number,
        remove,
        element("div", { class: "request" }, fields.line, fields.rest),
      ),
    };
    items.push(item);
    holder.append(item.element);
    renumber();
    if (!byUser) return;
    edited();
    queueMicrotask(() => item.element.querySelector<HTMLElement>(".control-input")?.focus());
  }

  function drop(item: (typeof items)[number]): void {
    items.splice(items.indexOf(item), 1);
    item.element.remove();
    renumber();
    edited();
    add.focus();
  }

  function renumber(): void {
    count.textContent = items.length === 0 ? "" : String(items.length);
    items.forEach((item, row) => {
      const number = options.firstNumber + row;
      item.number.textContent = text.request(number);
      item.remove.setAttribute("aria-label", text.removeRequest(number));
      item.remove.title = text.removeRequest(number);
    });
  }

  return {
    element: details,
    read: () => items.map((item) => item.fields.read()),
    headersAreFine: () => items.every((item) => item.fields.headersAreFine()),
    check() {
      let first: (() => void) | undefined;
      for (const item of items) {
        const wrong = item.fields.check();
        first ??= wrong;
      }
      if (first === undefined) return undefined;
      const focus = first;
      return () => {
        details.open = true;
        focus();
      };
    },
  };
}
