import type { LoadPlan, LoadTool } from "../../../language-server/analysis/load/load.ts";
import { dropdown } from "../../controls/choices.ts";
import { element } from "../../element.ts";
import type { LoadText } from "../text.ts";

type Sessions = Pick<LoadPlan, "cookies" | "setupRuns">;

export interface SessionFields {
  readonly element: HTMLElement;
  /** Without what is the default, and what the tool cannot do. */
  read(): Sessions;
  /** Shows what the current tool can do. */
  showTool(): void;
}

/** Whose cookies the load sends, and whether each connection signs in for itself. */
export function sessionFields(text: LoadText, plan: Sessions, tool: () => LoadTool, edited: () => void): SessionFields {
  const help = element("p", { class: "help" }, text.answerCookiesHelp);
  const changed = (): void => {
    showHelp();
    edited();
  };
  const all = [
    { value: "setup", text: text.cookiesOfSetup },
    { value: "answers", text: text.cookiesOfAnswers },
    { value: "none", text: text.cookiesNone },
  ];
  const cookies = dropdown(text.cookies, all, plan.cookies ?? "setup", changed);
  const runs = dropdown(
    text.setupRuns,
    [
      { value: "once", text: text.setupOnce },
      { value: "per-connection", text: text.setupPerConnection },
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
    showTool,
    read() {
      const sent = cookies.value === "none" || (cookies.value === "answers" && isOurs()) ? cookies.value : undefined;
      return {
        ...(sent === undefined ? {} : { cookies: sent }),
        ...(runs.value === "per-connection" && isOurs() ? { setupRuns: "per-connection" as const } : {}),
      };
    },
  };
}
