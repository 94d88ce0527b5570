import { expect, test, vi } from "vitest";
import { canStart, initialState, type LoadFormEvent, nextState } from "../../../extension/load/load-form-state.ts";
import { waitedSeconds } from "../../../webview/load/waiting/waited.ts";
import { type LoadReport, planFrom } from "../../../language-server/analysis/load/load.ts";

vi.mock("vscode", () => import("../vscode.ts"));

const plan = planFrom({ path: "/orders" });
const report = { label: "GET /orders", requests: 9 } as LoadReport;
const error = { message: "Refused.", remedy: "Check the port." };

const started: LoadFormEvent = { type: "appStarted", appName: "shop", plan };
const ready: LoadFormEvent = { type: "ready", origins: ["http://127.0.0.1:4000"] };
const load: LoadFormEvent = { type: "loadStarted", plan };
const doubtful: LoadFormEvent = {
  type: "firstResponses",
  responses: [{ doubt: "status", request: "GET /orders", milliseconds: 1, status: 404, reason: "Not Found", firstLine: "" }],
};
const record = (recording: boolean): LoadFormEvent => ({ type: "recording", recording });
const shown: LoadFormEvent = {
  type: "runShown",
  hotLines: [{ place: "util.js:24", share: "45 % self", percent: "45 %" }],
  selectionText: "",
  report,
};
const ended: LoadFormEvent = { type: "appEnded" };
const explaining = (isOver: boolean): LoadFormEvent => ({ type: "explaining", isOver });

/** The phases that a series of events goes through. */
function phases(...events: readonly LoadFormEvent[]): string {
  let state = initialState(plan);
  return events.map((event) => (state = nextState(state, event)).phase).join(" → ");
}

test("an import is shown until a load or another app starts", () => {
  const imported = { summary: "2 requests", leftOut: [], asked: [":id"] };
  const other = planFrom({ path: "/:id" });
  const after = nextState(nextState(nextState(initialState(plan), started), ready), { type: "changed", to: { plan: other, imported } });
  expect(after).toMatchObject({ phase: "ready", plan: other, imported });
  expect(nextState(after, { type: "changed", to: { plan } }).imported).toEqual(imported);
  expect(nextState(after, load).imported).toBeUndefined();
  expect(nextState(after, started).imported).toBeUndefined();
});

test("a change of the code is shown until the app has loaded it or has ended", () => {
  const changed = (...events: readonly LoadFormEvent[]): string | undefined =>
    events.reduce(nextState, nextState(initialState(plan), started)).changedFile;
  const saved: LoadFormEvent = { type: "codeSaved", file: "rank.js" };
  expect(changed(ready, saved)).toBe("rank.js");
  expect(changed(ready, load, saved, { type: "loadEnded", report }, shown)).toBe("rank.js");
  expect(changed(ready, saved, { ...ready, isOtherProcess: false })).toBe("rank.js");
  expect(changed(ready, saved, { ...ready, isOtherProcess: true })).toBeUndefined();
  expect(changed(ready, saved, started)).toBeUndefined();
  expect(changed(ready, saved, ended)).toBeUndefined();
  expect(changed(ready, ended, saved)).toBeUndefined();
});

test("an old build is shown until another process runs, or the build is up to date", () => {
  const reported = (...events: readonly LoadFormEvent[]): unknown =>
    events.reduce(nextState, nextState(initialState(plan), started)).ranBuild?.stale;
  const stale = { output: "dist/", source: "src/" };
  const old: LoadFormEvent = { type: "build", stale };
  expect(reported(ready, old)).toEqual(stale);
  expect(reported(ready, old, load, { type: "loadEnded", report }, shown)).toEqual(stale);
  expect(reported(ready, old, { type: "build", stale: undefined })).toBeUndefined();
  expect(reported(ready, old, { ...ready, isOtherProcess: true })).toBeUndefined();
  expect(reported(ready, old, started)).toBeUndefined();
  expect(reported(ready, old, ended)).toBeUndefined();
});

