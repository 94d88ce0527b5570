/** The test runners whose tests can be profiled. */
export const testRunners = ["node", "vitest", "jest", "mocha"] as const;
export type TestRunner = (typeof testRunners)[number];

const modules = new Map<string, TestRunner>([
  ["node:test", "node"],
  ["vitest", "vitest"],
  ["@jest/globals", "jest"],
  ["mocha", "mocha"],
]);

/** The runner whose test functions a module exports. */
export function runnerOfModule(specifier: string): TestRunner | undefined {
  return modules.get(specifier);
}

/** A test, or a group of tests, as a runner names it. */
export interface NamedTest {
  /** From the outermost group inwards; empty for a whole file. Parts of titles that are only known at run time are cut out: `["adds ", ""]`. */
  readonly titles: readonly (readonly string[])[];
  readonly isGroup: boolean;
  /** Whether another test of the file has the same title, in another group. */
  readonly isAmbiguous: boolean;
}

/** `outer › adds …`. */
export function testName({ titles }: Pick<NamedTest, "titles">): string {
  return titles.map((parts) => parts.join("…")).join(" › ");
}

/** Vitest joins titles by ` > ` from version 4 on, the others by a space. */
const joints: Readonly<Record<TestRunner, string>> = { node: " ", vitest: "( >)? ", jest: " ", mocha: " " };

/** In effect no time limit, as a profiled test runs slower: to Jest, 0 would mean no time at all. */
const aDayMs = 86_400_000;

/** Vitest's benchmarks, as their files are called: it has a command of its own for them. */
const benchmarks = /\.bench(?:mark)?\.[cm]?[jt]sx?$/;

/**
 * Arguments with which a runner runs the tests of one file (relative to the folder it runs in, with forward slashes) in one process at a
 * time and without measuring coverage: only those of `test`, or all. For node:test the arguments go before the file.
 */
export function runnerArguments(runner: TestRunner, file: string, test: NamedTest): readonly string[] {
  const pattern = test.titles.length === 0 ? undefined : testPattern(runner, test);
  const filter = (option: string): readonly string[] => (pattern === undefined ? [] : [option, pattern]);
  switch (runner) {
    case "node":
      return pattern === undefined ? [] : [`--test-name-pattern=${pattern}`];
    case "vitest":
      return [
        ...(benchmarks.test(file) ? ["bench", "--run"] : ["run"]),
        file,
        ...filter("-t"),
        "--coverage.enabled=false",
        "--testTimeout=0",
        "--no-file-parallelism",
      ];
    case "jest":
      return ["--runTestsByPath", file, ...filter("-t"), "--runInBand", "--coverage=false", "--watchAll=false", `--testTimeout=${aDayMs}`];
    case "mocha":
      return [file, ...filter("--grep"), "--no-parallel", "--no-watch", "--timeout", "0"];
  }
}

/** A regular expression for the whole name of a test; for a group, for the names of all in it. */
export function testPattern(runner: TestRunner, { titles, isGroup, isAmbiguous }: NamedTest): string {
  // Before version 22, Node.js knows only a test's own title. A group that matches runs all its tests.
  const isOwn = runner === "node" && !isAmbiguous;
  const matched = isOwn ? titles.slice(-1) : titles;
  const name = matched.map((parts) => parts.map(escaped).join(".*")).join(joints[runner]);
  const end = !isGroup || isOwn ? "$" : runner === "node" ? "( |$)" : joints[runner];
  return `^${name}${end}`;
}

/** Line breaks and spaces at either end are kept: runners do not change titles. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
