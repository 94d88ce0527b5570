import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { openProfile, runExpected } from "../../language-server/protocol/shown-run.ts";
import { repository } from "../workbench/installation.mjs";
import { samples } from "../samples/samples.ts";
import { median, publishTable } from "./bench-table.ts";
import { writeFormatterLog } from "./measured/formatter-log.ts";
import { recordSample } from "./measured/recorded-sample.ts";
import { withWatchedServer } from "./measured/watched-server.ts";

const report = path.join(repository, "out/heatline.js");

interface LogCase {
  readonly name: string;
  /** Keeps the log. Resolves to the seconds from the end of the log to its costs when it is read while it grows. */
  readonly write: (log: string) => Promise<number | undefined>;
  readonly rounds: number;
  readonly withPeer: boolean;
}

const ofSamples = samples.map(({ name }): LogCase => ({
  name: `${name}, 10 s`,
  write: (log) => recordSample(name, log),
  rounds: 3,
  withPeer: true,
}));

const ofSizes = [
  { megabytes: 5, rounds: 5, withPeer: true },
  { megabytes: 20, rounds: 3, withPeer: true },
  { megabytes: 60, rounds: 1, withPeer: true },
  { megabytes: 180, rounds: 3, withPeer: false },
].map(({ megabytes, ...rest }): LogCase => ({ name: "a formatter", write: (log) => writeLog(log, megabytes), ...rest }));

test(
  "from a tick log to costs, against node --prof-process on the same log",
  async () => {
    const rows: (readonly string[])[] = [];
    for (const each of [...ofSamples, ...ofSizes]) rows.push(await measured(each));
    const head = [
      "log of",
      "MB",
      "recorded: load's end → costs, s",
      "heatline report, s",
      "opened in the editor, s",
      "MB/s without start-up",
      "resident memory at most, MB",
      "--prof-process, s",
      "times faster: recorded, report, opened",
    ];
    await publishTable("decode", head, rows);
    expect(rows).toHaveLength(ofSamples.length + ofSizes.length);
  },
  20 * 60_000,
);

/** A row of the table. */
async function measured({ name, write, rounds, withPeer }: LogCase): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
  try {
    const log = path.join(folder, "v8.log");
    const recorded = await write(log);
    const size = (await stat(log)).size / 1e6;
    const ours: number[] = [];
    const peers: number[] = [];
    const opened: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await secondsOf([report, "report", log, "--json"], folder));
      opened.push(await secondsToOpen(log, folder));
      if (withPeer) peers.push(await secondsOf(["--prof-process", log], folder));
    }
    const memory = Number(await readFile(path.join(folder, "memory"), "utf8"));
    const seconds = median(ours);
    const startUp = await secondsOf([report, "--version"], folder);
    return [
      name,
      size.toFixed(1),
      recorded?.toFixed(2) ?? "",
      seconds.toFixed(2),
      median(opened).toFixed(2),
      (size / Math.max(0.001, seconds - startUp)).toFixed(0),
      memory.toFixed(0),
      withPeer ? median(peers).toFixed(2) : "not run",
      [recorded, seconds, median(opened)]
        .flatMap((own) => (own === undefined || !withPeer ? [] : `${(median(peers) / own).toFixed(1)}×`))
        .join(", "),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeLog(log: string, megabytes: number): Promise<undefined> {
  await writeFormatterLog(log, megabytes);
  return undefined;
}

/** Seconds until a running language server has the costs of the first profile it opens, one second after the dialog appeared. */
async function secondsToOpen(log: string, folder: string): Promise<number> {
  const { result } = await withWatchedServer(folder, async (client) => {
    await client.connection.sendNotification(runExpected.method, {});
    await delay(1000);
    const began = performance.now();
    await client.request(openProfile, { file: log });
    return (performance.now() - began) / 1000;
  });
  return result;
}

/** Seconds from the start of `node ARGS…` to its end. */
async function secondsOf(args: readonly string[], folder: string): Promise<number> {
  const isOurs = args[0] === report;
  const preload = isOurs ? ["--require", path.join(import.meta.dirname, "measured/exit-memory.cjs")] : [];
  const started = performance.now();
  const child = spawn(process.execPath, [...preload, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      // Node 20 reads them at each start; the time for that depends on the machine.
      NODE_EXTRA_CA_CERTS: "",
      HEATLINE_BENCH_MEMORY: path.join(folder, args[1] === "report" ? "memory" : "other"),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${code}`);
  return (performance.now() - started) / 1000;
}
