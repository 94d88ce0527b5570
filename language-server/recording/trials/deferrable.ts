import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ImportCandidate } from "../../analysis/import-costs/has-imports.ts";
import type { UnmeasuredReason } from "../../history/schema/savings-schema.ts";
import { ifRefused } from "../../platform/refusals.ts";
import type { Survey } from "../in-app/trial/surveyed-imports.ts";
import type { DeferredModule, ExportKind, ImportEdge, ModuleExports } from "../in-app/trial/trial-protocol.ts";

/** What is to be deferred of an import, or why that would not be the program that it is. */
export async function deferrable(
  { path: importer, specifier }: ImportCandidate,
  { edges, exports }: Survey,
  isDeferrableEsm: boolean,
): Promise<DeferredModule | UnmeasuredReason> {
  const written = edges.filter((edge) => edge.specifier === specifier);
  const found =
    written.find(({ from }) => slashed(from) === slashed(importer)) ?? onlyOne(written.filter(({ from }) => isBuiltOf(from, importer)));
  if (found === undefined) return isDeferrableEsm ? "not-found" : "old-node";
  const exported = exports[found.to];
  if (exported === undefined) return "not-found";
  if (exported.kind === "value") return "values";
  // All own code loads it later, else another file would load it anyway.
  const own = edges.filter(({ from, to }) => to === found.to && !isInPackage(from));
  for (const edge of own) {
    const why = withoutStandIn(edge, exported, (await readFile(edge.from, "utf8").catch(ifRefused)) ?? "");
    if (why !== undefined) return why;
  }
  return { to: found.to, edges: own.map(({ from, specifier: each, isEsm }) => ({ from, specifier: each, isEsm })), exports: exported };
}

/** Only for what it does, not for what it exports. */
const alone = /^[ \t]*(?:import\s*(["'])([^"'\n]{1,300})\1|require\(\s*(["'])([^"'\n]{1,300})\3\s*\))[ \t]*;?[ \t]*(?:\/\/.*)?$/gm;
const stated = /^[ \t]*(?:import|export)\s+(?!type\b)([^"';()]*?)\s*\bfrom\s*(["'])([^"'\n]{1,300})\2/gm;

/** Bindings of ES modules are values: only what can be called, or has properties, can have a stand-in. */
function withoutStandIn({ specifier, isEsm }: ImportEdge, exported: ModuleExports, text: string): UnmeasuredReason | undefined {
  if ([...text.matchAll(alone)].some((found) => (found[2] ?? found[4]) === specifier)) return "effects";
  if (!isEsm) return undefined;
  const isValue = (name: string): boolean => kindIn(exported, name) === "value";
  const clauses = [...text.matchAll(stated)].filter((found) => found[3] === specifier);
  const names = clauses.map(([, clause = ""]) => namesIn(clause));
  const isWhole = names.length === 0 || names.includes(undefined);
  const isRead = isWhole ? Object.keys(exported.members).some(isValue) : names.flatMap((each) => each ?? []).some(isValue);
  return isRead ? "values" : undefined;
}

function kindIn({ isEsm, kind, members }: ModuleExports, name: string): ExportKind {
  if (!isEsm && name === "default") return kind;
  // What is imported and not exported is a type, which no compiler leaves.
  return (Object.hasOwn(members, name) ? members[name] : undefined) ?? "object";
}

/** Names that a clause imports; undefined if all of them. */
function namesIn(clause: string): readonly string[] | undefined {
  if (clause.includes("*")) return undefined;
  const [before = "", braced = ""] = clause.split(/[{}]/);
  const named = braced.split(",").flatMap((each) => {
    const [name = ""] = each.trim().split(/\s+/);
    return name === "" || name === "type" ? [] : [name.replaceAll(/["']/g, "")];
  });
  return /^[\w$]/.test(before.trim()) ? ["default", ...named] : named;
}

/** Whether a file may be what a compiler made of a source: `dist/cli.js` of `src/cli.ts`. */
function isBuiltOf(file: string, source: string): boolean {
  const nameOf = (each: string): string => path.posix.basename(slashed(each)).replace(/\.[cm]?[jt]sx?$/, "");
  return nameOf(file) === nameOf(source) && !isInPackage(file);
}

function isInPackage(file: string): boolean {
  return slashed(file).includes("/node_modules/");
}

function slashed(file: string): string {
  return file.replaceAll("\\", "/");
}

function onlyOne<Item>([first, second]: readonly Item[]): Item | undefined {
  return second === undefined ? first : undefined;
}
