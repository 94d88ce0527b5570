import { usesPlaceholder } from "../../language-server/analysis/load/load-command.ts";
import type { BoundedField } from "../../language-server/analysis/load/load-problems.ts";
import { toolAbilities } from "../../language-server/analysis/load/load-tools.ts";
import { type LoadTool } from "../../language-server/analysis/load/load.ts";
import { loadTools } from "../../language-server/analysis/load/load-tools.ts";
import type { Choice } from "../controls/choices.ts";
import type { LoadText } from "./text.ts";

/** The parts of the form that a load tool uses. */
export interface ToolParts {
  readonly command: boolean;
  /** Address and first path. */
  readonly target: boolean;
  /** Method, headers and body of the first request. */
  readonly wholeRequest: boolean;
  readonly moreRequests: boolean;
  readonly setup: boolean;
  readonly numbers: readonly BoundedField[];
}

/** `command` is the current command line: a number that it does not use has no field. */
export function toolParts(tool: LoadTool, command: string): ToolParts {
  const { sendsRequests, severalRequests, rate, pipelining } = toolAbilities[tool];
  const isCommand = tool === "command";
  const uses = (name: "connections" | "duration"): boolean => sendsRequests || (isCommand && usesPlaceholder(command, name));
  return {
    command: isCommand,
    target: tool !== "manual",
    wholeRequest: sendsRequests,
    moreRequests: severalRequests,
    setup: tool !== "manual",
    numbers: [
      ...(uses("connections") ? (["connections"] as const) : []),
      ...(uses("duration") ? (["durationSeconds"] as const) : []),
      ...(tool === "manual" ? [] : (["warmupSeconds"] as const)),
      ...(rate ? (["ratePerSecond"] as const) : []),
      ...(pipelining ? (["pipelining"] as const) : []),
    ],
  };
}

export function toolChoices(text: LoadText): readonly Choice[] {
  return loadTools.map((tool) => ({ value: tool, text: toolName(tool, text) }));
}

export function toolName(tool: LoadTool, text: LoadText): string {
  const names: Readonly<Record<LoadTool, string>> = {
    autocannon: text.toolAutocannon,
    wrk: text.toolWrk,
    ab: text.toolAb,
    command: text.toolCommand,
    manual: text.toolManual,
  };
  return names[tool];
}

/** What a tool does differently than one may expect; "" if nothing. */
export function toolHelp(tool: LoadTool, text: LoadText): string {
  return { autocannon: "", wrk: text.wrkHelp, ab: text.abHelp, command: text.commandHelp, manual: text.manualHelp }[tool];
}

export function toolNamed(value: string): LoadTool {
  return loadTools.find((tool) => tool === value) ?? "autocannon";
}
