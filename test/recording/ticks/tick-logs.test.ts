import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { DecodeOrder } from "../../../language-server/recording/ticks/decode-order.ts";
import { monotonicUs } from "../../../language-server/recording/ticks/thread-clock.ts";
import { TickLogs } from "../../../language-server/recording/ticks/tick-logs.ts";

const program = "while (process.cpuUsage().user < 400_000) for (let i = 0; i < 10_000; i++) Math.sqrt(i);";

async function loggedTicks(logs: TickLogs, order: DecodeOrder): Promise<number> {
  const [decoded] = await logs.decode(order);
  return decoded?.thread.profile.samples.stack.length ?? 0;
}

test("ticks that V8 writes after a snapshot has found the thread ended are kept", async () => {
  const recorded = await mkdtemp(path.join(os.tmpdir(), "heatline-recorded-"));
  const flags = ["--prof", "--logfile-per-isolate", `--logfile=${recorded}/v8.log`];
  execFileSync(process.execPath, [...flags, "--eval", program], { env: { ...process.env, NODE_OPTIONS: "" } });
  const [name = ""] = await readdir(recorded);
  const lines = (await readFile(path.join(recorded, name), "latin1")).split(/(?<=\n)/);
  const late = lines.findLastIndex((line) => line.startsWith("tick,")) - 50;

  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-ticks-"));
  const file = path.join(folder, name);
  const pid = Number(/^isolate-[^-]+-(\d+)-/.exec(name)?.[1]);
  await writeFile(file, lines.slice(0, late).join(""), "latin1");
  const lastLine = monotonicUs() + 10_000_000;
  const orderTo = (to: number): DecodeOrder => ({
    from: 0,
    to,
    threads: [{ pid, name: "main", anchor: "anchor", lastLine, spent: {} }],
    anchors: new Map(),
  });
  await using logs = new TickLogs({ folder });
  const early = await loggedTicks(logs, orderTo(lastLine + 1000));
  expect(early).toBeGreaterThan(20);
  await appendFile(file, lines.slice(late).join(""), "latin1");
  const all = await loggedTicks(logs, orderTo(lastLine + 60_000_000));
  expect(all).toBeGreaterThan(early);
  // By now it has certainly ended: its log is decoded once, and deleted.
  expect(await readdir(folder)).toEqual([]);
  expect(await loggedTicks(logs, orderTo(lastLine + 61_000_000))).toBe(all);
});
