import "./test/node-20.mjs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A busy machine may take this long until what a test polls for is there; nothing waits it out when all is well. */
const patience = { timeout: 30_000, interval: 100 };

/** Two files at a time where nothing is measured: more would get in each other's way on the two cores that the tests are made for. */
const atOnce = 2;

/**
 * Tests of real processes, browsers and windows can fail if the machine is busy with something else. Such a test is repeated once, and `npm test`
 * prints its name and its first error. `npm run test:all` repeats none.
 */
const retries = process.env["HEATLINE_TEST_ALL"] === "1" ? 0 : 1;

/** These compare what the machine did with what it should have done, or use recordings of it: they run one at a time, beside nothing but the tests of Windows. */
const measured = [
  "test/cli/bench/live-bench.test.ts",
  "test/cli/compare.test.ts",
  "test/mcp/loop.test.ts",
  "test/recording/accuracy/blocks.test.ts",
  "test/recording/accuracy/callees.test.ts",
  "test/recording/accuracy/exact-ground-truth.test.ts",
  "test/recording/accuracy/import-compile.test.ts",
  "test/recording/accuracy/imports.test.ts",
  "test/recording/accuracy/inspector-ground-truth.test.ts",
  "test/recording/accuracy/libraries.test.ts",
  "test/recording/accuracy/odd-code.test.ts",
  "test/recording/accuracy/one-line.test.ts",
  "test/recording/accuracy/routes.test.ts",
  "test/recording/accuracy/spread.test.ts",
  "test/recording/accuracy/start-tools.test.ts",
  "test/recording/groups/groups.test.ts",
  "test/recording/requests/recorded-routes.test.ts",
  "test/recording/explained/explained.test.ts",
  "test/recording/session/loops/recorded-loops.test.ts",
  "test/recording/tail.test.ts",
  "test/recording/trials/savings.test.ts",
  "test/samples/advice.test.ts",
  "test/samples/exact-shares.test.ts",
  "test/server/compare-recorded.test.ts",
  "test/server/imports/recorded-imports.test.ts",
];

/** The tests of Windows, which measured ones run beside, end first. A server, its database and its load need both cores, and judge each other. */
const needsBothCores = "/explained.test.ts";

class BothCoresLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLast = ({ moduleId }: TestSpecification): number => Number(moduleId.endsWith(needsBothCores));
    return sorted.toSorted((one, other) => isLast(one) - isLast(other));
  }
}

/** Pages in a browser, beside those of `test/webview/`. */
const pages = ["test/analysis/exporters/svg/svg.test.ts"];

/** What pure functions make of programs that these tests run and record. */
const recording = ["test/analysis/real-profile.test.ts", "test/analysis/tick-log/oracle.test.ts"];

const realProcesses = {
  globalSetup: ["test/temporary-folder.ts", "test/shared-folder.ts"],
  exclude: measured,
  retry: retries,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: patience },
  maxWorkers: atOnce,
  sequence: { groupOrder: 2 },
};

export default defineConfig({
  test: {
    sequence: { sequencer: BothCoresLast },
    // Where a project is not isolated, the files of a worker share the modules that they import, which saves a third of a second of CPU time per file.
    // Recorders keep what they know of the machine in modules, and some tests change that: those that record by themselves are isolated.
    chaiConfig: { truncateThreshold: 1000 },
    tags: [
      {
        name: "thorough",
        description: "A further case of what another test shows, or a case that takes long: only `npm run test:all` runs it.",
      },
    ],
    projects: [
      {
        test: {
          name: "unit",
          globalSetup: "test/temporary-folder.ts",
          include: ["analysis", "answers", "package", "reports", "texts"].map((folder) => `test/${folder}/**/*.test.ts`),
          exclude: [...pages, ...recording],
          isolate: false,
          // Large inputs take seconds where the machine is busy.
          testTimeout: 60_000,
          maxWorkers: atOnce,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          // Each file replaces the module `vscode` and changes what the replacement holds, so its modules are its own.
          name: "unit-extension",
          globalSetup: "test/temporary-folder.ts",
          include: ["test/extension/**/*.test.ts", "test/starting/**/*.test.ts"],
          testTimeout: 60_000,
          maxWorkers: atOnce,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "pages",
          globalSetup: "test/temporary-folder.ts",
          isolate: false,
          include: ["test/webview/**/*.test.ts", ...pages],
          retry: retries,
          testTimeout: 60_000,
          expect: { poll: patience },
          maxWorkers: atOnce,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...realProcesses,
          name: "protocol",
          isolate: false,
          include: [
            "test/adapter/**/*.test.ts",
            "test/faults/**/*.test.ts",
            "test/fuzz/**/*.test.ts",
            "test/cli/**/*.test.ts",
            "test/history/**/*.test.ts",
            "test/load/**/*.test.ts",
            "test/mcp/**/*.test.ts",
            "test/opening/**/*.test.ts",
            "test/samples/**/*.test.ts",
            "test/server/**/*.test.ts",
          ],
        },
      },
      {
        test: {
          ...realProcesses,
          name: "protocol-recording",
          include: ["test/platform/**/*.test.ts", "test/recording/**/*.test.ts", ...recording],
        },
      },
      {
        test: {
          name: "measured",
          globalSetup: ["test/temporary-folder.ts", "test/shared-folder.ts"],
          include: measured,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: patience },
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: "e2e",
          globalSetup: ["test/private-folder.ts", "test/shared-folder.ts"],
          isolate: false,
          include: ["test/e2e/**/*.test.ts"],
          retry: retries,
          testTimeout: 240_000,
          hookTimeout: 300_000,
          maxWorkers: atOnce,
          expect: { poll: patience },
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: "soak",
          globalSetup: ["test/temporary-folder.ts", "test/shared-folder.ts"],
          include: ["test/soak/**/*.test.ts"],
          hookTimeout: 300_000,
          expect: { poll: patience },
          sequence: { groupOrder: 7 },
        },
      },
      {
        test: {
          name: "picture",
          globalSetup: "test/private-folder.ts",
          include: ["test/picture/**/*.test.ts"],
          testTimeout: 240_000,
          expect: { poll: patience },
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          name: "bench",
          globalSetup: ["test/private-folder.ts", "test/shared-folder.ts"],
          include: ["test/bench/**/*.test.ts"],
          testTimeout: 240_000,
          expect: { poll: patience },
          sequence: { groupOrder: 6 },
        },
      },
    ],
  },
});
