import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { importerFor } from "../../../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile } from "../../../../language-server/analysis/importers/importer.ts";
import { analysed } from "../../costs/drawn-costs.ts";

const folder = path.join(import.meta.dirname, "../../../fixtures/stacks");

function read(text: string): ImportedFile {
  const importer = importerFor(text.slice(0, 4096));
  if (importer?.name !== "perf script output" || importer.reads !== "text") throw new Error(`Taken for ${importer?.name ?? "nothing"}.`);
  return importer.read(text);
}

/** Percent of the busy time in which each JavaScript function was innermost. */
function shares({ threads }: ImportedFile): Readonly<Record<string, number>> {
  const { costs } = analysed(threads.map(({ profile }) => profile));
  return Object.fromEntries(costs.functions.map(({ name, selfTicks }) => [name, Math.round((1000 * selfTicks) / costs.busyTicks) / 10]));
}

function samplesOf({ threads }: ImportedFile): number {
  return threads.reduce((sum, { profile }) => sum + profile.samples.stack.length, 0);
}

function intervalOf({ threads }: ImportedFile): number {
  return Math.round(threads[0]!.profile.interval);
}

function codes({ problems }: ImportedFile): readonly string[] {
  return problems.map(({ code }) => code);
}

const main =
  "\t    7f12a0900 JS:^main /srv/app/a.js:40:1+0x9 (/tmp/perf-41.map)\n\t         55e0 node::Start(int, char**)+0x10 (/usr/bin/node)\n\n";
const hot = `\t    7f12a0010 JS:*hot /srv/app/a.js:5:3+0x1a (/tmp/perf-41.map)\n${main}`;
const cold = `\t    7f12a0010 JS:*cold /srv/app/a.js:25:3+0x1a (/tmp/perf-41.map)\n${main}`;

/** 30 samples of `hot` and 10 of `cold`, each with a head by its number. */
function forty(head: (sample: number) => string): string {
  return Array.from({ length: 40 }, (_, sample) => `${head(sample)}\n${sample % 4 === 3 ? cold : hot}`).join("");
}

const seconds = (sample: number): string => (1000 + sample * 0.0101).toFixed(6);

test("a processor with two kinds of cores counts two parts of one time", () => {
  const file = read(readFileSync(path.join(folder, "hybrid.perf-script.txt"), "utf8"));
  expect([samplesOf(file), intervalOf(file), shares(file)]).toEqual([40, 10_100, { hot: 75, cold: 25, main: 0 }]);
  expect(codes(file)).toEqual(["perfScript.onlyFunctions"]);
});

test.each([
  ["of other counters", "cpu_core/instructions/", "cpu_atom/instructions/", ["perfScript.onlyFunctions", "perfScript.notTime"]],
  ["with other modifiers", "cpu_core/cycles/", "cpu_atom/cycles/P", ["perfScript.onlyFunctions"]],
  ["of ARM", "armv8_cortex_a55/cpu_cycles/u", "armv8_cortex_a76/cpu_cycles/u", ["perfScript.onlyFunctions"]],
  ["the app's code and the kernel's", "cycles:u", "cycles:k", ["perfScript.onlyFunctions"]],
])("two parts of one time: %s", (_what, first, second, notes) => {
  // A slow core has fewer cycles in the same time.
  const file = read(
    forty((sample) => `node 41/41 [001] ${seconds(sample)}: ${sample % 2 === 0 ? `500000 ${first}` : `90000 ${second}`}: `),
  );
  expect([samplesOf(file), intervalOf(file), shares(file)]).toEqual([40, 10_100, { hot: 75, cold: 25, main: 0 }]);
  expect(codes(file)).toEqual(notes);
});

test.each([
  ["the same cycles, twice", "cycles", "cycles:u"],
  ["two clocks", "cpu-clock", "task-clock"],
  ["faults, though there are more", "cpu-clock", "page-faults"],
  ["instructions", "cycles:ppp", "instructions:ppp"],
  ["a tracepoint", "cpu-clock:u", "sched:sched_switch"],
])("of several events one of time is shown, not %s", (_what, first, second) => {
  const more = forty((sample) => `node 41 ${seconds(sample)}: 1 ${second}: `).replaceAll("JS:*hot", "JS:*other");
  const file = read(forty((sample) => `node 41 ${seconds(sample)}: 10100000 ${first}: `) + more);
  expect([samplesOf(file), shares(file)]).toEqual([40, { hot: 75, cold: 25, main: 0 }]);
  expect(file.problems).toContainEqual({ code: "perfScript.otherEvents", count: 40 });
});

