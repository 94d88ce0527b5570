import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../language-server/history/run.ts";
import { thisMachine } from "../../language-server/platform/this-machine.ts";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { apartFromWaiting, buildCommandLine, type CommandLine } from "./command-line.ts";
import { someOf } from "../workbench/some-of.mjs";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-")));

const burn = `function burn(ms) {
  const end = process.hrtime.bigint() + BigInt(ms) * 1000000n;
  let sum = 0;
  while (process.hrtime.bigint() < end) sum += Math.sqrt(sum + 1);
  return sum;
}
`;

beforeAll(async () => {
  cli = await buildCommandLine();
  writeFileSync(path.join(folder, "script.js"), `${burn}function main() {\n  burn(600);\n  burn(30);\n}\nmain();\nconsole.log("done");\n`);
  writeFileSync(path.join(folder, "limits.js"), "exports.slow = 20;\n");
  writeFileSync(path.join(folder, "crash.js"), `${burn}burn(300);\nthrow new Error("planted");\n`);
  writeFileSync(
    path.join(folder, "server.js"),
    `${burn}const { slow } = require("./limits.js"); require("node:http").createServer((request, response) => {
  burn(request.url === "/slow" ? slow : 1);
  response.writeHead(request.url === "/missing" ? 404 : 200).end("ok");
}).listen(0, "127.0.0.1", () => console.log("listening"));
`,
  );
});

writeFileSync(
  path.join(folder, "busy-server.js"),
  `${burn}require("node:http").createServer().listen(0, "127.0.0.1");
setInterval(() => {
  burn(50);
  console.log("worked");
}, 60);
`,
);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ctrl+C, once the command has said something and the app has written more since. */
function interruptAfter(said: string, written: string): (out: string, err: string, interrupt: () => void) => void {
  let from = -1;
  let isSent = false;
  return (out, err, interrupt) => {
    if (from === -1 && err.includes(said)) from = out.length;
    if (isSent || from === -1 || !out.slice(from).includes(written)) return;
    isSent = true;
    interrupt();
  };
}

async function reported(out: string): Promise<JsonReport> {
  const report = await cli.run(["report", out, "--json"], { cwd: folder });
  expect(report.err).toBe("");
  return JSON.parse(report.out) as JsonReport;
}

function totalOf(report: JsonReport, file: string, line: number): number {
  return (report.lines.find((each) => each.file === path.join(folder, file) && each.line === line)?.totalTicks ?? 0) / report.busyTicks;
}

test("with too low a limit of open files the error says so, and does not blame Node", async () => {
  // Enough for Node itself, whose need grows with each version.
  const limited = 'ulimit -n "$1" && shift && exec "$@"';
  const record = [process.execPath, cli.file, "record", "--", "node", "script.js"];
  const { stderr } = await new Promise<{ stderr: string }>((resolve) => {
    execFile("sh", ["-c", limited, "sh", "24", ...record], { cwd: folder }, (_error, _stdout, stderr) => resolve({ stderr }));
  });
  expect(stderr).toContain("could not be started: too many open files");
});

test("a script is recorded from its first line to its end, summarised, and stored where --out says", async () => {
  const { code, out, err } = await cli.run(["record", "--out", "script-runs", "--", "node", "script.js"], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^done\n/);
  expect(out).toContain("exact recorder · Node");
  expect(out).toMatch(/8 │ {3}burn\(600\);/);
  const id = readdirSync(path.join(folder, "script-runs")).at(-1);
  expect(out).toContain(`The run is in script-runs/${id ?? "?"}\n`);
  const { machine } = JSON.parse(readFileSync(path.join(folder, "script-runs", id ?? "", "run.json"), "utf8")) as Run;
  expect(machine).toEqual(await thisMachine());
  const report = await reported("script-runs");
  expect(report).toMatchObject({ node: process.versions.node, recorder: "exact", exact: true, problems: [] });
  expect(totalOf(report, "script.js", 8)).toBeGreaterThan(totalOf(report, "script.js", 9) * 8);
  expect(await reported(path.join("script-runs", id ?? ""))).toEqual(report);
});

