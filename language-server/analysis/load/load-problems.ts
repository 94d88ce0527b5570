import { commandProblem, type CommandProblem } from "./load-command.ts";
import { toolAbilities } from "./load-tools.ts";
import type { LoadPlan, LoadRequest, LoadTool } from "./load.ts";
import { nameOf, referencesIn, setupName, withReferences } from "./setup/setup-references.ts";
import { socketAddress } from "./socket-address.ts";

/** Bounds of a plan's numbers. */
export const planBounds = {
  connections: { low: 1, high: 10_000, whole: true },
  durationSeconds: { low: 1, high: 3600, whole: false },
  warmupSeconds: { low: 0, high: 600, whole: false },
  ratePerSecond: { low: 0, high: 1_000_000, whole: false },
  pipelining: { low: 1, high: 1000, whole: true },
} as const;

/** Bounds of a request's weight. */
export const weightBounds = { low: 1, high: 1000 } as const;

export type BoundedField = keyof typeof planBounds;
export const boundedFields = Object.keys(planBounds) as readonly BoundedField[];

/** Index of the request, from 0. */
interface RequestPlace {
  readonly list: "requests" | "setup";
  readonly index: number;
}

export type RequestProblem =
  | { readonly code: "bad-method" | "bad-path" | "bad-name" | "bad-header-name" | "bad-header-value"; readonly value: string }
  /** `method` has no body. */
  | { readonly code: "no-body"; readonly method: string }
  | { readonly code: "body-twice" }
  /** It is not a whole number in `weightBounds`. */
  | { readonly code: "bad-weight"; readonly value: number };

/** Of a request among the others of its plan. */
type NameProblem =
  | { readonly code: "same-name"; readonly value: string }
  /** `value`: such as `{{login.token}}`, of which no set-up request before has the name. */
  | { readonly code: "unknown-name"; readonly value: string; readonly in: "path" | "headers" };

/** Why a plan cannot be run, as codes: the clients have the texts. */
export type PlanProblem =
  | CommandProblem
  | { readonly code: "bad-address" | "address-with-path"; readonly value: string }
  | { readonly code: "no-request" }
  | NumberProblem
  /** The tool only accepts whole seconds. */
  | { readonly code: "whole-seconds"; readonly tool: LoadTool; readonly field: BoundedField; readonly value: number }
  | { readonly code: "no-rate" | "no-pipelining" | "one-request" | "no-socket"; readonly tool: LoadTool }
  /** The tool only sends a body with the `allowed` methods. */
  | { readonly code: "body-method"; readonly tool: LoadTool; readonly method: string; readonly allowed: readonly string[] }
  /** Only autocannon has a session for each connection, and takes the cookies of the load's answers. */
  | { readonly code: "no-session"; readonly tool: LoadTool; readonly field: "cookies" | "setupRuns" }
  | ((RequestProblem | NameProblem) & { readonly at: RequestPlace });

interface NumberProblem {
  readonly code: "out-of-bounds";
  readonly field: BoundedField;
  readonly low: number;
  readonly high: number;
  readonly whole: boolean;
  readonly value: number;
}

/** All problems of a plan but `secretArgument`; empty if it can be run. */
export function planProblems(plan: LoadPlan): readonly PlanProblem[] {
  const { tool } = plan;
  if (tool === "manual") return [];
  const abilities = toolAbilities[tool];
  const problems: (PlanProblem | undefined)[] = [addressProblem(plan.baseUrl, tool)];
  if (tool === "command") problems.push(commandProblem(plan.command ?? ""));
  if (plan.requests.length === 0) problems.push({ code: "no-request" });
  if (plan.requests.length > 1 && abilities.sendsRequests && !abilities.severalRequests) problems.push({ code: "one-request", tool });
  for (const list of ["requests", "setup"] as const) {
    plan[list].forEach((request, index) => {
      const all = [...requestProblems(request), ...nameProblems(request, plan.setup.slice(0, list === "setup" ? index : undefined))];
      for (const problem of all) problems.push({ ...problem, at: { list, index } });
    });
  }
  if (plan.setupRuns === "per-connection" && tool !== "autocannon") problems.push({ code: "no-session", tool, field: "setupRuns" });
  if (plan.cookies === "answers" && tool !== "autocannon") problems.push({ code: "no-session", tool, field: "cookies" });
  const allowed = abilities.bodyMethods;
  for (const { method, body, bodyFile = "" } of plan.requests) {
    if (allowed !== undefined && (body !== "" || bodyFile !== "") && !allowed.includes(method))
      problems.push({ code: "body-method", tool, method, allowed });
  }
  for (const field of boundedFields) problems.push(numberProblem(field, plan[field], tool));
  if (abilities.sendsRequests && !abilities.rate && plan.ratePerSecond > 0) problems.push({ code: "no-rate", tool });
  if (abilities.sendsRequests && !abilities.pipelining && plan.pipelining > 1) problems.push({ code: "no-pipelining", tool });
  return problems.filter((each) => each !== undefined);
}