test.each(["page-faults", "faults:u", "context-switches", "cs", "cpu-migrations", "major-faults", "sched:sched_switch", "probe:malloc"])(
  "%s are not time: the recording is refused by name",
  (event) => {
    expect(() => read(forty((sample) => `node 41 ${seconds(sample)}:          1 ${event}: `))).toThrow(
      expect.objectContaining({ coded: { code: "perfScript.occurrences", values: { event } } }),
    );
  },
);

test.each(["cache-misses", "branch-misses:u", "instructions", "stalled-cycles-frontend", "r00c0"])(
  "%s: shares are of that, which is said",
  (event) => {
    const file = read(forty((sample) => `node 41 ${seconds(sample)}: 5000 ${event}: `));
    expect(shares(file)).toEqual({ hot: 75, cold: 25, main: 0 });
    expect(file.problems).toContainEqual({ code: "perfScript.notTime", values: { event }, count: 1 });
  },
);

/** As perf 6.1 prints them with these fields. */
const heads: readonly (readonly [fields: string, head: (sample: number) => string])[] = [
  ["FlameGraph's sample", () => "node-v011 31912 cpu-clock: "],
  ["comm,tid,event", () => "node 41 cpu-clock:u: "],
  ["comm,pid,tid,event", () => "node 41/41 cpu-clock:u: "],
  ["comm,tid,cpu,period,event", () => "node      41 [001]   10100000 cpu-clock: "],
  ["comm,pid,tid,cpu,time", (sample) => `node      41/41    [001] ${seconds(sample)}: `],
  ["comm,tid,misc,time", (sample) => `node      41 [001] K      ${seconds(sample)}:   10100000 cpu-clock:pppH: `],
  ["comm,tid,tod,time", (sample) => `node      41 [001] 2026-11-28 12:53:41.719779  ${seconds(sample)}:   10100000 cpu-clock: `],
  ["comm,tid,flags", (sample) => `node      41  ${seconds(sample)}:   10100000 cpu-clock:pppH:                         `],
  ["comm,time", (sample) => `node  ${seconds(sample)}: `],
  ["comm,event", () => "node cpu-clock:pppH: "],
  ["comm,tid", () => "node      41 "],
  ["comm,tid,period", () => "node      41   10100000 "],
  ["comm", () => "node "],
  ["pid,tid,time,event", (sample) => `     41/41     ${seconds(sample)}: cpu-clock:pppH: `],
  ["tid", () => "     41 "],
  ["time,event", (sample) => ` ${seconds(sample)}: cpu-clock:pppH: `],
  ["time", (sample) => ` ${seconds(sample)}: `],
  ["event", () => "cpu-clock:pppH: "],
  ["none", () => ""],
];

test.each(heads)("all samples are read with these fields in their heads: %s", (_fields, head) => {
  const file = read(forty(head));
  expect([samplesOf(file), file.threads.length, shares(file)]).toEqual([40, 1, { hot: 75, cold: 25, main: 0 }]);
  const isTimed = head(0) !== head(1) || head(0).includes("10100000 cpu-clock");
  expect(codes(file).includes("perfScript.noInterval")).toBe(!isTimed);
});

test("a file without periods, times and a rate says that the length of a sample is not known", () => {
  const file = read(readFileSync(path.join(folder, "no-period.perf-script.txt"), "utf8"));
  expect([samplesOf(file), shares(file), codes(file)]).toEqual([
    40,
    { hot: 75, cold: 25, main: 0 },
    ["perfScript.onlyFunctions", "perfScript.noInterval"],
  ]);
});

const event = (name: string, rest: string): string =>
  `# event : name = ${name}, , id = { 141, 142 }, type = 1, size = 128, { sample_period, sample_freq } = ${rest}, sample_id_all = 1\n`;

