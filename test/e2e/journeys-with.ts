import { test } from "vitest";
import type { ScratchFolder } from "../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { fixtureApps } from "./fixture-apps.ts";

interface Journey {
  /** The fixture apps and the further files; removed after the last test. */
  readonly folder: ScratchFolder;
  /** VS Code on that folder; it ends after the last test. */
  readonly server: WorkbenchServer;
}

/** Vitest's `test` for a file of journeys on one VS Code server. Its folder has the fixture apps, and `more`: name → text. */
export const journeysWith = (more: Readonly<Record<string, string>> = {}) =>
  test.extend<{ $file: Journey }>({
    folder: [
      // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern that it needs no other fixture.
      async ({}, use) => {
        await using folder = await fixtureApps(more);
        await use(folder);
      },
      { scope: "file" },
    ],
    server: [
      async ({ folder }, use) => {
        await using server = await WorkbenchServer.start({ folder: folder.path });
        await use(server);
      },
      { scope: "file" },
    ],
  });