test.each<[story: string, events: readonly LoadFormEvent[], expected: string]>([
  [
    "a load run",
    [started, ready, load, record(true), record(false), { type: "loadEnded", report }, shown, ended],
    "starting → ready → loading → loading → loading → saving → done → done",
  ],
  [
    "an app that is recorded from its first line until that is stopped",
    [started, record(true), { ...ready, goesOn: true }, record(false), shown, load],
    "starting → recording → recording → saving → done → loading",
  ],
  [
    "one load run after another",
    [started, ready, load, { type: "loadEnded", report }, shown, load],
    "starting → ready → loading → saving → done → loading",
  ],
  ["the user drives", [started, ready, record(true), record(false), shown], "starting → ready → recording → saving → done"],
  [
    "a script that never listens",
    [started, { type: "ready", origins: [] }, record(true), record(false), ended, shown],
    "starting → starting → recording → saving → saving → done",
  ],
  ["a script whose exit comes before all else", [started, record(true), ended, shown], "starting → recording → saving → done"],
  ["an app that is recorded from its first line and then listens", [started, record(true), ready], "starting → recording → ready"],
  [
    "a port that comes late does not end what the user records",
    [started, ready, record(true), { type: "ready", origins: ["http://127.0.0.1:4000", "http://127.0.0.1:4001"] }],
    "starting → ready → recording → recording",
  ],
  [
    "a load whose first response is doubtful, started anyway",
    [started, ready, load, doubtful, { type: "proceeded" }, { type: "loadEnded", report }, shown],
    "starting → ready → loading → asking → loading → saving → done",
  ],
  ["another request instead", [started, ready, load, doubtful, { type: "loadEnded" }], "starting → ready → loading → asking → ready"],
  ["an app that ends while it is asked", [started, ready, load, doubtful, ended], "starting → ready → loading → asking → saving"],
  ["a load that could not start", [started, ready, load, { type: "loadEnded", error }], "starting → ready → loading → ready"],
  [
    "a crash before the first port",
    [started, { type: "changed", to: { error } }, ended, { type: "nothingRecorded" }],
    "starting → starting → saving → idle",
  ],
  [
    "a crash under load",
    [started, ready, load, { type: "changed", to: { error } }, ended, shown],
    "starting → ready → loading → loading → saving → done",
  ],
  [
    "a run that is explained: its app is restarted, and waited for",
    [started, ready, load, { type: "loadEnded", report }, shown, explaining(false), explaining(false), explaining(true), ready],
    "starting → ready → loading → saving → done → explaining → explaining → starting → done",
  ],
  [
    "a run whose app was only started to explain it",
    [started, ready, explaining(false), explaining(true), ended, { type: "nothingRecorded" }, explaining(true)],
    "starting → ready → explaining → starting → saving → idle → idle",
  ],
  [
    "a run of an earlier session, whose app was only started to explain it",
    [started, explaining(false), explaining(true), ended, { type: "nothingRecorded" }, { ...shown, type: "explainedShown" }],
    "starting → explaining → starting → saving → idle → done",
  ],
  [
    "a run of an earlier session, explained in the app that runs",
    [started, ready, explaining(false), explaining(true), { ...shown, type: "explainedShown" }, ready],
    "starting → ready → explaining → starting → starting → done",
  ],
  [
    "a run that is explained, whose app is recorded from its first line before it listens",
    [started, ready, load, { type: "loadEnded", report }, shown, explaining(false), explaining(true), record(true), ready],
    "starting → ready → loading → saving → done → explaining → starting → recording → done",
  ],
  [
    "a run of an earlier session that is shown again while its app is recorded from its first line",
    [started, ready, explaining(false), explaining(true), record(true), { ...shown, type: "explainedShown" }, ready],
    "starting → ready → explaining → starting → recording → recording → done",
  ],
  [
    "a recording of the user's own after a run was explained",
    [started, ready, explaining(false), explaining(true), ready, record(true), { ...shown, type: "explainedShown" }],
    "starting → ready → explaining → starting → ready → recording → recording",
  ],
  [
    "a run that is explained after a load that failed, of which there is nothing to show",
    [started, ready, load, { type: "loadEnded", error }, explaining(false), explaining(true), ready],
    "starting → ready → loading → ready → explaining → starting → ready",
  ],
  ["stopped while a run is explained", [started, ready, explaining(false), ended], "starting → ready → explaining → idle"],
  ["stopped before any load", [started, ready, ended, { type: "nothingRecorded" }], "starting → ready → idle → idle"],
  [
    "the next app",
    [started, ready, load, { type: "loadEnded", report }, shown, ended, started],
    "starting → ready → loading → saving → done → done → starting",
  ],
])("%s", (_, events, expected) => {
  expect(phases(...events)).toBe(expected);
});

