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
