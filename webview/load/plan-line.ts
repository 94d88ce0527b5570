import { usesPlaceholder } from "../../language-server/analysis/load/load-command.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import type { Translate } from "../texts.ts";

/** `GET /orders · 10 connections · 10 s`: what the start button will do. Invalid numbers are left out. */
export function planLine(plan: LoadPlan, t: Translate): string {
  if (plan.tool === "manual") return t("I will drive it myself");
  const { tool, connections, durationSeconds, ratePerSecond } = plan;
  const command = tool === "command" ? (plan.command ?? "") : undefined;
  const shows = (name: "connections" | "duration", value: number): boolean =>
    Number.isFinite(value) && (command === undefined || usesPlaceholder(command, name));
  return [
    command === undefined ? requestsText(plan, t) : command.trim(),
    shows("connections", connections) ? (connections === 1 ? t("1 connection") : t("{0} connections", connections)) : "",
    shows("duration", durationSeconds) ? `${durationSeconds}\u00a0${t("s")}` : "",
    ratePerSecond > 0 ? `${ratePerSecond} ${t("req/s")}` : "",
    tool === "autocannon" || tool === "command" ? "" : tool,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function requestsText({ requests }: LoadPlan, t: Translate): string {
  const [first] = requests;
  return first !== undefined && requests.length === 1 ? `${first.method} ${first.path}` : t("{0} requests", requests.length);
}
