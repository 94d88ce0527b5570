import { hidingTools, type SecretArgument } from "../../../language-server/analysis/load/secret-arguments.ts";
import type { LoadTool } from "../../../language-server/analysis/load/load.ts";
import { button } from "../../controls/button.ts";
import { element, smallPrint } from "../../element.ts";
import type { Translate } from "../../texts.ts";
import { toolName } from "../tool-parts.ts";

/** Says why a tool does not get a secret, and offers the tools that may have it. */
export function secretNotice(t: Translate, use: (tool: LoadTool) => void) {
  const said = element("strong", {});
  const why = smallPrint("");
  const offers = hidingTools.map((tool) => button({ label: t("Use {0}", tool), look: "secondary", onClick: () => use(tool) }));
  const shown = [said, why, element("div", { class: "offers" }, ...offers)];
  const notice = element("div", { class: "response", role: "status", hidden: "" }, ...shown);
  return {
    element: notice,
    /** Undefined: nothing is secret. */
    show(found: SecretArgument | undefined): void {
      notice.hidden = found === undefined;
      if (found === undefined) return;
      const now = saidOf(found, t);
      // Screen readers say what changes.
      if (said.textContent === now) return;
      said.textContent = now;
      why.textContent =
        found.what === "command"
          ? `${t("It would be an argument, which every user of this machine can read in the list of processes.")} ${t("You can also put the command into a script that only you can read.")}`
          : t("It would be an argument, which every user of this machine can read in the list of processes.");
    },
    /** Focuses the first offer. */
    focus: (): void => offers[0]?.focus(),
  };
}

function saidOf(found: SecretArgument, t: Translate): string {
  if (found.what === "command") return t("The command line has a secret: {0}", found.shown);
  if (found.what === "path" && found.tool === "command") return t("The secret in {0} is not passed to the command line.", found.shown);
  const tool = toolName(found.tool, t);
  return found.what === "header"
    ? t("The header {1} is not passed to {0}.", tool, found.name)
    : t("The secret in {1} is not passed to {0}.", tool, found.shown);
}
