import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFailed, test } from "vitest";

const runner = pathToFileURL(path.resolve(import.meta.dirname, "../workbench/run-program.mjs")).href;

/** Exits on a signal and leaves a worker behind that ignores signals and keeps the output open. */
const program = `
const worker = 'process.on("SIGTERM", () => {}).on("SIGINT", () => {}); setInterval(() => {}, 1000); console.log("worker " + process.pid);';
require("node:child_process").spawn(process.execPath, ["-e", worker], { stdio: "inherit" });
setInterval(() => {}, 1000);
`;

test.each(["SIGTERM", "SIGINT"] as const)("%s to npm test ends what it runs, including worker processes", async (signal) => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "heatline-run-")), "program.cjs");
  await writeFile(file, program);
  const script = `const { shown, wasInterrupted } = await import(${JSON.stringify(runner)});
    const ended = await shown("node", [${JSON.stringify(file)}]);
    process.exitCode = !ended && wasInterrupted() ? 7 : 1;`;
  const run = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [started] = (await once(run.stdout.setEncoding("utf8"), "data")) as [string];
  onTestFailed(() => void process.kill(Number(/worker (\d+)/.exec(started)?.[1]), "SIGKILL"));
  run.kill(signal);
  // Its output closes when no process holds it any more.
  const [code] = (await once(run, "close")) as [number];
  expect(code).toBe(7);
});