test("the inspector's recorder is used if requested", { tags: "thorough" }, async () => {
  const { code } = await cli.run(["record", "--recorder", "inspector", "--out", "inspector-runs", "--", "script.js"], { cwd: folder });
  expect(code).toBe(0);
  expect(await reported("inspector-runs")).toMatchObject({ node: process.versions.node, recorder: "inspector", exact: false });
});

test("a server under load: requests are sent, the app is ended, and the report shows their cost", async () => {
  const args = ["--out", "load-runs", "--load", "/slow", "--load", "/fast", "--duration", "2", "--warmup", "0", "--connections", "2"];
  const { code, out, err } = await cli.run(["record", ...args, "--", process.execPath, "server.js"], { cwd: folder });
  expect([code, apartFromWaiting(err)]).toEqual([0, ""]);
  expect(out).toMatch(/GET \/slow \(\+1\) · [\d.,]+ req\/s · p50 .* CPU per request/);
  const report = await reported("load-runs");
  expect(totalOf(report, "server.js", 8)).toBeGreaterThan(0.5);
  // What was loaded before the load has no samples.
  const [run = ""] = readdirSync(path.join(folder, "load-runs"));
  const { loaded = [] } = JSON.parse(readFileSync(path.join(folder, "load-runs", run, "run.json"), "utf8")) as Run;
  expect(loaded.map((url) => path.basename(url)).toSorted()).toEqual(["limits.js", "server.js"]);
});

test("a load with only error responses still writes a run, and has its own exit code", { tags: "thorough" }, async () => {
  const args = ["--out", "missing-runs", "--load", "/missing", "--duration", "1", "--warmup", "0", "--connections", "1"];
  const { code, out, err } = await cli.run(["record", ...args, "--", "server.js"], { cwd: folder });
  expect(apartFromWaiting(err)).toMatch(/^heatline: Every answer was an error \(404 × \d+\)/);
  expect(out).toContain("The run is in missing-runs/");
  expect(code).toBe(4);
});

test("a program that does not listen goes on after the time to record, and the output says so", { tags: "thorough" }, async () => {
  writeFileSync(path.join(folder, "ticks.js"), `${burn}setInterval(() => console.log("worked", burn(50)), 60);\n`);
  const { code, err } = await cli.run(["record", "--out", "goes-on-runs", "--duration", "1", "--", "node", "ticks.js"], {
    cwd: folder,
    when: interruptAfter("The program goes on; Ctrl+C ends it.\n", "worked"),
  });
  expect([code, err.split("\n").length]).toEqual([0, 3]);
  expect(await reported("goes-on-runs")).toMatchObject({ recorder: "exact" });
});

test("Ctrl+C keeps what was recorded of a server that does not stop by itself", async () => {
  const { code, out, err } = await cli.run(["record", "--out", "stopped-runs", "--", "node", "busy-server.js"], {
    cwd: folder,
    when: interruptAfter("recording has started", "worked\nworked\n"),
  });
  expect(err).toMatch(
    /^The app listens on port \d+: recording has started\. Ctrl\+C ends it\.\nKeeping what was recorded and ending the app…\n$/,
  );
  expect(code).toBe(0);
  expect(out).toContain("The run is in stopped-runs/");
  expect(totalOf(await reported("stopped-runs"), "busy-server.js", 9)).toBeGreaterThan(0.5);
});

test.each(
  someOf(1, [
    ["node -e", ["node", "-e", `${burn}burn(400);`], /^\[eval\]$/],
    ["node -p", ["node", "-p", `${burn}burn(400)`], /^\[eval\]$/],
    ["what is typed into Node's prompt", ["sh", "-c", "node -i < typed.txt"], /^REPL\d+$/],
  ]),
)("%s: code without a file has its lines, under Node's name for it", async (name, command, called) => {
  const runs = `${name.replaceAll(/\W+/g, "-")}-runs`;
  writeFileSync(path.join(folder, "typed.txt"), `${burn}burn(400)\n.exit\n`);
  expect((await cli.run(["record", "--out", runs, "--", ...command], { cwd: folder })).code).toBe(0);
  const { lines, functions } = await reported(runs);
  const hot = functions.find((each) => each.name === "burn");
  expect(hot).toMatchObject({ file: expect.stringMatching(called), line: 1 });
  const [hottest] = lines.filter(({ file }) => file === hot?.file).toSorted((a, b) => b.selfTicks - a.selfTicks);
  expect(hottest?.line).toBe(4);
});

