import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { exactElseInspector, inspectorOnly } from "../../../language-server/recording/session/default-recorder.ts";
import type { RecorderFactory } from "../../../language-server/recording/recorder.ts";
import type { RecordingOptions } from "../../../language-server/recording/session/recording-options.ts";
import { Recording } from "../../../language-server/recording/session/recording.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { npm } from "../../workbench/npm.mjs";
import { cacheFolder } from "../../workbench/installation.mjs";
import { descendantRunning } from "./app-cpu.ts";

/** A listening app, with or without a profiler. */
export interface ProfiledApp extends AsyncDisposable {
  readonly pid: number;
  readonly baseUrl: string;
}

/** Starts `server.js` in a folder on a free port. */
export type StartApp = (folder: string) => Promise<ProfiledApp>;

/** The compared profilers, by the name shown in the table. The other tools are installed once into the cache. */
export async function profilers(): Promise<ReadonlyMap<string, StartApp>> {
  const peers = await installPeers();
  return new Map<string, StartApp>([
    ["no profiler", (folder) => startUnder([], folder)],
    ["V8's tick log alone", (folder) => startUnder(["--prof"], folder)],
    ["Heatline, exact", (folder) => startRecorded(exactElseInspector, folder)],
    ["Heatline, inspector", (folder) => startRecorded(inspectorOnly, folder)],
    ["node --cpu-prof", (folder) => startUnder(["--cpu-prof"], folder)],
    ["0x", (folder) => startUnder([path.join(peers, "node_modules/0x/cmd.js"), "--"], folder, process.execPath)],
    ["clinic flame", (folder) => startUnder([path.join(peers, "node_modules/clinic/bin.js"), "flame", "--"], folder, process.execPath)],
  ]);
}

async function installPeers(): Promise<string> {
  const folder = path.join(cacheFolder, "peers");
  const packages = { "0x": "6.0.0", clinic: "13.0.0" };
  const wanted = JSON.stringify({ private: true, dependencies: packages });
  const file = path.join(folder, "package.json");
  const present = await readFile(path.join(folder, "installed"), "utf8").catch(() => "");
  if (present === wanted) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(file, wanted);
  await npm(folder, ["install"]);
  await writeFile(path.join(folder, "installed"), wanted);
  return folder;
}

/** `node ARGS… server.js`, or with a wrapped Node `node ARGS… NODE server.js`. */
export async function startUnder(args: readonly string[], folder: string, wrapped?: string): Promise<ProfiledApp> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
  const app = path.join(folder, "server.js");
  const child = spawn(process.execPath, [...args, ...(wrapped === undefined ? [] : [wrapped]), app], {
    cwd: scratch,
    detached: true,
    env: { ...process.env, PORT: "0", NODE_OPTIONS: "", NO_INSIGHT: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { pid: root } = child;
  if (root === undefined) throw new Error(`Cannot start ${app}`);
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let output = "";
    const read = (piece: Buffer): void => {
      output += String(piece);
      const url = /listening on (http:\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}:\n${output}`)));
  });
  return {
    pid: wrapped === undefined ? root : descendantRunning(root, "server.js"),
    baseUrl,
    async [Symbol.asyncDispose]() {
      const closed = once(child, "close");
      process.kill(-root, "SIGKILL");
      await closed;
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** `pass`: as in a pass of that kind. */
export async function startRecorded(
  createRecorder: RecorderFactory,
  folder: string,
  pass?: RecordingOptions["pass"],
): Promise<ProfiledApp> {
  const runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
  const { watchdog, autocannonChild, inApp } = await buildAdapter();
  let ready: (app: { pid: number; port: number }) => void = () => undefined;
  const listening = new Promise<{ pid: number; port: number }>((resolve) => (ready = resolve));
  const recording = await Recording.start(
    {
      launch: { program: path.join(folder, "server.js"), cwd: folder, env: { PORT: "0" } },
      workspaceFolders: [folder],
      runsFolder,
      runName: "bench",
      bundles: { watchdog, autocannonChild, inApp },
      createRecorder,
      pass,
    },
    {
      output: () => undefined,
      ready: ({ pid, origins: [origin] }) => {
        if (origin !== undefined) ready({ pid, port: Number(new URL(origin).port) });
      },
      recording: () => undefined,
      loadProgress: () => undefined,
      loadEnded: () => undefined,
      runWritten: () => undefined,
      problem: ({ text }) => console.log(text),
      ended: () => undefined,
    },
  );
  const { pid, port } = await listening;
  recording.startRecording();
  return {
    pid,
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await recording[Symbol.asyncDispose]();
      await rm(runsFolder, { recursive: true, force: true });
    },
  };
}
