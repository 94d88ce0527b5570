import { usesPlaceholder } from "../../language-server/analysis/load/load-command.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import type { LoadText } from "./text.ts";

/** `GET /orders · 10 connections · 10 s`: what the start button will do. Invalid numbers are left out. */
export function planLine(plan: LoadPlan, text: LoadText): string {
  if (plan.tool === "manual") return text.toolManual;
  const { tool, connections, durationSeconds, ratePerSecond } = plan;
  const command = tool === "command" ? (plan.command ?? "") : undefined;
  const shows = (name: "connections" | "duration", value: number): boolean =>
    Number.isFinite(value) && (command === undefined || usesPlaceholder(command, name));
  return [
    command === undefined ? requestsText(plan, text) : command.trim(),
    shows("connections", connections) ? text.someConnections(connections) : "",
    shows("duration", durationSeconds) ? `${durationSeconds}\u00a0${text.units.seconds}` : "",
    ratePerSecond > 0 ? `${ratePerSecond} ${text.requestsPerSecond}` : "",
    tool === "autocannon" || tool === "command" ? "" : tool,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function requestsText({ requests }: LoadPlan, text: LoadText): string {
  const [first] = requests;
  return first !== undefined && requests.length === 1 ? `${first.method} ${first.path}` : text.someRequests(requests.length);
}