test("an app that crashes: its reason, what was recorded until then, and exit code 1", async () => {
  const { code, out, err } = await cli.run(["record", "--out", "crash-runs", "--", "node", "crash.js"], { cwd: folder });
  expect(code).toBe(1);
  expect(err).toContain("Error: planted");
  expect(err).toMatch(/heatline: The app ended with exit code 1: .*planted.* What was recorded is kept\./);
  expect(out).toContain("The run is in crash-runs/");
  expect(totalOf(await reported("crash-runs"), "crash.js", 7)).toBeGreaterThan(0.3);
});

test.each(
  someOf(1, [
    ["an exit code of its own", "process.exit(3)", 3, "ended with exit code 3"],
    ["killed", 'process.kill(process.pid, "SIGKILL")', 137, "was ended by SIGKILL"],
  ]),
)("if an app fails by itself, %s, its exit code is passed on, and the run is kept", async (name, end, expected, message) => {
  const runs = `${name.replaceAll(" ", "-")}-runs`;
  writeFileSync(path.join(folder, "fails.js"), `${burn}burn(300);\n${end};\n`);
  const { code, out, err } = await cli.run(["record", "--out", runs, "--", "node", "fails.js"], { cwd: folder });
  expect(err).toContain(`heatline: The app ${message}. What was recorded is kept.`);
  expect(out).toContain(`The run is in ${runs}/`);
  expect(code).toBe(expected);
  expect(totalOf(await reported(runs), "fails.js", 7)).toBeGreaterThan(0.3);
});

test("if npm has no such script, no run is said to be kept", { tags: "thorough" }, async () => {
  const { code, err } = await cli.run(["record", "--out", "no-runs", "--", "npm", "run", "no-such-script"], { cwd: folder });
  // It would advise to let it run for longer.
  expect(err).not.toContain("Nothing was recorded");
  expect(err).toContain(`heatline: The app ended with exit code ${code}`);
  expect(err).not.toContain("kept");
  expect(code).toBeGreaterThan(0);
});

test("if an app ends by itself under load, its exit code is passed on", { tags: "thorough" }, async () => {
  writeFileSync(
    path.join(folder, "gives-up.js"),
    `${burn}let left = 40;
require("node:http").createServer((request, response) => {
  if (left-- === 0) process.exit(5);
  burn(5);
  response.end("ok");
}).listen(0, "127.0.0.1");
`,
  );
  const load = ["--load", "/", "--duration", "60", "--warmup", "0", "--connections", "1"];
  const { code, err } = await cli.run(["record", "--out", "gives-up-runs", ...load, "--", "node", "gives-up.js"], { cwd: folder });
  expect(err).toContain("heatline: The app ended with exit code 5 during the load run. What was recorded is kept.");
  expect(code).toBe(5);
  expect(await reported("gives-up-runs")).toMatchObject({ recorder: "exact" });
});

test("a server that ends by itself, without a load, is not an error", { tags: "thorough" }, async () => {
  writeFileSync(
    path.join(folder, "closes.js"),
    `${burn}require("node:http").createServer().listen(0, function () { burn(3000); this.close(); });\n`,
  );
  const { code, err } = await cli.run(["record", "--out", "closes-runs", "--", "node", "closes.js"], { cwd: folder });
  expect(err).not.toContain("heatline:");
  expect(code).toBe(0);
  expect(await reported("closes-runs")).toMatchObject({ recorder: "exact" });
});

