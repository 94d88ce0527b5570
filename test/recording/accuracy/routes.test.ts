import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { LoadDefaults } from "../../../language-server/analysis/load/load.ts";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import { RunOrPass } from "../../../language-server/answers/routes/run-or-pass.ts";
import { readRun } from "../../../language-server/history/run-store.ts";
import { openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { recordService } from "../../drivers/server/recorded-load.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { keepAsRoutesPass } from "../passes/routes/kept-pass.ts";

const app = path.join(import.meta.dirname, "../../fixtures/routes");

/** Steps of a request, and requests of the load. */
const routes = [
  { name: "GET /orders/:id", steps: 1, weight: 5 },
  { name: "POST /login", steps: 3, weight: 2 },
  { name: "GET /report", steps: 6, weight: 1 },
] as const;
const load: LoadDefaults = {
  requests: [
    { path: "/orders/1", weight: 3 },
    { path: "/orders/2", weight: 2 },
    { method: "POST", path: "/login", weight: 2 },
    { path: "/report" },
  ],
  durationSeconds: 8,
  warmupSeconds: 0.5,
};

interface Found {
  readonly folder: string;
  readonly run: RunOrPass;
  readonly line: ReturnType<RunOrPass["line"]>;
  readonly shares: ReadonlyMap<string, number>;
  /** Half of how much the shares differ from those of the steps. */
  readonly off: number;
}

async function recorded(): Promise<Found> {
  const [runsFolder, passes] = await Promise.all(["runs-", "passes-"].map((name) => mkdtemp(path.join(os.tmpdir(), name))));
  const service = { folder: app, program: "server.js", load };
  const folder = await recordService({ ...service, runsFolder: runsFolder ?? "", load: { ...load, durationSeconds: 1 } });
  await keepAsRoutesPass(folder, await recordService({ ...service, runsFolder: passes ?? "", loadsByRoutes: true }));

  const opened = await openRunFolder(folder, await readRun(folder), {});
  const run = new RunOrPass(opened, {});
  const shared = path.join(app, "shared.js");
  const line = run.line({ path: shared, line: 11 });
  const all = routes.reduce((sum, { steps, weight }) => sum + steps * weight, 0);
  const shares = new Map(line?.routes?.map(({ name, share }) => [name, share]));
  const off = routes.reduce((sum, { name, steps, weight }) => sum + Math.abs((shares.get(name) ?? 0) - (steps * weight) / all), 0) / 2;
  return { folder, run, line, shares, off };
}

test("windows of their own show what each route of a load costs on shared lines", { timeout: 240_000 }, async () => {
  const { folder, run, line, shares, off } = await undisturbed(recorded, (found) => found.off <= 0.04, 3);
  expect([...shares.keys()].toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
  expect(off).toBeLessThanOrEqual(0.04);

  const total = run.hotFunctions({ query: { rankBy: "self", groupBy: "function" }, limit: 1 }).rows[0];
  expect(total).toMatchObject({ name: "total", routes: [{ name: line?.routes?.[0]?.name }, {}, {}] });

  const busy = run.view.busyTicks;
  const view = run.select({ ...everything, routes: ["GET /report"] });
  expect(view).toMatchObject({ folder, selection: { routes: ["GET /report"], threads: null }, isEmpty: false });
  expect(view?.requests).toBeGreaterThan(0);
  expect(view?.busyTicks).not.toBe(busy);
  expect(run.select({ ...everything, routes: ["GET /nowhere"] })).toBeNull();
  expect(run.select(everything)).toMatchObject({ busyTicks: busy, selection: everything });
});