test.each([
  ["-F", "# cmdline : /usr/bin/perf record -F 250 -g node app.js \n", 4000],
  ["-F with other options", "# cmdline : /usr/bin/perf record -agF250 node app.js \n", 4000],
  ["--freq", "# cmdline : /usr/lib/linux-tools/perf_6.1 record --freq=250 -g -- node app.js \n", 4000],
  ["the event's line", `# cmdline : /usr/bin/perf record -g node app.js -F 5 \n${event("cycles:u", "250, disabled = 1, freq = 1")}`, 4000],
  [
    "a fixed period, so the times count",
    `# cmdline : /usr/bin/perf record -c 250 -g node app.js \n${event("cycles:u", "250, disabled = 1")}`,
    10_100,
  ],
])("the header states the interval: %s", (_what, lines, interval) => {
  const header = `# ========\n# captured on    : Sat Nov 28 12:41:47 2026\n${lines}# ========\n#\n`;
  expect(intervalOf(read(header + forty((sample) => `node 41 ${seconds(sample)}:    3000000 cycles:u: `)))).toBe(interval);
});

test("frames: a tab after the address, a deleted file, inlined functions, C++ names, lines of sources, and no name", () => {
  const frames = [
    "\t7f12a0010\tJS:*hot /srv/app/a.js:5:3+0x1a (/tmp/perf-41.map)",
    "  a.js:5",
    "\t       55e0 inlined_one+0x3 (inlined)",
    "\t       55e0 (anonymous namespace)::run(void (*)(int))+0x10 (/usr/bin/node (deleted))",
    "\t          0 [unknown] ([unknown])",
  ];
  const { threads, problems } = read(`node 41 1.000000: 1000000 cpu-clock: \n${frames.join("\n")}\n\n`);
  expect(threads[0]!.profile.functions.name).toEqual(["[unknown]", "(anonymous namespace)::run(void (*)(int))", "inlined_one", "hot"]);
  expect(problems).toContainEqual({ code: "perfScript.unnamed", count: 1 });
});

test("without call stacks each sample is one line, and its function has the time", () => {
  const text = [
    "            node  2248  1018.184801:    2004008 cpu-clock:pppH:      7fc6ee159bc7 JS:*hot /srv/app/a.js:5:3+0x79 (/tmp/perf-41.map)",
  ];
  const file = read(`${text.join("\n")}\n${text[0]!.replace("hot", "cold").replace("1018.184801", "1018.186805")}\n`);
  expect([samplesOf(file), shares(file)]).toEqual([2, { hot: 50, cold: 50 }]);
  expect(codes(file)).toContain("perfScript.noStacks");
});

test("several processes are threads of their own, and a processor without work is idle", () => {
  const head = (command: string, ids: string): string => `${command}  ${ids} [001]  1000.000000:   10101010 cpu-clock: \n`;
  const file = read(
    `${head("node", "41/41")}${hot}${head("node", "52/52")}${cold}${head("swapper", "0/0")}\tffffffff821f2c2b pv_native_safe_halt+0xb ([kernel.kallsyms])\n\n`,
  );
  expect(file.threads.map(({ name }) => name)).toEqual(["node 41", "node 52", "swapper 0"]);
  const { costs } = analysed(file.threads.map(({ profile }) => profile));
  expect([costs.samples, costs.busySamples]).toEqual([3, 2]);
});

test("idle processors do not say how often perf sampled", () => {
  const idle = (sample: number): string =>
    [0, 1, 2, 3]
      .map(
        (cpu) =>
          `swapper  0 [00${cpu}] ${(1000 + sample * 0.0101 + cpu / 1e4).toFixed(6)}: 9 cycles: \n\tffff do_idle ([kernel.kallsyms])\n\n`,
      )
      .join("");
  const file = read(forty((sample) => `${idle(sample)}node 41 ${seconds(sample)}:   9 cycles: `));
  expect([samplesOf(file), intervalOf(file)]).toEqual([200, 10_100]);
});

test("what perf prints between samples belongs to none of them", () => {
  const mapping = "node 41 999.446027: PERF_RECORD_MMAP2 41/41: [0xb6f000(0x2000) @ 0x76f000 fe:00 247580 0]: r-xp /usr/bin/node\n";
  const file = read(mapping.repeat(30) + forty((sample) => `${mapping}node 41 ${seconds(sample)}:   10100000 cpu-clock: `));
  expect([samplesOf(file), shares(file)]).toEqual([40, { hot: 75, cold: 25, main: 0 }]);
});
