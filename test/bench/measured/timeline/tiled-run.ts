import { createHash } from "node:crypto";
import type { RunDraft } from "../../../../language-server/history/run-store.ts";
import { decodeTracks, encodeTracks } from "../../../../language-server/analysis/timeline/track-codec.ts";
import type { RequestTable, Tracks } from "../../../../language-server/analysis/timeline/tracks.ts";
import { readRecordedTail } from "../../../analysis/timeline/tail/stored-tails.ts";

/** What is repeated: 24,850 samples, 4,000 requests and 52 late turns of 40 s. */
const stored = "planted-24-1";
const samples = 1_000_000;
const requests = 200_000;

/** A run of a million samples and 200,000 requests: a stored recording of a service under load, again and again. */
export async function tiledRun(): Promise<RunDraft> {
  const { node, profile, requests: recorded, load, late, texts } = await readRecordedTail(stored);
  const { stack, time } = profile.samples;
  const length = time.at(-1) as number;
  const times = Math.ceil(samples / stack.length);
  const row = (index: number): number => index % stack.length;
  const tiled = {
    ...profile,
    samples: {
      stack: Int32Array.from({ length: samples }, (_, index) => stack[row(index)] as number),
      time: Float64Array.from({ length: samples }, (_, index) => (time[row(index)] as number) + Math.floor(index / stack.length) * length),
    },
  };
  const durationMs = (tiled.samples.time.at(-1) as number) / 1000;
  const turns = Array.from({ length: times }, (_, tile) => late.map((turn) => turn.map((at) => at + tile * length))).flat();
  const tracks: Tracks = {
    requests: requestsOver(recorded, times, length),
    load: { from: load.from, to: durationMs * 1000 },
    loops: [
      {
        thread: 0,
        late: { from: Float64Array.from(turns, ([from]) => from as number), to: Float64Array.from(turns, ([, to]) => to as number) },
        readings: Array.from({ length: Math.floor(durationMs / 500) }, (_, index) => {
          return { at: (index + 1) * 500_000, busy: 0.6, delayP99Ms: 12 + (index % 40), heapUsed: 3e7 };
        }),
      },
    ],
  };
  const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
  const { url } = profile.scripts;
  return {
    run: {
      name: "shop · node server.mjs",
      startedAt: "2026-01-02T03:04:05.000Z",
      app: {
        cwd: "/app",
        workspaceFolders: ["/app"],
        argv: ["node", "server.mjs"],
        nodeVersion: `${node}.0.0`,
        v8Version: "13.6",
        gitCommit: "",
      },
      recorder: "exact",
      end: "load-ended",
      durationMs,
      cpuMs: durationMs,
      scripts: [...texts].map(([script, text]) => ({ url: script, hash: hashOf(text), mapHash: "", mapBase: script })),
      problems: [],
    },
    threads: [
      {
        pid: 4000,
        name: "main",
        tickLog: undefined,
        profile: { ...tiled, scripts: { url, hash: url.map((each) => (texts.has(each) ? hashOf(texts.get(each) as string) : "")) } },
      },
    ],
    tracks: decodeTracks(encodeTracks(tracks)),
    texts: new Map([...texts.values()].map((text) => [hashOf(text), text])),
  };
}

/** In each repetition as many as all need: some requests come twice. */
function requestsOver({ due, sent, end, status, request, labels }: RequestTable, times: number, length: number): RequestTable {
  const perTile = Math.ceil(requests / times);
  const rows = Uint32Array.from({ length: requests }, (_, index) => Math.floor(((index % perTile) * due.length) / perTile));
  const moved = (column: Float64Array): Float64Array =>
    Float64Array.from(rows, (row, index) => (column[row] as number) + Math.floor(index / perTile) * length);
  return {
    due: moved(due),
    sent: moved(sent),
    end: moved(end),
    status: Int32Array.from(rows, (row) => status[row] as number),
    outcome: new Uint8Array(requests),
    request: Int32Array.from(rows, (row) => request[row] as number),
    weight: new Uint8Array(requests).fill(1),
    labels,
  };
}