test("the plan gets the app's port", () => {
  const state = [started, ready].reduce(nextState, initialState(plan));
  expect(state.plan.baseUrl).toBe("http://127.0.0.1:4000");
});

test("an error is shown until the next attempt", () => {
  const failed = [started, ready, load, { type: "loadEnded", error } as const].reduce(nextState, initialState(plan));
  expect(failed.error).toEqual(error);
  expect(nextState(failed, load).error).toBeUndefined();
});

test("what a run found is shown again once it is explained", () => {
  const before = [started, ready, load, { type: "loadEnded", report } as const, shown].reduce(nextState, initialState(plan));
  const { hotLines, selectionText } = before;
  expect([explaining(false), explaining(true), ready].reduce(nextState, before)).toMatchObject({
    phase: "done",
    hotLines,
    selectionText,
    report,
  });
});

test("nothing can be started while a run is explained", () => {
  const state = [started, ready, explaining(false)].reduce(nextState, initialState(plan));
  expect([canStart(state), state.origins]).toEqual([false, []]);
});

test("a load can start while the app runs and nothing else is in progress", () => {
  const stateAfter = (...events: readonly LoadFormEvent[]): boolean => canStart(events.reduce(nextState, initialState(plan)));
  expect(stateAfter(started)).toBe(false);
  expect(stateAfter(started, ready)).toBe(true);
  expect(stateAfter(started, ready, load)).toBe(false);
  expect(stateAfter(started, ready, load, { type: "loadEnded", report }, shown)).toBe(true);
  expect(stateAfter(started, ready, load, { type: "loadEnded", report }, shown, ended)).toBe(false);
});

test("that an app's recordings show no heat before their end is remembered until the next app", () => {
  const attached: LoadFormEvent = { type: "ready", origins: ["http://127.0.0.1:4000"], attached: true, heatAtEnd: true };
  const states = [started, attached, load, started, ready].map((_, index, all) =>
    all.slice(0, index + 1).reduce(nextState, initialState(plan)),
  );
  expect(states.map(({ heatAtEnd }) => heatAtEnd === true)).toEqual([false, true, true, false, false]);
});

test("an app that was launched is waited for until it listens, wherever it listens", () => {
  const launched: LoadFormEvent = { ...started, startedAt: 1000 };
  const after = (...events: readonly LoadFormEvent[]): number | undefined =>
    waitedSeconds(events.reduce(nextState, initialState(plan)), 13_000);
  expect(after(launched)).toBe(12);
  expect(after(launched, record(true))).toBe(12);
  expect(after(launched, record(true), { type: "ready", origins: [] })).toBe(12);
  expect(after(launched, record(true), ready)).toBeUndefined();
  expect(after(launched, { type: "ready", origins: ["unix:/run/app.sock"] })).toBeUndefined();
  // While a watcher restarts it.
  expect(after(launched, ready, { type: "ready", origins: [] }, record(true))).toBeUndefined();
  expect(after(launched, record(true), record(false))).toBeUndefined();
});

test("an app that was attached to and a test are not waited for", () => {
  const state = [started, { type: "ready", origins: [], attached: true } as const, record(true)].reduce(nextState, initialState(plan));
  expect(waitedSeconds(state, 13_000)).toBeUndefined();
  expect(waitedSeconds(nextState(nextState(initialState(plan), started), record(true)), 13_000)).toBeUndefined();
});
