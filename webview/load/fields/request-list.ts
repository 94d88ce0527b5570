import type { LoadRequest, LoadTool } from "../../../language-server/analysis/load/load.ts";
import { button } from "../../controls/button.ts";
import { element, smallPrint } from "../../element.ts";
import { anyRequest } from "./request-fields.ts";
import { requestItem, type RequestItem } from "./request-item.ts";
import type { Translate } from "../../texts.ts";

interface ListOptions {
  readonly title: string;
  readonly help: string;
  readonly firstNumber: number;
  readonly requests: readonly LoadRequest[];
  readonly tool: () => LoadTool;
  readonly edited: () => void;
  readonly parameterIn: (path: string) => string | undefined;
  /** Requests before a load have names, by which others use their answers. */
  readonly hasNames?: boolean;
  /** Requests of a mix have weights. `ofFirst` is the weight field of the first request, which is not in the list. */
  readonly weight?: { readonly ofFirst: HTMLElement };
}

/** A collapsible list of requests that can be added and removed; the first one is numbered `firstNumber`. */
export function requestList(t: Translate, options: ListOptions) {
  const { tool, edited, parameterIn, weight } = options;
  const items: RequestItem[] = [];
  const count = element("span", { class: "count" });
  const holder = element("div", { class: "requests" });
  const add = button({ label: t("Add Request"), look: "secondary", icon: "add", onClick: addByUser });
  const ofFirst = element("div", { class: "request-item", role: "group", "aria-label": t("Request {0}", 1) });
  if (weight !== undefined) ofFirst.append(element("p", { class: "request-name" }, t("Request {0}", 1)), weight.ofFirst);
  const details = element(
    "details",
    { class: "part" },
    element("summary", {}, options.title, count),
    smallPrint(options.help),
    ofFirst,
    holder,
    add,
  );
  for (const request of options.requests) append(request);
  details.open = items.length > 0;
  renumber();

  function append(request: LoadRequest): RequestItem {
    const item = requestItem(t, request, {
      tool,
      edited,
      remove: () => drop(item),
      parameterIn,
      hasWeight: weight !== undefined,
      hasName: options.hasNames === true,
    });
    items.push(item);
    holder.append(item.element);
    return item;
  }

  function addByUser(): void {
    const item = append(anyRequest);
    renumber();
    edited();
    queueMicrotask(() => item.focus());
  }

  function drop(item: RequestItem): void {
    items.splice(items.indexOf(item), 1);
    item.element.remove();
    renumber();
    edited();
    add.focus();
  }

  function renumber(): void {
    count.textContent = items.length === 0 ? "" : String(items.length);
    items.forEach((item, row) => item.showNumber(options.firstNumber + row));
    ofFirst.hidden = weight === undefined || items.length === 0;
    if (weight !== undefined) weight.ofFirst.hidden = ofFirst.hidden;
  }

  return {
    element: details,
    read: () => items.map((item) => item.read()),
    headersAreFine: () => items.every((item) => item.headersAreFine()),
    check(): (() => void) | undefined {
      const [focus] = items.map((item) => item.check()).filter((wrong) => wrong !== undefined);
      if (focus === undefined) return undefined;
      return () => {
        details.open = true;
        focus();
      };
    },
  };
}
