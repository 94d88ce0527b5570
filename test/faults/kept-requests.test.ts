import { expect, test } from "vitest";
import { outcomes } from "../../language-server/analysis/timeline/tracks.ts";
import { listRuns, readTracks } from "../../language-server/history/run-store.ts";
import { FaultySession } from "./faulty-session.ts";

type End = readonly [what: string, end: (session: FaultySession) => Promise<unknown>];

const ends: readonly End[] = [
  ["the load is killed", (session) => session.signal("autocannon-child.js", "SIGKILL")],
  ["the app is killed", (session) => Promise.resolve(process.kill(session.appPid, "SIGKILL"))],
  ["the load is cancelled", (session) => session.client.request("heatline.cancelLoad")],
  ["the session is stopped", (session) => session.client.stop()],
  ["the adapter is killed", (session) => Promise.resolve(session.client.process.kill("SIGKILL"))],
];

test.each(ends)("when %s, the run has the requests that there were", async (_what, end) => {
  await using session = await FaultySession.start("exact");
  await session.measure({ requests: [{ method: "GET", path: "/", headers: {}, body: "" }], connections: 3 });
  // Kept at each progress, which comes twice a second.
  await session.moreRequests();
  await session.moreRequests();
  await session.noted();
  await end(session);
  await expect.poll(async () => (await listRuns(session.runsFolder)).length).toBe(1);
  const [{ folder, run }] = (await listRuns(session.runsFolder)) as [Awaited<ReturnType<typeof listRuns>>[number]];
  const { requests, load } = await readTracks(folder, run);
  const answers = requests!.outcome.filter((each) => outcomes[each] === "answer").length;
  // Of a load that is killed there are no figures.
  expect(answers).toBeGreaterThan(0.2 * (run.load?.requests ?? 1));
  expect(requests!.labels).toEqual(["GET /"]);
  expect(load!.to).toBeGreaterThan(load!.from + 900_000);
});
