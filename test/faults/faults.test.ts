import { describe, expect, test } from "vitest";
import { recorders } from "../drivers/adapter/dap-client.ts";
import { appFaults } from "./app-faults.ts";
import { diskFaults } from "./disk-faults.ts";
import type { Fault } from "./fault.ts";
import { FaultySession } from "./faulty-session.ts";
import { oddFaults } from "./odd-faults.ts";
import { ownFaults } from "./own-faults.ts";

const faults: readonly Fault[] = [...appFaults, ...diskFaults, ...oddFaults, ...ownFaults];
/** In milliseconds. Faults move the clock by an hour, which must not appear in a run. No test lasts half of it. */
const longest = 1_800_000;

describe.each(recorders)("%s recorder", (recorder) => {
  const own = faults.filter((fault) => (fault.recorders ?? ["exact"]).includes(recorder));

  // Not `$name`, of which Vitest shows only 40 characters.
  test.concurrent.each(own.map((fault) => [fault.name, fault] as const))("%s", { timeout: 240_000 }, async (_name, fault) => {
    await using session = await FaultySession.start(recorder, fault.prepare);
    await fault.strike(session);
    const { told, runs, keptApart, processes, folders } = await session.outcome();
    expect(told).toMatch(fault.told ?? /^$/);
    expect(told).not.toMatch(/\n\s+at |\w+Error: (?!thrown on request)|\bE(?!RROR)[A-Z]{4,}\b|\bbug\b/);
    const [kept, elsewhere] = fault.isApart ? [keptApart, runs] : [runs, keptApart];
    const expected = recorder === "inspector" ? (fault.keptByInspector ?? fault.kept) : fault.kept;
    const alternatives = [expected, fault.keptOr ?? expected].map((ends) => ends.toSorted());
    expect(alternatives).toContainEqual(kept.map(({ end }) => end).toSorted());
    expect(elsewhere).toEqual([]);
    for (const run of kept) {
      expect(run.threads[0]?.busyTicks).toBeGreaterThan(0);
      expect(run.durationMs).toBeLessThan(longest);
      if (run.end !== "recovered") continue;
      expect(run.problems).toContainEqual({ code: "run.recovered", count: 1 });
      expect(run.load).toMatchObject({ tool: "autocannon", label: "GET /", connections: 4, cancelled: true });
      expect(run.load?.requests).toBeGreaterThan(0);
    }
    expect(processes).toEqual([]);
    expect(folders).toEqual([]);
  });
});
