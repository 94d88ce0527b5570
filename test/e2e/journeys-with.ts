import { test } from "vitest";
import { recordService } from "../drivers/server/recorded-load.ts";
import { ScratchFolder } from "../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { fixtureApps } from "./fixture-apps.ts";

interface Journey {
  /** The fixture apps and the further files; removed after the last test. */
  readonly folder: ScratchFolder;
  /** VS Code with that folder open; closed after the last test. */
  readonly server: WorkbenchServer;
  /** Another folder with the same files and a kept run of `measured`. Created on first use, removed after the last test. */
  readonly recorded: ScratchFolder;
}

/** Vitest's `test` for a file of journeys on one VS Code server. Its folder has the fixture apps, and `more`: name → text. */
export const journeysWith = (more: Readonly<Record<string, string>> = {}, measured = "service.js") =>
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
    recorded: [
      async ({ server }, use) => {
        await using folder = await fixtureApps(more);
        await using runs = await ScratchFolder.make("runs");
        const load = { path: "/", connections: 4, durationSeconds: 1, warmupSeconds: 0 };
        const run = await recordService({ folder: folder.path, program: measured, runsFolder: runs.path, load });
        await server.keepRun(folder.path, run);
        await use(folder);
      },
      { scope: "file" },
    ],
  });
