import { rm } from "node:fs/promises";
import path from "node:path";
import type { Savings } from "../../../language-server/history/schema/savings-schema.ts";
import { measureSavings, type SavingsPlan } from "../../../language-server/recording/trials/measured-savings.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { makeApp } from "../../drivers/server/drawn-run.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

/** A module that takes this time to load, by its clock. */
export function burning(ms: number, exported: string): string {
  return `const end = process.hrtime.bigint() + ${ms * 1_000_000}n;
let sum = 0;
while (process.hrtime.bigint() < end) sum += Math.sqrt(sum + 1);
${exported}
`;
}

export interface PlantedStart {
  readonly files: Readonly<Record<string, string>>;
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Of the import: `cli.js:2`, and how it is written. */
  readonly imports: readonly { readonly at: string; readonly specifier: string }[];
  readonly requests?: readonly string[];
}

/** What is saved by starting it in other ways, with a Node of that version. Paths are relative to the app's folder. */
export async function savingsOf(
  { files, entry, args = [], env = {}, imports, requests = [] }: PlantedStart,
  major: number,
): Promise<Savings> {
  const app = await makeApp(files);
  const { watchdog, autocannonChild, inApp } = await buildAdapter();
  const plan: SavingsPlan = {
    candidates: imports.map(({ at, specifier }) => {
      const [file = "", line = ""] = at.split(":");
      return { path: app.path(file), line: Number(line), specifier, name: specifier, within: [], hash: "" };
    }),
    requests,
    since: new Date().toISOString(),
  };
  const launch = { program: app.path(entry), args, env, cwd: app.folder, runtimeExecutable: await nodeOf(major) };
  const problems: string[] = [];
  const savings = await measureSavings(
    { launch, workspaceFolders: [app.folder], bundles: { watchdog, autocannonChild, inApp } },
    plan,
    { progress: () => undefined, problem: (problem) => problems.push(problem.text) },
    new AbortController().signal,
  );
  if (problems.length > 0) throw new Error(problems.join("\n"));
  await rm(path.dirname(app.folder), { recursive: true });
  const within = (file: string): string => path.posix.relative(app.path(""), file.replaceAll("\\", "/"));
  return {
    ...savings,
    imports: savings.imports.map((each) => ({
      ...each,
      path: within(each.path),
      ...(each.first === undefined ? {} : { first: { ...each.first, path: within(each.first.path) } }),
    })),
  };
}
