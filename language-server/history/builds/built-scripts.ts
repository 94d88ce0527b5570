import { readFile, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { scriptReferences } from "../../analysis/builds/script-references.ts";
import type { Bytes } from "../../analysis/units.ts";
import { readText, existsHere, jsonOf } from "../regular-file.ts";
import { ifRefused } from "../../platform/refusals.ts";

/** A script that an app runs. */
export interface BuiltScript {
  readonly file: string;
  readonly text: string;
}

const mostScripts = 3000;
const largestScript: Bytes = 32 * 1024 * 1024;
const script = /\.[cm]?js$/;
const test = /(?:^|[\\/])(?:tests?|__tests__|__mocks__|e2e|spec)[\\/]|[._-](?:test|spec|e2e)\.[cm]?[jt]sx?$/;

/** Whether a file is a test, or made of one. `inside` is its path in its package. */
export function isTestFile(inside: string): boolean {
  return test.test(inside);
}

/**
 * The scripts that `entries` load, as far as their texts show: their own files, and those of packages of the same workspace, which are links
 * out of node_modules. Dependencies are left out.
 */
export async function builtScripts(entries: readonly string[]): Promise<readonly BuiltScript[]> {
  const found = new Map<string, BuiltScript>();
  const waiting = [...entries];
  const looked = new Set<string>();
  while (waiting.length > 0 && found.size < mostScripts) {
    const asked = waiting.pop() ?? "";
    if (looked.has(asked)) continue;
    looked.add(asked);
    const file = await ownScript(asked);
    if (file === undefined || found.has(file)) continue;
    const text = await readText(file, largestScript).catch(ifRefused);
    if (text === undefined) continue;
    found.set(file, { file, text });
    const folder = path.dirname(file);
    const { files, packages, loadsFolders } = scriptReferences(text);
    waiting.push(...files.map((name) => path.resolve(folder, name)));
    for (const name of packages) waiting.push(...(await packageFiles(name, folder)));
    if (loadsFolders) waiting.push(...(await scriptsBelow(folder)));
  }
  return [...found.values()];
}

/** As Node finds it, with links followed; undefined if there is none, or it is a dependency's. */
async function ownScript(asked: string): Promise<string | undefined> {
  const tries = script.test(asked) ? [asked] : [`${asked}.js`, `${asked}.cjs`, `${asked}.mjs`, path.join(asked, "index.js")];
  for (const each of tries) {
    if (!existsHere(each)) continue;
    const file = await realpath(each).catch(ifRefused);
    if (file !== undefined && !isDependency(file)) return file;
  }
  return undefined;
}

export function isDependency(file: string): boolean {
  // Builds that carry their dependencies along have them below their own folder.
  return /[\\/]node_modules[\\/]/.test(file);
}

async function scriptsBelow(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true }).catch(ifRefused);
  return (names ?? [])
    .filter((name) => script.test(name) && !isDependency(path.join(path.sep, name)) && !isTestFile(name))
    .slice(0, mostScripts)
    .map((name) => path.join(folder, name));
}

const manifest = v.object({
  exports: v.optional(v.unknown()),
  imports: v.optional(v.unknown()),
  main: v.fallback(v.optional(v.string()), undefined),
  module: v.fallback(v.optional(v.string()), undefined),
});

/** The scripts for which a name stands: of a linked package, or of the package's own `imports`. */
async function packageFiles(name: string, from: string): Promise<readonly string[]> {
  const [, packageName = "", inside = ""] = /^((?:@[^/]+\/)?[^/@][^/]*)(?:\/(.*))?$/.exec(name) ?? [];
  if (packageName === "") return [];
  for (let folder = from; ; folder = path.dirname(folder)) {
    const home = name.startsWith("#") ? folder : path.join(folder, "node_modules", packageName);
    if (existsHere(path.join(home, "package.json"))) return await filesOf(home, name.startsWith("#") ? name : inside);
    if (path.dirname(folder) === folder) return [];
  }
}

async function filesOf(home: string, inside: string): Promise<readonly string[]> {
  const real = await realpath(home).catch(ifRefused);
  if (real === undefined || isDependency(real)) return [];
  const read = await readJson(path.join(real, "package.json"), manifest);
  if (read === undefined) return [];
  const { exports, imports, main, module } = read;
  const table = inside.startsWith("#") ? imports : exports;
  const named = table === undefined ? (inside === "" ? [main ?? "index.js", module ?? ""] : [inside]) : targetsOf(table, inside);
  return named.filter((each) => each !== "").map((each) => path.resolve(real, each));
}

/** The files that `exports` or `imports` have for a name, under any condition: which ones hold is not known. */
function targetsOf(table: unknown, name: string): readonly string[] {
  const key = name.startsWith("#") ? name : name === "" ? "." : `./${name}`;
  if (typeof table !== "object" || table === null || Array.isArray(table)) return key === "." ? leavesOf(table) : [];
  const entries = Object.entries(table as Readonly<Record<string, unknown>>);
  if (!entries.some(([each]) => /^[.#]/.test(each))) return key === "." ? leavesOf(table) : [];
  for (const [pattern, target] of entries) {
    if (pattern === key) return leavesOf(target);
    const [start = "", end] = pattern.split("*");
    if (end !== undefined && key.startsWith(start) && key.endsWith(end) && key.length >= start.length + end.length)
      return leavesOf(target).map((each) => each.replaceAll("*", key.slice(start.length, key.length - end.length)));
  }
  return [];
}

function leavesOf(target: unknown): readonly string[] {
  if (typeof target === "string") return script.test(target) ? [target] : [];
  return typeof target === "object" && target !== null ? Object.values(target).flatMap(leavesOf) : [];
}

/** Undefined for a file that is missing, or is no JSON of this form. */
export async function readJson<Output>(file: string, schema: v.GenericSchema<unknown, Output>): Promise<Output | undefined> {
  return jsonOf(await readFile(file, "utf8").catch(ifRefused), schema);
}
