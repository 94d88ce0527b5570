import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { AppTree } from "../../language-server/recording/app/app-tree.ts";
import type { AppTreeEvents } from "../../language-server/recording/app/app-tree-events.ts";
import { SessionFolder } from "../../language-server/recording/app/session-folder.ts";
import { watchReports } from "../../language-server/recording/app/session-reports.ts";
import { readInAppCode, type InAppCode } from "../../language-server/recording/inspector/evaluate.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";
import { nodeOf, someNodeMajors } from "../workbench/node-versions.mjs";
import { median, publishTable } from "./bench-table.ts";

const turns = 30;

/** Resources an app has used by the time it reaches its first line. */
const program = "process.stdout.write(JSON.stringify([process.cpuUsage(), String(process.hrtime.bigint())]))";

/** A recorder that passes nothing to the app. */
const noEvents: AppTreeEvents = {
  attach: () => Promise.resolve(),
  running: () => undefined,
  leaving: () => Promise.resolve(),
  gone: () => undefined,
  changed: () => undefined,
  loop: () => undefined,
  answered: () => undefined,
  exiting: () => undefined,
  ended: () => undefined,
  listening: () => undefined,
  workerExiting: () => undefined,
  signal: () => Promise.resolve(),
  closingInspector: () => Promise.resolve(),
  stuck: () => undefined,
  lost: () => undefined,
};

interface Start {
  /** From the start of the process to its first line. */
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function startBare(nodePath: string, options = ""): Promise<Start> {
  const startedAt = process.hrtime.bigint();
  const app = spawn(nodePath, ["--eval", program], {
    env: { ...process.env, NODE_OPTIONS: options },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  app.stdout.setEncoding("utf8").on("data", (more: string) => (text += more));
  await once(app, "close");
  const [{ user, system }, at] = JSON.parse(text) as [NodeJS.CpuUsage, string];
  return { wallMs: Number(BigInt(at) - startedAt) / 1e6, cpuMs: (user + system) / 1000 };
}

async function startRecorded(nodePath: string, inApp: string, code: InAppCode): Promise<Start> {
  await using session = await SessionFolder.create(inApp);
  await using tree = new AppTree(code, noEvents);
  const attached: Promise<void>[] = [];
  using _reports = await watchReports(session.reports, {
    report: (report) => {
      if (report.kind === "process") attached.push(tree.add(report));
    },
    gone: () => undefined,
  });
  const start = await startBare(nodePath, session.nodeOptions);
  expect(attached).toHaveLength(1);
  await Promise.all(attached);
  return start;
}

test(
  "the start of an app, bare and under the preload with a recorder attached, in turns",
  async () => {
    const { inApp } = await buildAdapter();
    const code = await readInAppCode(inApp);
    const rows: (string | number)[][] = [];
    for (const major of someNodeMajors) {
      const nodePath = await nodeOf(major);
      const pairs: { readonly bare: Start; readonly recorded: Start }[] = [];
      // The first round warms the machine's caches.
      for (let turn = 0; turn <= turns; turn += 1) {
        const pair = { bare: await startBare(nodePath), recorded: await startRecorded(nodePath, inApp, code) };
        if (turn > 0) pairs.push(pair);
      }
      const middle = (value: (pair: (typeof pairs)[number]) => number, digits: number): string => median(pairs.map(value)).toFixed(digits);
      rows.push([
        major,
        middle(({ bare }) => bare.cpuMs, 1),
        middle(({ recorded }) => recorded.cpuMs, 1),
        middle(({ bare, recorded }) => recorded.cpuMs / bare.cpuMs, 3),
        middle(({ bare }) => bare.wallMs, 1),
        middle(({ recorded }) => recorded.wallMs, 1),
        middle(({ bare, recorded }) => recorded.wallMs / bare.wallMs, 3),
      ]);
    }
    const head = ["Node", "CPU ms, bare", "CPU ms, recorded", "ratio", "ms to the first line, bare", "ms, recorded", "ratio"];
    await publishTable("app-start", head, rows);
    expect(rows).toHaveLength(someNodeMajors.length);
  },
  10 * 60_000,
);
