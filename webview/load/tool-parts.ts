import { usesPlaceholder } from "../../language-server/analysis/load/load-command.ts";
import type { BoundedField } from "../../language-server/analysis/load/load-problems.ts";
import { loadTools, offeredIfFound, toolAbilities } from "../../language-server/analysis/load/load-tools.ts";
import type { LoadTool } from "../../language-server/analysis/load/load.ts";
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

/** The tools to choose from: of those that are offered only where found, the found ones and the current one. */
export function toolChoices(text: LoadText, current: LoadTool, found: readonly LoadTool[]): readonly Choice[] {
  const conditional: readonly LoadTool[] = offeredIfFound;
  return loadTools
    .filter((tool) => tool === current || found.includes(tool) || !conditional.includes(tool))
    .map((tool) => ({ value: tool, text: toolName(tool, text) }));
}

/** Programs are called what their command is. */
export function toolName(tool: LoadTool, text: LoadText): string {
  const names: Partial<Record<LoadTool, string>> = {
    autocannon: text.toolAutocannon,
    ab: text.toolAb,
    command: text.toolCommand,
    manual: text.toolManual,
  };
  return names[tool] ?? tool;
}

/** What a tool does differently than one may expect, and what it counts; "" if nothing. */
export function toolHelp(tool: LoadTool, text: LoadText): string {
  return { autocannon: "", wrk: text.wrkHelp, ab: text.abHelp, command: text.commandHelp, manual: text.manualHelp, ...text.programHelp }[
    tool
  ];
}

export function toolNamed(value: string): LoadTool {
  return loadTools.find((tool) => tool === value) ?? "autocannon";
}
