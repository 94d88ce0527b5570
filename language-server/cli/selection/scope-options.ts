import type { parseArgs, ParseArgsConfig } from "node:util";
import { UserError } from "../../analysis/user-error.ts";
import { type Scope, type TimeSpan, wholeRun } from "../../analysis/selection/selection.ts";
import { startupSpan } from "../../analysis/startup/startup-span.ts";
import { noRoute } from "../../analysis/selection/no-route.ts";
import { knownRoutes } from "../../opening/route-samples.ts";
import { quotedNames, threadsCalled } from "../../analysis/selection/thread-names.ts";
import { recordedSpan, recordedTime } from "../../opening/recorded-time.ts";
import { numberOption, UsageError } from "../command.ts";
import type { OpenedTarget } from "../targets/target.ts";

/** Which part of a run is looked at, for `parseArgs`. */
export const scopeOptions = {
  thread: { type: "string", multiple: true },
  route: { type: "string", multiple: true },
  from: { type: "string" },
  to: { type: "string" },
  startup: { type: "boolean" },
} as const;

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known }>>["values"];
/** What `parseArgs` makes of such options. */
export type ValuesOf<Known extends Options> = { readonly [Name in keyof Parsed<Known>]?: Parsed<Known>[Name] | undefined };
export type ScopeValues = ValuesOf<typeof scopeOptions>;

type Recorded = Pick<OpenedTarget, "run" | "threads" | "hasTimes" | "analysis" | "routesPass">;

const noRouteOption = "none";
const mostSeconds = 1_000_000;
const mostNamed = 20;

export function hasSpan({ from, to }: ScopeValues): boolean {
  return from !== undefined || to !== undefined;
}

/**
 * Returns the scope for a run. Throws a UsageError at once for a span that is none; the result throws a UserError where a run has no such
 * thread or route, or ends before the span.
 */
export function scopeFrom(values: ScopeValues): (recorded: Recorded) => Scope {
  const from = numberOption("from", values.from, 0, mostSeconds) ?? 0;
  const to = numberOption("to", values.to, 0, mostSeconds) ?? Number.POSITIVE_INFINITY;
  if (from >= to) throw new UsageError({ code: "command.badSpan", values: { from, to } });
  if (values.startup === true && hasSpan(values)) throw new UsageError({ code: "command.startupSpan" });
  const names = values.thread ?? [];
  return (recorded) => ({
    ...wholeRun,
    threads: names.length === 0 ? null : names.flatMap((name) => idsCalled(name, recorded)),
    routes: values.route === undefined ? null : values.route.map((name) => routeCalled(name, recorded)),
    spans:
      values.startup === true
        ? startupOf(recorded)
        : hasSpan(values)
          ? [spanOf({ from: Math.round(from * 1e6), to: Math.round(to * 1e6) }, timed(values, recorded))]
          : null,
  });
}

/** From the first line to the first server. Null for a run that is nothing else: of starts, or of a program that never listened. */
function startupOf({ run }: Pick<Recorded, "run">): Scope["spans"] {
  const startup = startupSpan(run);
  if (startup !== undefined) return [startup];
  if (run.startup !== undefined || run.window === "first-line") return null;
  throw new UserError("selection.noStartup", { name: run.name });
}

/** Ids: several threads may have one name. */
function idsCalled(name: string, { run, threads }: Recorded): readonly number[] {
  const found = threadsCalled(name, threads);
  if (found.length > 0) return found.map(({ id }) => id);
  const names = [...new Set(threads.map((thread) => thread.name))];
  const more = names.length > mostNamed ? ", …" : "";
  throw new UserError("selection.noThread", { name: run.name, thread: name, names: quotedNames(names.slice(0, mostNamed)), more });
}

/** As the run names it: methods in any case; `none` for what runs for no route. */
function routeCalled(name: string, recorded: Recorded): string {
  const { routes } = knownRoutes(recorded) ?? { routes: [] };
  if (routes.length === 0) throw new UserError("selection.noRoutes", { name: recorded.run.name });
  if (name === noRouteOption) return noRoute;
  const found = routes.find((route) => route.name.toLowerCase() === name.trim().toLowerCase());
  if (found !== undefined) return found.name;
  const more = routes.length > mostNamed ? ", …" : "";
  const names = quotedNames(routes.slice(0, mostNamed).map((route) => route.name));
  throw new UserError("selection.noRoute", { name: recorded.run.name, route: name, names, more });
}

/** Seconds are those of the recording that has the samples. */
function timed({ route }: ScopeValues, recorded: Recorded): Pick<Recorded, "run" | "threads" | "hasTimes"> {
  return route === undefined ? recorded : (recorded.routesPass ?? recorded);
}

/** Of samples without times no span can be selected, wherever it is. */
function spanOf(span: TimeSpan, recorded: Pick<Recorded, "run" | "threads" | "hasTimes">): TimeSpan {
  return recorded.hasTimes ? recordedSpan(span, recordedTime(recorded)) : span;
}
