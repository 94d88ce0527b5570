import { usesPlaceholder } from "../../language-server/analysis/load/load-command.ts";
import { loadTools, offeredIfFound, toolAbilities } from "../../language-server/analysis/load/load-tools.ts";
import type { LoadTool } from "../../language-server/analysis/load/load.ts";
import type { Choice } from "../controls/choices.ts";
import type { Translate } from "../texts.ts";

/** The parts of the form that a load tool uses. `command` is the current command line: a number that it does not use has no field. */
export function toolParts(tool: LoadTool, command: string) {
  const { sendsRequests, severalRequests, rate, pipelining } = toolAbilities[tool];
  const isCommand = tool === "command";
  const uses = (name: "connections" | "duration"): boolean => sendsRequests || (isCommand && usesPlaceholder(command, name));
  return {
    command: isCommand,
    /** Address and first path. */
    target: tool !== "manual",
    /** Method, headers and body of the first request. */
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
export function toolChoices(t: Translate, current: LoadTool, found: readonly LoadTool[]): readonly Choice[] {
  const conditional: readonly LoadTool[] = offeredIfFound;
  return loadTools
    .filter((tool) => tool === current || found.includes(tool) || !conditional.includes(tool))
    .map((tool) => ({ value: tool, text: toolName(tool, t) }));
}

/** Programs are called what their command is. */
export function toolName(tool: LoadTool, t: Translate): string {
  const names: Partial<Record<LoadTool, string>> = {
    autocannon: t("autocannon (built in)"),
    ab: "ab (ApacheBench)",
    command: t("Command line"),
    manual: t("I will drive it myself"),
  };
  return names[tool] ?? tool;
}

/** What a tool does differently than one may expect, and what it counts; "" if nothing. */
export function toolHelp(tool: LoadTool, t: Translate): string {
  return {
    autocannon: "",
    wrk: t("wrk sends as fast as it can; it cannot limit the rate. Its figures appear at the end."),
    ab: t("ab repeats one request as fast as it can; it cannot limit the rate or pipeline. Its figures appear at the end."),
    command: t(
      "${url} stands for the address and path, ${connections} and ${duration} for the fields of those names. The command runs in the app's folder, without a shell. Figures are read from the output of autocannon --json, wrk, wrk2, ab, oha, hey, vegeta report, bombardier, h2load, siege, artillery, locust, k6 and JMeter.",
    ),
    manual: t("Start the recording, use your app, then stop the recording."),
    oha: t("oha repeats one request. Errors are requests without a response; its own success rate counts 404 and 500 as successes."),
    hey: t(
      "hey repeats one request. Errors are requests without a response. The rate is that of the responses; the rate that hey prints counts errors, too.",
    ),
    vegeta: t(
      "vegeta mixes requests, at a rate or with as many workers as there are connections. Errors are requests without a response. Its rate is the requests by the time from the first start to the last.",
    ),
    bombardier: t(
      "bombardier repeats one request. Errors are requests without a response. The rate is the responses by the time; the rate that bombardier prints is a mean of samples.",
    ),
    h2load: t(
      "h2load repeats one request, over HTTP/2 where an https server prefers it. It does not connect again, and reports no error for refused connections or requests that are never answered.",
    ),
    siege: t(
      "siege repeats one request. Errors are answers with a status of 500 and above and requests without a response: it does not tell them apart. Its times have two decimals of a second.",
    ),
    artillery: t(
      "artillery starts one user per connection, who repeats the requests, or with a rate one user per request. Errors are requests without a response. It starts slowly, which the recording includes, and leaves no figures when cancelled.",
    ),
    locust: t(
      "locust starts one user per connection. Errors are answers with a status of 400 and above and requests without a response: it does not tell them apart. Its times are rounded to two digits.",
    ),
  }[tool];
}

export function toolNamed(value: string): LoadTool {
  return loadTools.find((tool) => tool === value) ?? "autocannon";
}
