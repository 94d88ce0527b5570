import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { UserError } from "../../language-server/analysis/user-error.ts";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";
import { hotProgram } from "../drivers/server/hot-program.ts";

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-other-kinds-")));
const fileAt = (name: string): string => path.join(folder, name);

function node(...args: readonly string[]): string {
  const env = { ...process.env, NODE_OPTIONS: "" };
  return execFileSync(process.execPath, args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

beforeAll(() => {
  writeFileSync(fileAt("app.js"), hotProgram(200_000));
  node("--prof", "--logfile=v8.log", "--no-logfile-per-isolate", "app.js");
  writeFileSync(fileAt("summary.txt"), node("--prof-process", "v8.log"));
  node("--heap-prof", "--heap-prof-name=app.heapprofile", "app.js");
  node("-e", `require("v8").writeHeapSnapshot("app.heapsnapshot"); process.report.writeReport("report.json")`);
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
