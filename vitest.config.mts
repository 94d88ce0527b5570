import "./test/node-20.mjs";
import { defineConfig } from "vitest/config";

/** A window on a busy machine may take this long to show what it will show; nothing waits it out when all is well. */
const patience = { timeout: 30_000, interval: 100 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          globalSetup: "test/temporary-folder.ts",
          include: [
            "test/analysis/**/*.test.ts",
            "test/texts/**/*.test.ts",
            "test/webview/**/*.test.ts",
            "test/extension/**/*.test.ts",
            "test/package/**/*.test.ts",
          ],
          // Pages in a browser and real profiles take seconds where the machine is busy.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "protocol",
          globalSetup: "test/temporary-folder.ts",
          include: [
            "test/adapter/**/*.test.ts",
            "test/cli/**/*.test.ts",
            "test/history/**/*.test.ts",
            "test/load/**/*.test.ts",
            "test/recording/**/*.test.ts",
            "test/samples/**/*.test.ts",
            "test/server/**/*.test.ts",
          ],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 240_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          expect: { poll: patience },
        },
      },
      { test: { name: "picture", include: ["test/picture/**/*.test.ts"], testTimeout: 240_000, expect: { poll: patience } } },
      { test: { name: "bench", include: ["test/bench/**/*.test.ts"], testTimeout: 240_000, expect: { poll: patience } } },
    ],
  },
});
