import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { repository } from "../../workbench/installation.mjs";
import { median, publishTable } from "../bench-table.ts";

const pairs = 21;
const preload = path.join(repository, "test/bench/exit-cpu.cjs");
const command = path.join(repository, "out/heatline.js");

interface Start {
  /** Of the whole process; a server ends when it has answered. */
  readonly cpuMs: number;
  /** To the end of the help, or to the answer. */
  readonly ms: number;
}

const facts = { clientInfo: { name: "bench", version: "1" } };
/** What a client of each generation sends until it knows the tools. */
const generations: Readonly<Record<string, readonly object[]>> = {
  "2025-11-25": [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, ...facts } },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ],
  "2026-07-28": [
    {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/list",
      params: {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
          "io.modelcontextprotocol/clientInfo": facts.clientInfo,
        },
      },
    },
  ],
};

test("first answer to tools/list of `heatline mcp`, in turns with `heatline --help`", { timeout: 20 * 60_000 }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
  try {
    const rows: (readonly string[])[] = [];
    for (const [generation, messages] of Object.entries(generations)) {
      const [helps, answers]: [Start[], Start[]] = [[], []];
      for (let pair = 0; pair < pairs; pair++) {
        const isHelpFirst = pair % 2 === 0;
        if (isHelpFirst) helps.push(await help(folder));
        answers.push(await firstAnswer(messages, folder));
        if (!isHelpFirst) helps.push(await help(folder));
      }
      const ratios = (of: (start: Start) => number): readonly number[] =>
        answers.map((answer, pair) => of(answer) / of(helps[pair] ?? answer));
      const cpu = ratios(({ cpuMs }) => cpuMs);
      const whole = [helps, answers].map((starts) => median(starts.map(({ cpuMs }) => cpuMs)).toFixed(0));
      const waited = [helps, answers].map((starts) => median(starts.map(({ ms }) => ms)).toFixed(0));
      const figures = [median(cpu), Math.min(...cpu), Math.max(...cpu)].map((figure) => figure.toFixed(2));
      rows.push([generation, ...whole, ...figures, ...waited, median(ratios(({ ms }) => ms)).toFixed(2)]);
    }
    const head = ["client", "CPU ms, help", "CPU ms, tools", "ratio", "least", "most", "ms, help", "ms, tools", "ratio"];
    await publishTable("mcp-start", head, rows);
    expect(rows).toHaveLength(2);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const help = (folder: string): Promise<Start> => started(["--help"], folder, []);
const firstAnswer = (messages: readonly object[], folder: string): Promise<Start> => started(["mcp", "--root", folder], folder, messages);

async function started(args: readonly string[], folder: string, messages: readonly object[]): Promise<Start> {
  const measured = path.join(folder, "cpu");
  const begin = performance.now();
  const child = spawn(process.execPath, ["--require", preload, command, ...args], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: "", NODE_EXTRA_CA_CERTS: "", HEATLINE_BENCH_CPU: measured },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`);
  if (messages.length === 0) child.stdin.end();
  let end = begin;
  for await (const line of createInterface({ input: child.stdout })) {
    end = performance.now();
    if (messages.length === 0 || (JSON.parse(line) as { readonly id?: number }).id !== 2) continue;
    if (!line.includes("heatline_profile")) throw new Error(`No tools: ${line.slice(0, 200)}`);
    child.stdin.end();
  }
  const [code] = await exited;
  if (code !== 0) throw new Error(`heatline ${args.join(" ")} ended with ${code}`);
  return { cpuMs: Number(await readFile(measured, "utf8")), ms: end - begin };
}
