import { runnerArguments, type NamedTest, testName, type TestRunner } from "../analysis/test-runners/test-command.ts";
import type { App } from "./app-candidates.ts";
import { nodeOptions, runnerOptions } from "./test-options.ts";
import type { TestPackage } from "./test-packages.ts";

/** As their makers write them. */
export const runnerNames: Readonly<Record<TestRunner, string>> = { node: "node:test", vitest: "Vitest", jest: "Jest", mocha: "Mocha" };

/** A test to profile. Paths are absolute, with forward slashes. */
export interface TestToRun {
  readonly runner: TestRunner;
  readonly file: string;
  readonly test: NamedTest;
  /** The folder that the runner runs in, as its package says. */
  readonly home: Pick<TestPackage, "folder" | "dependencies" | "scripts">;
  /** The file that starts the runner; undefined for node:test, whose file starts itself. */
  readonly program: string | undefined;
}

/** The runners a test of this file may belong to, and the package of each: by its imports, else as the nearest package says. */
export function likelyRunners(imported: TestRunner | undefined, packages: readonly TestPackage[]): readonly TestRunner[] {
  if (imported !== undefined) return [imported];
  const nearest = packages.find(({ runners }) => runners.some(hasGlobals));
  // node:test has no globals.
  return nearest?.runners.filter(hasGlobals) ?? [];
}

/** The nearest package that knows the runner, else the nearest one. `packages`: nearest first. */
export function homeOf(runner: TestRunner, packages: readonly TestPackage[]): TestPackage | undefined {
  return packages.find(({ runners }) => runners.includes(runner)) ?? packages[0];
}

/** Runs the test in one process where the runner can, and no other test. */
export function fromTest({ runner, file, test, home, program }: TestToRun): App {
  const title = testName(test);
  const name = title === "" ? file.slice(file.lastIndexOf("/") + 1) : title;
  const args = runnerArguments(runner, relativeTo(home.folder, file), test);
  const options = runnerOptions(runner, home.scripts);
  const node = nodeOptions(runner, file, home);
  return {
    key: `test:${runner}:${file}:${title}`,
    name,
    detail: runnerNames[runner],
    place: home.folder,
    configuration: {
      type: "heatline",
      request: "launch",
      name,
      cwd: home.folder,
      ...(program === undefined
        ? { program: file, runtimeArgs: [...node, ...args] }
        : { program, runtimeArgs: node, args: [...args, ...options] }),
      test: { runner: runnerNames[runner], file, name: title },
    },
  };
}

function hasGlobals(runner: TestRunner): boolean {
  return runner !== "node";
}

function relativeTo(folder: string, file: string): string {
  const root = folder.replaceAll("\\", "/");
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
}
