import { expect, test } from "vitest";
import { listRuns } from "../../language-server/history/run-store.ts";
import { expectRequests } from "./check-fault.ts";
import { FaultySession } from "./faulty-session.ts";

type End = readonly [what: string, end: (session: FaultySession) => Promise<unknown>];

/** What is killed is in the table of faults. */
const ends: readonly End[] = [
  ["the load is cancelled", (session) => session.client.request("heatline.cancelLoad")],
  ["the session is stopped", (session) => session.client.stop()],
];

test.each(ends)("when %s, the run has the requests that there were", async (_what, end) => {
  await using session = await FaultySession.start("exact");
  await session.measureRequests();
  await end(session);
  await expect.poll(async () => (await listRuns(session.runsFolder)).length).toBe(1);
  for (const stored of await listRuns(session.runsFolder)) await expectRequests(stored);
});
