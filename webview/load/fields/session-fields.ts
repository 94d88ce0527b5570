import type { LoadPlan, LoadTool } from "../../../language-server/analysis/load/load.ts";
import { dropdown } from "../../controls/choices.ts";
import { element, smallPrint } from "../../element.ts";
import type { Translate } from "../../texts.ts";

type Sessions = Pick<LoadPlan, "cookies" | "setupRuns">;

/** Whose cookies the load sends, and whether each connection signs in for itself. */
export function sessionFields(t: Translate, plan: Sessions, tool: () => LoadTool, edited: () => void) {
  const help = smallPrint(
    t(
      "Each new cookie costs the load tool about 0.3 ms: it then sends about 3,000 requests per second at most. The same cookie again costs next to nothing.",
    ),
  );
  const changed = (): void => {
    showHelp();
    edited();
  };
  const all = [
    { value: "setup", text: t("of setup answers") },
    { value: "answers", text: t("also of the load's answers") },
    { value: "none", text: t("none") },
  ];
  const cookies = dropdown(t("Cookies sent"), all, plan.cookies ?? "setup", changed);
  const runs = dropdown(
    t("Setup requests run"),
    [
      { value: "once", text: t("once for all connections") },
      { value: "per-connection", text: t("for each connection") },
    ],
    plan.setupRuns ?? "once",
    changed,
  );
  const whole = element("div", { class: "fields" }, runs.element, cookies.element, help);
  showTool();

  function isOurs(): boolean {
    return tool() === "autocannon";
  }

  function showHelp(): void {
    help.hidden = !isOurs() || cookies.value !== "answers";
  }

  function showTool(): void {
    runs.element.hidden = !isOurs();
    showHelp();
  }

  return {
    element: whole,
    /** Shows what the current tool can do. */
    showTool,
    /** Without what is the default, and what the tool cannot do. */
    read(): Sessions {
      const sent = cookies.value === "none" || (cookies.value === "answers" && isOurs()) ? cookies.value : undefined;
      return {
        ...(sent === undefined ? {} : { cookies: sent }),
        ...(runs.value === "per-connection" && isOurs() ? { setupRuns: "per-connection" as const } : {}),
      };
    },
  };
}
