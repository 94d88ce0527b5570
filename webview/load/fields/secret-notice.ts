import { hidingTools, type SecretArgument } from "../../../language-server/analysis/load/secret-arguments.ts";
import type { LoadTool } from "../../../language-server/analysis/load/load.ts";
import { button } from "../../controls/button.ts";
import { element } from "../../element.ts";
import type { LoadText } from "../text.ts";
import { toolName } from "../tool-parts.ts";

export interface SecretNotice {
  readonly element: HTMLElement;
  /** Undefined: nothing is secret. */
  show(found: SecretArgument | undefined): void;
  /** Focuses the first offer. */
  focus(): void;
}

/** Says why a tool does not get a secret, and offers the tools that may have it. */
export function secretNotice(text: LoadText, use: (tool: LoadTool) => void): SecretNotice {
  const said = element("strong", {});
  const why = element("p", { class: "help" });
  const offers = hidingTools.map((tool) => button({ label: text.useRedirect(tool), look: "secondary", onClick: () => use(tool) }));
  const notice = element("div", { class: "response", role: "status" }, said, why, element("div", { class: "offers" }, ...offers));
  notice.hidden = true;
  return {
    element: notice,
    show(found) {
      notice.hidden = found === undefined;
      if (found === undefined) return;
      const now = saidOf(found, text);
      // Screen readers say what changes.
      if (said.textContent === now) return;
      said.textContent = now;
      why.textContent = found.what === "command" ? `${text.secretArguments} ${text.secretScript}` : text.secretArguments;
    },
    focus: () => offers[0]?.focus(),
  };
}

function saidOf(found: SecretArgument, text: LoadText): string {
  if (found.what === "command") return text.secretInCommand(found.shown);
  if (found.what === "path" && found.tool === "command") return text.secretCommandPath(found.shown);
  const tool = toolName(found.tool, text);
  return found.what === "header" ? text.secretHeader(tool, found.name) : text.secretPath(tool, found.shown);
}
