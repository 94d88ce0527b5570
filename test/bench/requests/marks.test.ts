import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { passFile } from "../../../language-server/recording/in-app/pass/pass-protocol.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { median, publishTable } from "../bench-table.ts";
import { cpuMs } from "../measured/app-cpu.ts";
import { RawClient } from "./raw-client.ts";

const pairs = 5;
const connections = 10;
const warmUp = 20_000;
const bursts = 24;
/** Per burst. */
const requests = 1000;
const majors = [20, 26] as const;
const targets = ["/hello", "/awaits"] as const;

/** Suspended but during its bursts of requests: two of them can so be measured in turns. */
class Server implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #client: RawClient;

  private constructor(child: ChildProcess, client: RawClient) {
    this.#child = child;
    this.#client = client;
  }

  /** Warms it up, too. */
  static async start(nodePath: string, target: string, args: readonly string[]): Promise<Server> {
    const child = spawn(nodePath, [path.join(import.meta.dirname, "hello-server.cjs"), ...args], { stdio: ["ignore", "pipe", "inherit"] });
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    const client = await RawClient.open(Number(port), target, "hello", connections);
    await client.send(warmUp);
    child.kill("SIGSTOP");
    return new Server(child, client);
  }

  /** CPU microseconds (user + system) per request of the process and its threads. */
  async burst(): Promise<number> {
    const pid = this.#child.pid ?? 0;
    this.#child.kill("SIGCONT");
    const before = cpuMs(pid);
    await this.#client.send(requests);
    const after = cpuMs(pid);
    this.#child.kill("SIGSTOP");
    return (1000 * (after - before)) / requests;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#client[Symbol.dispose]();
    this.#child.kill("SIGKILL");
    await ended;
  }
}

/** CPU microseconds per request of two processes, in turns: without marks, and with them. Of each its best bursts, as others on the machine only add to one. */
async function pair(major: number, target: string, folder: string): Promise<readonly [bare: number, marked: number]> {
  const { inApp } = await buildAdapter();
  const nodePath = await nodeOf(major);
  await using bare = await Server.start(nodePath, target, []);
  await using marked = await Server.start(nodePath, target, [path.join(inApp, "pass-hooks.js"), folder]);
  const costs: [number[], number[]] = [[], []];
  for (let burst = 0; burst < bursts; burst++) {
    for (const which of burst % 2 === 0 ? [0, 1] : [1, 0]) costs[which]!.push(await (which === 0 ? bare : marked).burst());
  }
  const best = (of: readonly number[]): number => median(of.toSorted((a, b) => a - b).slice(0, bursts / 4));
  return [best(costs[0]), best(costs[1])];
}

test(
  "CPU time of a request whose turns are marked, against the same server without",
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-marks-"));
    await writeFile(path.join(folder, passFile), JSON.stringify({ kinds: ["routes"] }));
    const rows: (readonly string[])[] = [];
    try {
      for (const major of majors) {
        for (const target of targets) {
          const measured: (readonly [number, number])[] = [];
          for (let count = 0; count < pairs; count++) measured.push(await pair(major, target, folder));
          const added = measured.map(([bare, marked]) => marked - bare).toSorted((a, b) => a - b);
          const figures = [median(measured.map(([bare]) => bare)), median(added), added[0] ?? 0, added.at(-1) ?? 0];
          const ratio = median(measured.map(([bare, marked]) => marked / bare)).toFixed(2);
          rows.push([String(major), target, ...figures.map((figure) => figure.toFixed(1)), ratio]);
        }
      }
    } finally {
      await rm(folder, { recursive: true });
    }
    await publishTable("marks", ["Node", "request", "CPU µs, bare", "µs added, median", "least", "most", "ratio"], rows);
    expect(rows).toHaveLength(majors.length * targets.length);
  },
  60 * 60_000,
);