/** NaN stands for an invalid number. */
export function numberProblem(field: BoundedField, value: number, tool: LoadTool): PlanProblem | undefined {
  const { low, high, whole } = planBounds[field];
  if (!(value >= low && value <= high) || (whole && !Number.isInteger(value)))
    return { code: "out-of-bounds", field, low, high, whole, value };
  const inSeconds = field === "durationSeconds" || field === "warmupSeconds";
  return inSeconds && !toolAbilities[tool].fractions && !Number.isInteger(value)
    ? { code: "whole-seconds", tool, field, value }
    : undefined;
}

/** An address is a scheme, a host and optionally a port, or that of a socket: paths belong to the requests. */
export function addressProblem(value: string, tool: LoadTool): PlanProblem | undefined {
  if (socketAddress(value) !== undefined) return toolAbilities[tool].sockets ? undefined : { code: "no-socket", tool };
  const [, authority = "", rest = ""] = /^https?:\/\/([^/?#\s]*)(.*)$/i.exec(value) ?? [];
  const port = Number(/:(\d+)$/.exec(authority)?.[1] ?? 0);
  if (!/^(\[[0-9a-f:.]+\]|[^\s:@[\]]+)(:\d{1,5})?$/i.test(authority) || port > 65_535) return { code: "bad-address", value };
  return rest === "" || rest === "/" ? undefined : { code: "address-with-path", value };
}

/** A path starts with one slash; a full http(s) URL is also accepted, and a value of an answer that is a path itself. */
function pathProblem(written: string): RequestProblem | undefined {
  const value = withReferences(written, (at) => (at === 0 ? "/x" : "x"));
  return /^(\/(?!\/)|https?:\/\/[^/\s])\S*$/i.test(value) || value === "/" ? undefined : { code: "bad-path", value: written };
}

/** RFC 9110, 5.6.2: allowed characters of a header's name. */
export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

export function requestProblems(request: LoadRequest): readonly RequestProblem[] {
  const { method, path, headers, body, bodyFile = "", weight = 1 } = request;
  const problems: (RequestProblem | undefined)[] = [pathProblem(path)];
  if (!/^[A-Z]+$/.test(method)) problems.push({ code: "bad-method", value: method });
  if (body !== "" && bodyFile !== "") problems.push({ code: "body-twice" });
  if ((body !== "" || bodyFile !== "") && /^(GET|HEAD)$/.test(method)) problems.push({ code: "no-body", method });
  if (!Number.isInteger(weight) || weight < weightBounds.low || weight > weightBounds.high)
    problems.push({ code: "bad-weight", value: weight });
  if (request.name !== undefined && !setupName.test(request.name)) problems.push({ code: "bad-name", value: request.name });
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name)) problems.push({ code: "bad-header-name", value: name });
    else if (/[\r\n\0]/.test(value)) problems.push({ code: "bad-header-value", value: name });
  }
  return problems.filter((each) => each !== undefined);
}

/** `before`: the set-up requests whose answers there are by then. */
function nameProblems({ name, path, headers }: LoadRequest, before: readonly LoadRequest[]): readonly NameProblem[] {
  const names = new Set(before.map(nameOf));
  const unknownIn = (text: string, place: "path" | "headers"): NameProblem[] =>
    referencesIn(text).flatMap(({ request, text: value }) =>
      names.has(request) ? [] : [{ code: "unknown-name" as const, value, in: place }],
    );
  return [
    ...(name !== undefined && before.some((each) => each.name === name) ? [{ code: "same-name" as const, value: name }] : []),
    ...unknownIn(path, "path"),
    ...Object.values(headers).flatMap((value) => unknownIn(value, "headers")),
  ];
}

/** The key of a launch configuration's `load` that a problem is about; `single`: path, method etc. are at the top level. */
export function problemKey(problem: PlanProblem, single: boolean): string {
  switch (problem.code) {
    case "bad-address":
    case "address-with-path":
    case "no-socket":
      return "baseUrl";
    case "out-of-bounds":
    case "whole-seconds":
      return problem.field;
    case "no-rate":
      return "ratePerSecond";
    case "no-pipelining":
      return "pipelining";
    case "no-session":
      return problem.field;
    case "no-request":
    case "one-request":
    case "body-method":
      return single ? "method" : "requests";
    case "no-command":
    case "unclosed-quote":
    case "shell-syntax":
    case "unknown-placeholder":
      return "command";
    default: {
      const key = problem.code === "unknown-name" ? problem.in : requestKeys[problem.code];
      return single && problem.at.list === "requests" ? key : `${problem.at.list}.${problem.at.index}.${key}`;
    }
  }
}

const requestKeys: Readonly<Record<RequestProblem["code"] | "same-name", keyof LoadRequest>> = {
  "bad-name": "name",
  "same-name": "name",
  "bad-method": "method",
  "bad-path": "path",
  "no-body": "body",
  "body-twice": "bodyFile",
  "bad-header-name": "headers",
  "bad-header-value": "headers",
  "bad-weight": "weight",
};
