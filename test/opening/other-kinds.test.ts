import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { UserError } from "../../language-server/analysis/user-error.ts";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";
import { english } from "../../language-server/texts/bundles/en.ts";
import { russian } from "../../language-server/texts/bundles/ru.ts";
import { chinese } from "../../language-server/texts/bundles/zh-cn.ts";
import type { Bundle } from "../../language-server/texts/coded-text.ts";
import { failureText, languageOf } from "../../language-server/texts/failure-text.ts";
import { hotProgram } from "../drivers/server/hot-program.ts";

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-other-kinds-")));
const fileAt = (name: string): string => path.join(folder, name);

function node(...args: readonly string[]): string {
  const env = { ...process.env, NODE_OPTIONS: "" };
  return execFileSync(process.execPath, args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** What the inspector answers to `Profiler.stop` and `HeapProfiler.stopSampling`, as clients of its protocol save it. */
const protocolAnswers = `
  const { writeFileSync } = require("node:fs");
  const session = new (require("node:inspector").Session)();
  session.connect();
  const ask = (method) => new Promise((resolve, reject) => session.post(method, (error, answer) => (error ? reject(error) : resolve(answer))));
  (async () => {
    await ask("Profiler.enable");
    await ask("Profiler.start");
    await ask("HeapProfiler.startSampling");
    require("./app.js");
    const heap = await ask("HeapProfiler.stopSampling");
    const result = await ask("Profiler.stop");
    writeFileSync("stop.cpuprofile", JSON.stringify(result.profile));
    writeFileSync("stop.json", JSON.stringify(result));
    writeFileSync("stop-result.json", JSON.stringify({ result }));
    writeFileSync("stop-answer.json", JSON.stringify({ id: 7, result, sessionId: "A1" }, undefined, 2));
    writeFileSync("stop-event.json", JSON.stringify({ method: "Profiler.consoleProfileFinished", params: { id: "1", ...result } }));
    const begun = { id: 6, result: {} };
    const messages = { begun, answer: { id: 7, result }, event: { method: "Debugger.paused", params: { callFrames: [] } } };
    writeFileSync("stop-list.json", JSON.stringify([messages.begun, messages.answer]));
    writeFileSync("stop-list-event.json", JSON.stringify([messages.event, messages.begun, messages.answer, begun], undefined, 2));
    writeFileSync("stop-twice.json", JSON.stringify([messages.answer, messages.begun, messages.answer]));
    writeFileSync("stop-none.json", JSON.stringify([messages.begun, messages.event]));
    writeFileSync("heap-answer.json", JSON.stringify({ id: 8, result: heap }));
  })();`;

beforeAll(() => {
  writeFileSync(fileAt("app.js"), hotProgram(200_000));
  node("--prof", "--logfile=v8.log", "--no-logfile-per-isolate", "app.js");
  writeFileSync(fileAt("summary.txt"), node("--prof-process", "v8.log"));
  node("--heap-prof", "--heap-prof-name=app.heapprofile", "app.js");
  node("-e", `require("v8").writeHeapSnapshot("app.heapsnapshot"); process.report.writeReport("report.json")`);
  node("-e", protocolAnswers);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(name: string): Promise<string> {
  return readProfileFile(fileAt(name), { workspaceFolders: [] }).then(
    () => "opened",
    (error: UserError) => error.text.split("\n").join(" "),
  );
}

test("what Node.js writes besides CPU profiles is refused by name, with what to open", async () => {
  expect(readdirSync(folder)).toContain("v8.log");
  expect(await refusal("v8.log")).toBe("opened");
  expect(await refusal("summary.txt")).toBe(
    "summary.txt is a summary by node --prof-process, which has no samples. Open the V8 log that it was made from, such as isolate-0x1234-5678-v8.log.",
  );
  expect(await refusal("report.json")).toBe(
    "report.json is a diagnostic report of Node.js, which has no samples. Record a CPU profile and open that: node --cpu-prof app.js",
  );
  expect(await refusal("app.heapprofile")).toMatch(/^app\.heapprofile is a heap profile; /);
  expect(await refusal("app.heapsnapshot")).toMatch(/^app\.heapsnapshot is a heap snapshot; /);
});

test("answers of the inspector's protocol open as the profile that is inside", async () => {
  const shown = async (name: string): Promise<unknown> => {
    const { threads, format } = await readProfileFile(fileAt(name), { workspaceFolders: [] });
    return [format, threads.map(({ profile }) => [profile.functions.name, [...profile.samples.stack], profile.interval])];
  };
  const whole = await shown("stop.cpuprofile");
  for (const name of ["stop.json", "stop-result.json", "stop-answer.json", "stop-event.json", "stop-list.json", "stop-list-event.json"])
    expect(await shown(name)).toEqual(whole);
  const [format, [thread]] = whole as [string, [unknown]];
  expect(await shown("stop-twice.json")).toEqual([format, [thread, thread]]);
  expect(await refusal("stop-none.json")).toMatch(/^stop-none\.json is a JSON file, but none of the profiles/);
  expect(await refusal("heap-answer.json")).toMatch(/^heap-answer\.json is a heap profile; /);
});

/** Files that lie beside profiles, and profiles of others: their first keys, as these tools write them. */
const kinds: readonly (readonly [tool: string, value: unknown])[] = [
  ["old Firefox", { label: "simple", duration: 49.4, markers: [], frames: [], profile: { libs: [], meta: {}, threads: [] } }],
  ["old Firefox", { fileType: "Recorded Performance Data", version: 2, label: "", profile: { meta: {}, threads: [] } }],
  ["Safari", { version: 1, recording: { displayName: "Timeline Recording 1", startTime: 0, records: [], sampleStackTraces: [] } }],
  ["Sentry", { event_id: "a", version: "1", platform: "node", profile: { samples: [], stacks: [], frames: [], thread_metadata: {} } }],
  ["Sentry", { chunk_id: "a", profiler_id: "b", version: "2", platform: "node", profile: { samples: [], stacks: [], frames: [] } }],
  ["stackprof --stackcollapse", { version: 1.2, mode: "cpu", interval: 1000, samples: 10, gc_samples: 0, missed_samples: 0, frames: {} }],
  ["React DevTools", { version: 5, dataForRoots: [], timelineData: [] }],
  ["heap profile", { samples: [], head: { callFrame: {}, selfSize: 0, id: 1, children: [] } }],
  ["source map", { file: "a.js", names: [], sources: [], mappings: "", version: 3 }],
  ["HAR file", { log: { entries: [], version: "1.2", creator: {} } }],
  ["code coverage", { result: [{ scriptId: "1", url: "file:///a.js", functions: [] }], timestamp: 1 }],
  ["code coverage", { "/app/a.js": { path: "/app/a.js", statementMap: {}, fnMap: {} } }],
  ["code coverage", { total: { lines: { total: 1, covered: 1, skipped: 0, pct: 100 } } }],
  ["Lighthouse", { lighthouseVersion: "12.8.2", requestedUrl: "http://localhost/" }],
  ["Chrome net-export", { constants: {}, events: [] }],
  ["Playwright", { config: {}, suites: [], errors: [] }],
  ["a file of Jest or Vitest, not", { numTotalTestSuites: 1, numTotalTests: 1, testResults: [] }],
  ["esbuild", { inputs: {}, outputs: {} }],
  ["webpack", { hash: "a", version: "5.99.0", assets: [], chunks: [], modules: [] }],
  ["rollup-plugin-visualizer", { version: 2, tree: {}, nodeParts: {}, nodeMetas: {} }],
  ["ESLint", [{ filePath: "/app/a.js", messages: [], errorCount: 0 }]],
  ["TypeScript", [{ id: 1, intrinsicName: "any", recursionId: 0, flags: ["Any"] }]],
  ["TypeScript", [{ configFilePath: "/app/tsconfig.json", tracePath: "/app/trace.json", typesPath: "/app/types.json" }]],
  ["TypeScript", { compilerOptions: { strict: true } }],
  ["TypeScript", { extends: "./tsconfig.base.json", include: ["src"] }],
  ["npm", { name: "app", version: "1.0.0", lockfileVersion: 3, packages: {} }],
  ["npm", { name: "app", private: true, scripts: {} }],
  ["autocannon", { url: "http://localhost", requests: {}, latency: {}, throughput: {} }],
  ["heatline report --json", { schema: 1, node: "", recorder: "exact", exact: true, ticks: 1, busyTicks: 1, lines: [], functions: [] }],
  ["a JSON file", { a: 1 }],
  ["a JSON file", [1, 2]],
  ["a JSON file", {}],
];

test.each(kinds)("JSON of %s is refused by name, with what to do", async (tool, value) => {
  writeFileSync(fileAt("other.json"), JSON.stringify(value));
  writeFileSync(fileAt("other-pretty.json"), JSON.stringify(value, undefined, 2));
  for (const name of ["other.json", "other-pretty.json"]) {
    const text = await refusal(name);
    expect(text).toMatch(new RegExp(`^${name} is .*\\. (?:Record|Open|Convert|In VS Code)`));
    expect(text).toContain(tool);
    expect(text).not.toContain("damaged");
  }
});

test("a file that is of one of two tools is named by both, in each language", async () => {
  writeFileSync(fileAt("lock.json"), '{ "name": "app", "lockfileVersion": 3, "packages": {} }');
  const error: unknown = await readProfileFile(fileAt("lock.json"), { workspaceFolders: [] }).catch((refused: unknown) => refused);
  const says = (tag: string, bundle: Bundle): string => failureText((error as UserError).coded, languageOf(tag, bundle)).message;
  expect(says("en", english)).toMatch(/^lock\.json is a file of npm or Bun, not a CPU profile\./);
  expect(says("ru", russian)).toMatch(/^lock\.json — файл npm или Bun, а не профиль ЦП\./);
  expect(says("zh-cn", chinese)).toMatch(/^lock\.json 是 npm 或 Bun 的文件，/);
});

test("JSON lines are no damaged profile, and a profile that is cut short is", async () => {
  writeFileSync(fileAt("rspack.log"), readFileSync(path.join(import.meta.dirname, "../fixtures/stacks/rspack.jsonl")));
  writeFileSync(fileAt("cut.log"), '{"level":30}\n{"level":30}\n{"lev');
  const logs = {
    "cut-second.log": '{"level":30}\n{"lev',
    "blank.log": '{"level":30}\n\n{"level":30}\n',
    "blank-first.log": '\n\n{"level":30}\n \n{"level":30}\n',
    "windows.log": '{"level":30}\r\n\r\n{"level":30}\r\n',
    "lists.log": "[1]\n[2]\n",
    "lists-windows.log": "[1.5]\r\n\r\n[]\r\n",
    "mixed.log": "[]\n[null]\n",
    "words.log": "[true]\n[null, 1]\n",
    "past-the-head.log": `{"a":"${"x".repeat(4080)}"}\n\n{"level":30}\n`,
    "cut-past-the-head.log": `{"a":1}\n\n{"a":"${"x".repeat(9000)}`,
  };
  for (const [name, text] of Object.entries(logs)) writeFileSync(fileAt(name), text);
  for (const name of ["rspack.log", "cut.log", ...Object.keys(logs)])
    expect(await refusal(name)).toMatch(/has a JSON value on each line, like a log file/);
  writeFileSync(fileAt("cut.cpuprofile"), readFileSync(fileAt("stop.cpuprofile")).subarray(0, 900));
  writeFileSync(fileAt("cut.json"), readFileSync(fileAt("stop-answer.json")).subarray(0, 900));
  for (const name of ["cut.cpuprofile", "cut.json"]) expect(await refusal(name)).toMatch(/is cut short or damaged/);
});

const perfScript = "open the output of perf script: perf script > stacks.txt";
/** How files of other tools begin, as these wrote them. */
const beginnings: readonly (readonly [tool: string, beginning: string, says: string])[] = [
  [
    "perf report",
    "# To display the perf.data header info, please use --header/--header-only options.\n#\n#\n# Total Lost Samples: 0\n#\n",
    perfScript,
  ],
  [
    "perf report",
    "# ========\n# captured on    : Thu Nov 26 17:25:58 2026\n# ========\n#\n# Samples: 2K of event 'cpu-clock:pppH'\n#\n# Overhead  Command  Symbol\n# ........  .......  ......\n#\n    76.75%  node  [.] main\n",
    perfScript,
  ],
  [
    "perf annotate",
    " Percent |\tSource code & Disassembly of node for cpu-clock:pppH (102 samples, percent: local period)\n----\n         :\n",
    perfScript,
  ],
  [
    "perf stat",
    "# started on Thu Nov 26 17:32:23 2026\n\n\n Performance counter stats for 'node -e 1':\n\n            117.13 msec task-clock  #    0.358 CPUs utilized\n",
    perfScript,
  ],
  ["perf's own format", "PERFILE2h\0\0\0\0\0\0\0\u0090\0\0\0", "perf script -i perf.data > stacks.txt"],
  ["stackvis", "node`start_thread+0x305,node`node::,node`v8::platform::DefaultJobWorker::Run+0x88 3\n", "the output of perf script"],
  ["bpftrace", "Attaching 1 probe...\n\n\n@c[1]: 1\n@h: \n[4, 8)                 1 |@@@@@@@@@@@@|\n", "stackcollapse-bpftrace.pl"],
  ["bpftrace", "@[\n    main+12\n    __libc_start_call_main+122\n]: 42\n", "stackcollapse-bpftrace.pl"],
  [
    "Instruments",
    "<?xml version=\"1.0\"?>\n<trace-query-result>\n<node xpath='//trace-toc'>",
    "samply record --save-only -o profile.json node app.js",
  ],
  [
    "SVG picture",
    '<?xml version="1.0" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg version="1.1" width="1200" onload="init(evt)">\n<!-- Flame graph stack visualization. -->',
    "the folded stacks for flamegraph.pl",
  ],
  ["TypeScript", '{\n  // the strict way\n  "compilerOptions": {\n    "strict": true,\n', "node --cpu-prof"],
  ["pnpm", "lockfileVersion: '9.0'\n\nsettings:\n", "node --cpu-prof"],
  ["Yarn", "# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.\n# yarn lockfile v1\n\n\n", "node --cpu-prof"],
  ["code coverage", "TN:\nSF:src/app.js\nFN:1,main\n", "node --cpu-prof"],
  ["ZIP archive", "PK\u0003\u0004\u0014\0\0\0", "open the profile that is in it"],
  ["web page", '<!DOCTYPE html>\n<html>\n  <head>\n    <meta charset="utf-8">\n', "0x writes one with --write-ticks"],
  [
    "HAR file",
    '{\n  "log": {\n    "version": "1.2",\n    "creator": {\n      "name": "WebInspector",\n      "version": "537.36"\n    },\n    "pages": [],\n',
    "the load form imports it",
  ],
];

test.each(beginnings)("a file of %s is refused by name, also gzipped, with what to open instead", async (tool, beginning, says) => {
  for (const [name, bytes] of [
    ["other.txt", Buffer.from(beginning)],
    ["bom.txt", Buffer.from(`\uFEFF${beginning}`)],
    ["other.gz", gzipSync(beginning)],
  ] as const) {
    writeFileSync(fileAt(name), bytes);
    const text = await refusal(name);
    expect(text).toMatch(new RegExp(`^${name} (?:is|has) `));
    expect(text).toContain(tool);
    expect(text).toContain(says);
  }
});