test("if a program ends before it listens, the output says that no request was sent, and what was recorded is kept", async () => {
  const args = ["--out", "unheard-runs", "--load", "/", "--", "node", "script.js"];
  const { code, out, err } = await cli.run(["record", ...args], { cwd: folder });
  expect(apartFromWaiting(err)).toBe(
    "heatline: The app ended before it listened on a port, so no load was sent. Leave out --load to record a program that ends by itself. What it did was recorded and kept.\n",
  );
  expect([code, out]).toEqual([1, expect.stringContaining("The run is in unheard-runs/")]);
});

test("if an app takes long to listen, the output says what the load waits for", { tags: "thorough" }, async () => {
  writeFileSync(
    path.join(folder, "late.js"),
    `const waiting = setInterval(() => {
  if (!require("node:fs").existsSync("reported")) return;
  clearInterval(waiting);
  require("./server.js");
}, 20);
`,
  );
  const args = ["--out", "late-runs", "--load", "/fast", "--duration", "1", "--warmup", "0", "--", "node", "late.js"];
  const { code, err } = await cli.run(["record", ...args], {
    cwd: folder,
    when: (_out, reported) => reported.includes("Waiting") && writeFileSync(path.join(folder, "reported"), ""),
  });
  expect(err).toMatch(
    /^Waiting for the app to listen on a port: then the load starts\. Ctrl\+C ends the app and keeps what was recorded\.\n/,
  );
  expect([code, apartFromWaiting(err)]).toEqual([0, ""]);
});

test.each([
  [["--", "node", "missing.js"], /missing\.js/],
  [["--", "no-such-program"], /heatline: .*no-such-program/],
  [["--cwd", "nowhere", "--", "node", "script.js"], /heatline: The folder .*nowhere does not exist/],
])("a command that cannot be run is reported: %j", async (args, message) => {
  const { code, err } = await cli.run(["record", "--out", "none-runs", ...args], { cwd: folder });
  expect(code).toBe(1);
  expect(err).toMatch(message);
});

test.each([
  [["no-such-tool"], "no-such-tool was not found in PATH. Install it, or correct the command after --."],
  [["./missing/node", "script.js"], "could not be started|was not found"],
  [["missing.js"], "missing.js does not exist. Correct the path after --, or build the app first."],
])("%j: what cannot be started is reported in words for a terminal, which has no launch configuration", async (command, message) => {
  const { code, out, err } = await cli.run(["record", "--out", "unstarted", "--", ...command], { cwd: folder });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(new RegExp(message));
  expect(err).not.toMatch(/launch configuration|runtimeExecutable|“program”/);
});

test("a folder that cannot be written to is reported before the app starts", async () => {
  symlinkSync("turning", path.join(folder, "turning"));
  writeFileSync(path.join(folder, "a-file"), "");
  for (const out of ["turning", "a-file", "a-file/runs"]) {
    const recorded = await cli.run(["record", "--out", out, "--", "node", "script.js"], { cwd: folder });
    expect(recorded.code).toBe(1);
    expect(recorded.out).toBe("");
    expect(recorded.err).toMatch(/^heatline: The run could not be written to .+\n$/);
  }
});

test.each(
  someOf(1, [
    { options: [], isKept: false },
    { options: ["--keep-secrets"], isKept: true },
  ] as const),
)("secrets in the command line are kept with $options: $isKept", async ({ options, isKept }) => {
  const out = `secret-runs${options.join("")}`;
  const { code } = await cli.run(["record", "--out", out, ...options, "--", "node", "script.js", "--token=hunter2"], { cwd: folder });
  const run =
    readdirSync(path.join(folder, out))
      .filter((name) => !name.startsWith("."))
      .at(-1) ?? "";
  const { name, app } = JSON.parse(readFileSync(path.join(folder, out, run, "run.json"), "utf8")) as Run;
  expect([code, JSON.stringify({ name, app }).includes("hunter2")]).toEqual([0, isKept]);
  expect(name).toContain(isKept ? "--token=hunter2" : "--token=***");
});
