import { access, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import type { TestRunner } from "../analysis/test-runners/test-command.ts";

/** What a folder's package.json and files say about tests. Read as untrusted input: what has an unexpected type counts as absent. */
export interface TestPackage {
  /** Absolute path. */
  readonly folder: string;
  /** Runners that it depends on, configures, or starts in a script. */
  readonly runners: readonly TestRunner[];
  readonly dependencies: ReadonlySet<string>;
  readonly scripts: readonly string[];
}

const texts = v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined);
const manifest = v.object({
  dependencies: texts,
  devDependencies: texts,
  peerDependencies: texts,
  scripts: texts,
  jest: v.optional(v.unknown()),
  mocha: v.optional(v.unknown()),
});

const named: Readonly<Record<TestRunner, RegExp>> = {
  node: /^$/,
  vitest: /^(vitest|@vitest\/.*)$/,
  jest: /^(jest|jest-cli|ts-jest|babel-jest|@jest\/globals|@types\/jest)$/,
  mocha: /^(mocha|@types\/mocha)$/,
};
const configured: Readonly<Record<TestRunner, RegExp>> = {
  node: /^$/,
  vitest: /^vitest\.(config|workspace|projects)\./,
  jest: /^jest\.config\./,
  mocha: /^\.mocharc\./,
};
const started: Readonly<Record<TestRunner, RegExp>> = {
  node: /\b(node|tsx)\b[^&|;]*\s--test\b/,
  vitest: /\bvitest\b/,
  jest: /\bjest\b/,
  mocha: /\b_?mocha\b/,
};

/** Undefined if the folder has neither a package.json nor settings of a runner. */
export async function readTestPackage(folder: string): Promise<TestPackage | undefined> {
  const files = await readdir(folder).catch((): string[] => []);
  const found = files.includes("package.json") ? await readManifest(path.join(folder, "package.json")) : undefined;
  const dependencies = new Set(
    [found?.dependencies, found?.devDependencies, found?.peerDependencies].flatMap((each) => Object.keys(each ?? {})),
  );
  const scripts = Object.values(found?.scripts ?? {}).filter((each) => typeof each === "string");
  const runners = (Object.keys(named) as TestRunner[]).filter(
    (runner) =>
      [...dependencies].some((each) => named[runner].test(each)) ||
      files.some((each) => configured[runner].test(each)) ||
      scripts.some((each) => started[runner].test(each)) ||
      (runner === "jest" && found?.jest !== undefined) ||
      (runner === "mocha" && found?.mocha !== undefined),
  );
  return found === undefined && runners.length === 0 ? undefined : { folder, runners, dependencies, scripts };
}

async function readManifest(file: string): Promise<v.InferOutput<typeof manifest> | undefined> {
  try {
    const parsed = v.safeParse(manifest, JSON.parse(await readFile(file, "utf8")));
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return undefined;
    throw error;
  }
}

/** Absolute path of the file that starts a runner, as installed for code in `folder`; undefined if it is not installed. */
export async function runnerProgram(runner: Exclude<TestRunner, "node">, folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = path.dirname(at)) {
    const home = path.join(at, "node_modules", runner);
    const text = await readFile(path.join(home, "package.json"), "utf8").catch(() => undefined);
    const bin = text === undefined ? undefined : binOf(JSON.parse(text), runner);
    if (bin !== undefined && (await exists(path.join(home, bin)))) return path.join(home, bin);
    if (path.dirname(at) === at) return undefined;
  }
}

function binOf(found: unknown, name: string): string | undefined {
  const parsed = v.safeParse(v.object({ bin: v.union([v.string(), v.record(v.string(), v.string())]) }), found);
  if (!parsed.success) return undefined;
  const { bin } = parsed.output;
  return typeof bin === "string" ? bin : bin[name];
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
