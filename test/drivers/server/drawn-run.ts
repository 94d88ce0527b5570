import { createHash } from "node:crypto";
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import type { LoadReport } from "../../../language-server/analysis/load/load.ts";
import type { Marks } from "../../../language-server/analysis/marks/marks.ts";
import type { Run } from "../../../language-server/history/run.ts";
import type { Tracks } from "../../../language-server/analysis/timeline/tracks.ts";
import type { RunScript } from "../../../language-server/history/scripts/run-scripts.ts";
import type { TickLogFacts } from "../../../language-server/history/run-thread.ts";
import { addPass } from "../../../language-server/history/run-passes.ts";
import { type RunDraft, writeRun } from "../../../language-server/history/run-store.ts";
import { drawProfile } from "./drawn-profile.ts";

/** The folder of an app with real files, next to a folder of runs. */
export interface DrawnApp {
  readonly folder: string;
  readonly runsFolder: string;
  readonly path: (file: string) => string;
  readonly uri: (file: string) => string;
}

export async function makeApp(files: Readonly<Record<string, string>>): Promise<DrawnApp> {
  const base = await realpath(await mkdtemp(path.join(tmpdir(), "heatline-server-")));
  const folder = path.join(base, "app");
  const runsFolder = path.join(base, "runs");
  await mkdir(runsFolder, { recursive: true });
  const pathOf = (file: string): string => path.join(folder, file).replaceAll("\\", "/");
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(pathOf(file)), { recursive: true });
    await writeFile(pathOf(file), text);
  }
  return { folder, runsFolder, path: pathOf, uri: (file) => pathToFileURL(pathOf(file)).href };
}

interface DrawnScript {
  readonly text: string;
  readonly map?: string;
  readonly isFile?: boolean;
  readonly hasSeparators?: boolean;
}

export interface Drawing {
  /** Scripts as they ran, by their file in the app, perhaps with a query, or by a URL with a colon. `map` is the text of a source map. */
  readonly scripts: Readonly<Record<string, string | DrawnScript>>;
  /** In `drawProfile`'s format, with script names instead of URLs. One per thread. */
  readonly threads: readonly string[];
  /** Of the threads, in order. */
  readonly tickLogs?: readonly TickLogFacts[];
  readonly load?: Partial<LoadReport>;
  /** By default none, as in runs of earlier versions. */
  readonly tracks?: Tracks;
  readonly marks?: Marks;
  /** Which module loaded which, by the files of the app. */
  readonly imports?: RunDraft["imports"];
  /** Folder of a run: it becomes that run's pass of routes. */
  readonly passOf?: string;
  readonly run?: Partial<Run>;
}

/** Writes a drawing as a run folder; resolves to the folder. */
export async function drawRun(app: DrawnApp, drawing: Drawing): Promise<string> {
  const { passOf } = drawing;
  const draft = draftOf(app, drawing);
  return (await (passOf === undefined ? writeRun(app.runsFolder, draft) : addPass(passOf, "routes", draft))).folder;
}

/** What is written of a drawing. */
export function draftOf(app: DrawnApp, drawing: Drawing): RunDraft {
  const texts = new Map<string, string>();
  const keep = (text: string): string => {
    const hash = createHash("sha256").update(text).digest("hex");
    texts.set(hash, text);
    return hash;
  };
  const scripts: RunScript[] = [];
  const hashes: Record<string, string> = {};
  const urls: Record<string, string> = {};
  for (const [name, script] of Object.entries(drawing.scripts)) {
    const [file = "", query] = name.split("?");
    const url = name.includes(":") ? name : app.uri(file) + (query === undefined ? "" : `?${query}`);
    const { text, map, ...marks }: DrawnScript = typeof script === "string" ? { text: script } : script;
    const hash = keep(text);
    scripts.push({ url, hash, mapHash: map === undefined ? "" : keep(map), mapBase: url, ...marks });
    hashes[name] = hash;
    urls[name] = url;
  }
  const profiles = drawing.threads.map((thread) => {
    const profile = drawProfile(thread, hashes);
    return { ...profile, scripts: { ...profile.scripts, url: profile.scripts.url.map((name) => urls[name] ?? name) } };
  });
  return {
    run: {
      name: "app · node server.js",
      startedAt: "2026-01-02T03:04:05.000Z",
      app: {
        cwd: app.folder,
        workspaceFolders: [app.folder],
        argv: ["node", "server.js"],
        nodeVersion: "24.1.0",
        v8Version: "13.6",
        gitCommit: "",
      },
      recorder: "exact",
      end: "load-ended",
      durationMs: 1000,
      cpuMs: 1000,
      ...(drawing.load === undefined ? {} : { load: { ...report, ...drawing.load } }),
      scripts,
      problems: [],
      ...drawing.run,
    },
    threads: profiles.map((profile, index) => ({
      pid: 4000,
      name: index === 0 ? "main" : `worker ${index}`,
      profile,
      tickLog: drawing.tickLogs?.[index],
    })),
    tracks: drawing.tracks,
    marks: drawing.marks,
    imports: drawing.imports?.map(({ modules, ...rest }) => ({
      ...rest,
      modules: modules.map(({ url, edges }) => ({ url: app.uri(url), edges })),
    })),
    texts,
  };
}

const report: LoadReport = {
  tool: "autocannon",
  url: "http://127.0.0.1:3000/test",
  label: "GET /test",
  requests: 500,
  requestsPerSecond: 500,
  latency: { averageMs: 1, p50Ms: 1, p90Ms: 1, p97_5Ms: 1, p99Ms: 2, maxMs: 3 },
  errors: 0,
  timeouts: 0,
  non2xx: 0,
  statusCounts: { "200": 500 },
  bytes: 1000,
  durationSeconds: 1,
  connections: 10,
  cancelled: false,
};
