import path from "node:path";
import * as v from "valibot";
import { checkJson } from "../../analysis/budget.ts";
import { edgeKinds, mostEdges, mostModules, type ModuleEdge, type ModuleGraph } from "../../analysis/imports/module-graph.ts";
import type { Bytes } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";
import { isRefusal } from "../../platform/refusals.ts";
import { readUnlinked } from "../regular-file.ts";
import type { Run } from "../run.ts";
import { count, text } from "../schema/run-failure.ts";

/** What one thread of a run loaded. */
export interface ThreadImports extends ModuleGraph {
  /** Id of the thread in the run. */
  readonly thread: number;
}

export const importsFile = "imports.json" as const;

/** Bytes: 20,000 edges and as many long URLs take a quarter. */
const mostBytes: Bytes = 32 * 1024 * 1024;

/** Runs may have thousands: a schema of each of their fields would take longer than all else that opens a run. */
const edge = v.custom<ModuleEdge>((value) => {
  if (typeof value !== "object" || value === null) return false;
  const { to, line, column, kind, isFirst, isInferred = false } = value as Partial<Record<keyof ModuleEdge, unknown>>;
  return (
    [to, line, column].every((each) => typeof each === "number" && Number.isSafeInteger(each) && each >= 0) &&
    line !== 0 &&
    edgeKinds.some((each) => each === kind) &&
    typeof isFirst === "boolean" &&
    typeof isInferred === "boolean"
  );
});

/** Untrusted when read back. */
const threadSchema = v.pipe(
  v.object({
    thread: count,
    modules: v.pipe(v.array(v.object({ url: text, edges: v.array(edge) })), v.maxLength(mostModules)),
    entries: v.array(count),
  }),
  v.check(
    ({ modules, entries }) =>
      entries.every((entry) => entry < modules.length) && modules.every(({ edges }) => edges.every(({ to }) => to < modules.length)),
  ),
);

const importsSchema = v.pipe(
  v.object({ threads: v.array(threadSchema) }),
  v.check(({ threads }) => sum(threads.flatMap(({ modules }) => modules.map(({ edges }) => edges.length))) <= mostEdges),
);

/** Threads that do not fit in with those before them are left out. */
export function encodeImports(threads: readonly ThreadImports[]): string {
  let edges = 0;
  const kept = threads.filter(({ modules }) => (edges += sum(modules.map((module) => module.edges.length))) <= mostEdges);
  return JSON.stringify({ threads: kept });
}

/** Undefined if the run has none. Rejects with a UserError if they are missing, damaged or of another run's threads. */
export async function readImports(
  folder: string,
  { imports: file, threads }: Pick<Run, "imports" | "threads">,
): Promise<readonly ThreadImports[] | undefined> {
  if (file === undefined) return undefined;
  const read = v.safeParse(importsSchema, await jsonIn(folder, file, mostBytes));
  const isOurs = read.success && read.output.threads.every(({ thread }) => threads.some(({ id }) => id === thread));
  if (!isOurs) throw damagedTable(folder, file, "imports");
  return read.output.threads;
}

/** Undefined for what is not JSON, or too large. Rejects with a UserError if the file is missing. */
export async function jsonIn(folder: string, file: string, most: Bytes): Promise<unknown> {
  try {
    const json = (await readUnlinked(path.join(folder, file), most))?.toString();
    if (json === undefined) return undefined;
    checkJson(json);
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UserError) return undefined;
    if (!isRefusal(error)) throw error;
    throw new UserError("run.damaged", { name: path.basename(folder), reason: { code: "run.missingFile", values: { file } } });
  }
}

/** `what`: of the file. */
export function damagedTable(folder: string, file: string, what: string): UserError {
  const reason = { code: "run.badFile", values: { file, reason: { code: "samples.outOfBounds", values: { what } } } } as const;
  return new UserError("run.damaged", { name: path.basename(folder), reason });
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
