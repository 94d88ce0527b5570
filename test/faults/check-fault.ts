import { expect } from "vitest";
import { outcomes } from "../../language-server/analysis/timeline/tracks.ts";
import { listRuns, readTracks, type StoredRun } from "../../language-server/history/run-store.ts";
import { inEnglish } from "../../language-server/texts/english.ts";
import type { RecorderChoice } from "../drivers/adapter/dap-client.ts";
import type { Fault } from "./fault.ts";
import { FaultySession, type Outcome } from "./faulty-session.ts";

/** In milliseconds. Faults move the clock by an hour, which must not appear in a run. No test lasts half of it. */
const longest = 1_800_000;

/** Causes a fault, and compares what is reported and kept with what must be. Returns what is left: there should be nothing. `node` runs the app. */
export async function leftAfter(recorder: RecorderChoice, fault: Fault, node?: string): Promise<Pick<Outcome, "processes" | "folders">> {
  await using session = await FaultySession.start(recorder, fault.prepare, node);
  await fault.strike(session);
  const { reported, runs, keptApart, processes, folders } = await session.outcome();
  expect(reported).toMatch(fault.reported ?? /^$/);
  expect(reported).not.toMatch(/\n\s+at |\w+Error: (?!thrown on request)|\bE(?!RROR)[A-Z]{4,}\b|\bbug\b/);
  const [kept, elsewhere] = fault.isApart ? [keptApart, runs] : [runs, keptApart];
  const expected = recorder === "inspector" ? (fault.keptByInspector ?? fault.kept) : fault.kept;
  const alternatives = [expected, fault.keptOr ?? expected].map((ends) => ends.toSorted());
  expect(alternatives).toContainEqual(kept.map(({ end }) => end).toSorted());
  expect(elsewhere).toEqual([]);
  if (fault.keepsRequests === true) for (const stored of await listRuns(session.runsFolder)) await expectRequests(stored);
  for (const run of kept) {
    expect(run.threads[0]?.busyTicks).toBeGreaterThan(0);
    expect(run.durationMs).toBeLessThan(longest);
    if (fault.noted !== undefined) expect(run.recorderNote === undefined ? "" : inEnglish(run.recorderNote)).toMatch(fault.noted);
    for (const code of fault.problems ?? []) expect(run.problems).toContainEqual({ code, count: 1 });
    if (run.end !== "recovered") continue;
    expect(run.problems).toContainEqual({ code: "run.recovered", count: 1 });
    expect(run.load).toMatchObject({ tool: "autocannon", label: "GET /", connections: 4, cancelled: true });
    expect(run.load?.requests).toBeGreaterThan(0);
  }
  return { processes, folders };
}

/** The run of a load of `measureRequests` has its requests. */
export async function expectRequests({ folder, run }: StoredRun): Promise<void> {
  const { requests, load } = await readTracks(folder, run);
  const answers = requests!.outcome.filter((each) => outcomes[each] === "answer").length;
  // Of a load that is killed there are no figures.
  expect(answers).toBeGreaterThan(0.2 * (run.load?.requests ?? 1));
  expect(requests!.labels).toEqual(["GET /"]);
  expect(load!.to).toBeGreaterThan(load!.from + 900_000);
}
