import { readdir } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { readText, existsHere } from "../regular-file.ts";
import { readJson } from "./built-scripts.ts";
import { ifRefused } from "../../platform/refusals.ts";

/** A command that builds a package. */
export interface BuildCommand {
  readonly folder: string;
  readonly program: string;
  readonly args: readonly string[];
  /** What a script of package.json runs in turn; "" for another command. */
  readonly script: string;
}

const manifest = v.object({
  scripts: v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined),
  packageManager: v.fallback(v.optional(v.string()), undefined),
  workspaces: v.optional(v.unknown()),
});

/**
 * What builds these packages, the last first: dependencies are built before what needs them. Several packages are built by the `build` script
 * of a folder around them all, where that has one. Empty if it is not known for each.
 */
export async function buildCommands(homes: readonly string[], folder: string): Promise<readonly BuildCommand[]> {
  const [first, ...others] = new Set(homes);
  if (first === undefined) return [];
  if (others.length > 0) {
    for (let around = path.dirname(first); path.dirname(around) !== around; around = path.dirname(around)) {
      const isAround = [first, ...others].every((home) => home.startsWith(around + path.sep));
      const command = isAround && (await isWorkspace(around)) ? await scriptOf(around) : undefined;
      if (command !== undefined) return [command];
      if (around === folder) break;
    }
  }
  const commands: BuildCommand[] = [];
  for (const home of [first, ...others].reverse()) {
    const command = await commandOf(home);
    if (command === undefined) return [];
    commands.push(command);
  }
  return commands;
}

/** The package's own script; else the compiler that its settings are for. */
async function commandOf(home: string): Promise<BuildCommand | undefined> {
  const script = await scriptOf(home);
  if (script !== undefined) return script;
  const names = (await readdir(home).catch(ifRefused)) ?? [];
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  const run = (tool: string, ...args: readonly string[]): BuildCommand => ({
    folder: home,
    program: "npx",
    args: ["--no-install", tool, ...args],
    script: "",
  });
  if (isInstalled("next", home) && (has(/^next\.config\./) || names.includes(".next"))) return run("next", "build");
  if (has(/^nuxt\.config\./)) return run("nuxt", "build");
  if (names.includes("nest-cli.json")) return run("nest", "build");
  if (!names.includes("tsconfig.json") || !isInstalled("tsc", home)) return undefined;
  const settings = await readText(path.join(home, "tsconfig.json"), 1024 * 1024).catch(ifRefused);
  if (/"noEmit"\s*:\s*true/.test(settings ?? "")) return undefined;
  return /"references"\s*:|"composite"\s*:\s*true/.test(settings ?? "") ? run("tsc", "-b") : run("tsc", "-p", ".");
}

async function scriptOf(home: string): Promise<BuildCommand | undefined> {
  const read = await readJson(path.join(home, "package.json"), manifest);
  const script = read?.scripts?.["build"];
  if (typeof script !== "string") return undefined;
  return { folder: home, program: packageManagerOf(home, read?.packageManager), args: ["run", "build"], script };
}

/** Whether the packages below are built together. */
async function isWorkspace(folder: string): Promise<boolean> {
  if (existsHere(path.join(folder, "pnpm-workspace.yaml"))) return true;
  return (await readJson(path.join(folder, "package.json"), manifest))?.workspaces !== undefined;
}

const locks = [
  ["package-lock.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
] as const;

/** The one that the package names, else that of the nearest lock file. */
function packageManagerOf(home: string, declared: string | undefined): string {
  const [name = ""] = declared?.split("@") ?? [];
  if (/^(?:npm|pnpm|yarn)$/.test(name)) return name;
  for (let folder = home; path.dirname(folder) !== folder; folder = path.dirname(folder)) {
    const lock = locks.find(([file]) => existsHere(path.join(folder, file)));
    if (lock !== undefined) return lock[1];
  }
  return "npm";
}

function isInstalled(program: string, home: string): boolean {
  for (let folder = home; ; folder = path.dirname(folder)) {
    if (existsHere(path.join(folder, "node_modules", ".bin", program))) return true;
    if (path.dirname(folder) === folder) return false;
  }
}

/** As a person would type it. Several folders: with the folder of each. */
export function buildCommandText(commands: readonly BuildCommand[], folder: string): string {
  return commands
    .map((command) => {
      const inside = path.relative(folder, command.folder).replaceAll(path.sep, "/");
      const line = [command.program, ...command.args.filter((arg) => arg !== "--no-install")].map(quoted).join(" ");
      return inside === "" ? line : `cd ${quoted(inside)} && ${line}`;
    })
    .join(" && ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word}"`;
}
