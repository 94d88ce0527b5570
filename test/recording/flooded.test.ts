import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildCommandLine } from "../cli/command-line.ts";
import { DapClient } from "../drivers/adapter/dap-client.ts";

const [pieces, pieceBytes] = [4800, 65_536];
const mostMegabytes = 200;

const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-flooded-"));
const program = path.join(folder, "flood.js");
writeFileSync(
  program,
  `const text = "x".repeat(${pieceBytes - 1}) + "\\n";
for (let i = 0; i < ${pieces}; i++) process.stdout.write(text);
setInterval(() => {}, 1000);
`,
);

afterAll(() => rmSync(folder, { recursive: true }));

/** What a process had in memory at its peak. */
function peakMegabytes({ pid }: ChildProcess): number {
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Resolves when the process has passed on all that the app writes; `taken` says how much came with a piece of output. */
function allPassedOn(child: ChildProcess, taken: (piece: Buffer) => number): Promise<void> {
  let bytes = 0;
  return new Promise((resolve) => {
    child.stdout?.on("data", (piece: Buffer) => {
      bytes += taken(piece);
      if (bytes >= pieces * pieceBytes) resolve();
    });
  });
}

test("the adapter of an app that writes 300 MB at once takes at most 200 MB", async () => {
  await using client = await DapClient.start();
  const passedOn = allPassedOn(client.process, () => {
    const output = client.all("output").filter(({ category }) => category === "stdout");
    // The test need not hold it, either.
    client.received.length = 0;
    client.events.splice(0, client.events.length, ...client.events.filter(({ event }) => event !== "output"));
    return output.reduce((sum, body) => sum + String(body["output"]).length, 0);
  });
  await client.launch("", { program, cwd: folder, workspaceFolders: [folder] });
  await passedOn;
  expect(peakMegabytes(client.process)).toBeLessThan(mostMegabytes);
  await client.stop();
});

test("the command that records an app which writes 300 MB at once takes at most 200 MB", async () => {
  const { file } = await buildCommandLine();
  const command = spawn(process.execPath, [file, "record", "--out", path.join(folder, "runs"), "--", "node", program], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await allPassedOn(command, (piece) => piece.length);
  expect(peakMegabytes(command)).toBeLessThan(mostMegabytes);
  command.kill("SIGINT");
  await once(command, "close");
});
