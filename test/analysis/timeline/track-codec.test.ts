import { expect, test } from "vitest";
import { decodeTracks, encodeTracks } from "../../../language-server/analysis/timeline/track-codec.ts";
import { noTracks, type RequestTable, type Tracks } from "../../../language-server/analysis/timeline/tracks.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";

const requests: RequestTable = {
  due: Float64Array.of(-500, 0, 2500),
  sent: Float64Array.of(-500, 10, 2500),
  end: Float64Array.of(700, 9000.5, 2500),
  status: Int32Array.of(200, 503, 0),
  outcome: Uint8Array.of(0, 0, 1),
  request: Int32Array.of(0, 1, 1),
  weight: Float64Array.of(1, 1, 20),
  labels: ["GET /", "GET /naïve"],
};

const tracks: Tracks = {
  requests,
  load: { from: 0, to: 10_000 },
  loops: [
    { thread: 0, late: { from: Float64Array.of(100), to: Float64Array.of(70_000) }, readings: [] },
    {
      thread: 2,
      late: { from: new Float64Array(0), to: new Float64Array(0) },
      readings: [{ at: 500_000, busy: 0.25, delayP99Ms: 12.5, heapUsed: 12_345_678 }],
    },
  ],
};

function window(name: string, from: number, to: number): NonNullable<Tracks["routes"]>[number] {
  return { name, spans: [{ from, to }], requests: 12, share: 0.5 };
}

test.each([
  ["all", tracks],
  ["nothing", noTracks],
  ["no requests", { loops: tracks.loops }],
  ["windows of routes", { loops: [], routes: [window("GET /", 10, 2000), window("POST /login", 2000, 9000)] }],
  [
    "requests with their connections",
    { ...tracks, requests: { ...requests, port: Int32Array.of(4711, 4711, 0), ordinal: Int32Array.of(1, 2, 0) } },
  ],
  ["requests whose weights fit into bytes", { ...tracks, requests: { ...requests, weight: Uint8Array.of(1, 1, 20) } }],
])("tracks are read back as they were written: %s", (_what, written) => {
  expect(decodeTracks(encodeTracks(written))).toEqual(written);
});

test.each([
  ["that overlap", [window("GET /", 10, 2000), window("POST /login", 1990, 9000)]],
  ["that end before they begin", [window("GET /", 2000, 10)]],
  ["of more than all requests", [{ ...window("GET /", 10, 2000), share: 1.5 }]],
])("windows of routes %s are refused", (_what, routes) => {
  expect(() => decodeTracks(encodeTracks({ loops: [], routes }))).toThrow(UserError);
});

test.each<readonly [string, Partial<RequestTable>]>([
  ["out of order", { due: Float64Array.of(10, 0, 20) }],
  ["sent before they were due", { sent: Float64Array.of(-600, 10, 2500) }],
  ["ended before they began", { end: Float64Array.of(700, -1, 2500) }],
  ["ended at no time", { end: Float64Array.of(700, NaN, 2500) }],
  ["of an unknown outcome", { outcome: Uint8Array.of(0, 9, 0) }],
  ["of an unknown route", { request: Int32Array.of(0, 2, 0) }],
  ["of no port", { port: Int32Array.of(0, 70_000, 0), ordinal: Int32Array.of(1, 2, 0) }],
  ["of no place on its connection", { port: Int32Array.of(0, 1, 0), ordinal: Int32Array.of(1, -1, 0) }],
  ["standing for nothing", { weight: Float64Array.of(0, 1, 1) }],
  ["standing for nothing, in bytes", { weight: Uint8Array.of(0, 1, 1) }],
])("requests %s are refused, and the rest is read", (_what, wrong) => {
  const read = decodeTracks(encodeTracks({ ...tracks, requests: { ...requests, ...wrong } }));
  expect(read.requests).toBeUndefined();
  expect(read.damage).toMatchObject({ code: "samples.unreadable" });
  expect(read.loops).toEqual(tracks.loops);
});

test.each([
  ["of no time", { at: NaN }],
  ["busier than always", { busy: 1.1 }],
  ["late by less than nothing", { delayP99Ms: -1 }],
  ["without a heap", { heapUsed: undefined }],
])("a reading %s is refused", (_what, wrong) => {
  const loops = tracks.loops.map((loop) => ({ ...loop, readings: loop.readings.map((each) => ({ ...each, ...wrong })) }));
  expect(() => decodeTracks(encodeTracks({ loops } as Tracks))).toThrow(UserError);
});

test("a damaged file is refused", () => {
  const bytes = encodeTracks(tracks);
  expect(() => decodeTracks(bytes.subarray(0, bytes.length - 8))).toThrow(UserError);
  expect(() => decodeTracks(new Uint8Array([...bytes, 0, 0, 0, 0, 0, 0, 0, 0]))).toThrow(UserError);
  expect(() => decodeTracks(new Uint8Array(0))).toThrow(UserError);
});
