import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readProfileFile } from "../../../language-server/opening/profile-file.ts";
import { naiveAustin } from "./naive/naive-austin.ts";
import { naiveBun, naiveCpuprofile, naiveHead, naiveTrace } from "./naive/naive-cpuprofile.ts";
import { naiveGraalvm } from "./naive/naive-graalvm.ts";
import { naiveHermes } from "./naive/naive-hermes.ts";
import { naiveOtlp, type OtlpJson } from "./naive/naive-otlp.ts";
import { naivePprof } from "./naive/naive-pprof.ts";
import type { NaiveStack } from "./naive/naive-stacks.ts";
import { naiveCollapsed, naivePerf, naiveSpeedscope, naiveTicks } from "./naive/naive-texts.ts";
import { differences, openedShares, sharesOf, timeOf } from "./shares.ts";

const folder = path.join(import.meta.dirname, "../../fixtures/corpus");

interface Reader {
  readonly read: (bytes: Buffer) => readonly NaiveStack[];
  /** Microseconds per unit of the reader; undefined if the file does not say. */
  readonly unit: number | undefined;
}

function json(read: (file: never) => readonly NaiveStack[], unit?: number): Reader {
  return { read: (bytes) => read(JSON.parse(bytes.toString()) as never), unit };
}

function text(read: (text: string) => readonly NaiveStack[], unit?: number): Reader {
  return { read: (bytes) => read(bytes.toString()), unit };
}

/** Their times are in nanoseconds. */
function pprof(type: string): Reader {
  return { read: (bytes) => naivePprof(bytes, type), unit: 1e-3 };
}

/** OpenTelemetry's samples in both of its forms, which the collector's own library translated: read from the one in JSON. */
function otlp(writer: string): readonly (readonly [file: string, format: string, naive: Reader])[] {
  const bytes = readFileSync(path.join(folder, `${writer}.otlp.json.gz`));
  const read = (): readonly NaiveStack[] => naiveOtlp(JSON.parse(gunzipSync(bytes).toString()) as OtlpJson);
  return ["pb", "json"].map((form) => [`${writer}.otlp.${form}.gz`, "OpenTelemetry profile", { read, unit: 1000 }] as const);
}

/** Files that open, with a reader of their own. */
const opened: readonly (readonly [file: string, format: string, naive: Reader])[] = [
  ["0x.ticks.json.gz", "0x ticks", json(naiveTicks, 1000)],
  ["clinic-flame-samples.gz", "0x ticks", json(naiveTicks, 1000)],
  ["bun.cpuprofile.gz", ".cpuprofile", json(naiveBun, 1)],
  ["bun-250us.cpuprofile.gz", ".cpuprofile", json(naiveBun, 1)],
  ["chromium.cpuprofile.gz", ".cpuprofile", json(naiveCpuprofile, 1)],
  ["deno.cpuprofile.gz", ".cpuprofile", json(naiveCpuprofile, 1)],
  ["v8-profiler-next.new.cpuprofile.gz", ".cpuprofile", json(naiveCpuprofile, 1)],
  ["v8-profiler-next.old.cpuprofile.gz", ".cpuprofile", json(naiveHead, 1)],
  ["chromium-playwright.trace.json.gz", "DevTools trace", json(naiveTrace, 1)],
  ["chromium-startup.trace.json.gz", "DevTools trace", json(naiveTrace, 1)],
  ["chromium-stream.trace.json.gz", "DevTools trace", json(naiveTrace, 1)],
  ...["20", "22", "24"].flatMap((node) => [
    [`datadog-wall.node${node}.pb.gz`, "pprof", pprof("wall")] as const,
    [`datadog-wall-cpu.node${node}.pb.gz`, "pprof", pprof("cpu")] as const,
    [`datadog-lines.node${node}.pb.gz`, "pprof", pprof("wall")] as const,
  ]),
  ["google-wall.pb.gz", "pprof", { ...pprof("wall"), unit: 1 }],
  ["go-cpu.pb.gz", "pprof", pprof("cpu")],
  ["google-cpp.pb.gz", "pprof", pprof("cpu")],
  ["go-tool-pprof.pb.gz", "pprof", pprof("cpu")],
  ["graalvm.json.gz", "GraalVM CPU sampler", json(naiveGraalvm, 1000)],
  ["wrangler.cpuprofile.gz", ".cpuprofile", json(naiveCpuprofile, 1)],
  ["hermes.trace.json.gz", "Hermes trace", json(naiveHermes)],
  ["hermes-optimised.trace.json.gz", "Hermes trace", json(naiveHermes)],
  ["workerd.cpuprofile.gz", ".cpuprofile", json(naiveCpuprofile, 1)],
  ["austin.austin.gz", "austin samples", text(naiveAustin, 1)],
  ["pyroscope-python.pb.gz", "pprof", pprof("cpu")],
  ["excimer.collapsed.txt.gz", "collapsed stacks", text(naiveCollapsed, 1000)],
  ["stackprof.collapsed.txt.gz", "collapsed stacks", text(naiveCollapsed, 1000)],
  ...otlp("async-profiler"),
  ...otlp("jfrconv"),
  ["async-profiler.collapsed.txt.gz", "collapsed stacks", text(naiveCollapsed, 1000)],
  ["jfrconv-total.pb.gz", "pprof", pprof("cpu")],
  ["jfrconv-cpu-count.pb.gz", "pprof", { ...pprof("cpu"), unit: 1000 }],
  ["jfrconv.collapsed.txt.gz", "collapsed stacks", text(naiveCollapsed, 1000)],
  ["perf.default.txt.gz", "perf script output", text(naivePerf)],
  ["perf.header.txt.gz", "perf script output", text(naivePerf)],
  ["perf.fields.txt.gz", "perf script output", text(naivePerf)],
  ["perf.node18.txt.gz", "perf script output", text(naivePerf, 1e-3)],
  ["perf.node24.txt.gz", "perf script output", text(naivePerf, 1e-3)],
  ["perf.node26.txt.gz", "perf script output", text(naivePerf, 1e-3)],
  ["perf.period.txt.gz", "perf script output", text(naivePerf, 1e-3)],
  ["perf.untimed.txt.gz", "perf script output", text(naivePerf)],
  ["perf.stackcollapse-py.txt.gz", "collapsed stacks", text(naiveCollapsed, 1000)],
  ["inferno.collapsed.txt.gz", "collapsed stacks", text(naiveCollapsed)],
  ["inferno-all.collapsed.txt.gz", "collapsed stacks", text(naiveCollapsed)],
  ["py-spy-threads.collapsed.txt.gz", "collapsed stacks", text(naiveCollapsed, 1000)],
  ["py-spy-threads.speedscope.json.gz", "speedscope", json(naiveSpeedscope, 1e6)],
  ["py-spy.collapsed.txt.gz", "collapsed stacks", text(naiveCollapsed, 1000)],
  ["py-spy.speedscope.json.gz", "speedscope", json(naiveSpeedscope, 1e6)],
  ["pyinstrument.speedscope.json.gz", "speedscope", json(naiveSpeedscope, 1e6)],
];

/** Formats that say when samples were taken. */
const timed = new Set([".cpuprofile", "DevTools trace", "Hermes trace", "austin samples", "perf script output", "speedscope"]);

/** Files that are refused, each with the message for its kind. */
const refused: readonly (readonly [file: string, code: string])[] = [
  ["bun.heapsnapshot.gz", "profile.isHeapSnapshot"],
  ["node.heapprofile.gz", "profile.isHeapProfile"],
  ["chromium.heapprofile.gz", "profile.isHeapProfile"],
  ["datadog-heap.node20.pb.gz", "pprof.isHeapProfile"],
  ["datadog-heap.node22.pb.gz", "pprof.isHeapProfile"],
  ["datadog-heap.node24.pb.gz", "pprof.isHeapProfile"],
  ["google-heap.pb.gz", "pprof.isHeapProfile"],
  ["go-heap.pb.gz", "pprof.isHeapProfile"],
  ["go-allocs.pb.gz", "pprof.isHeapProfile"],
  ["go-block.pb.gz", "pprof.notTime"],
  ["go-mutex.pb.gz", "pprof.notTime"],
  ["go-goroutine.pb.gz", "pprof.notTime"],
  ["go-threadcreate.pb.gz", "pprof.notTime"],
  ["clinic-flame-inlinedfunctions.gz", "profile.isOtherFile"],
  ["go.trace.gz", "profile.unknownFormat"],
  ["memray.bin.gz", "profile.unknownFormat"],
  ["perf.report.txt.gz", "profile.isPerfSummary"],
  ["stackvis.txt.gz", "profile.isStackvis"],
  ["hermes-converted.trace.json.gz", "profile.isConvertedHermes"],
  ["austin.mojo.gz", "profile.isMojo"],
  ["async-profiler.html.gz", "profile.isPage"],
  ["async-profiler.jfr.gz", "profile.isJfr"],
  ["async-profiler.txt.gz", "profile.isAsyncProfilerText"],
  ["chromium-no-samples.trace.json.gz", "trace.noProfile"],
  ["py-spy.chrometrace.json.gz", "trace.noProfile"],
  ["pyinstrument.json.gz", "profile.isConvertible"],
  ["stackprof.dump.gz", "profile.isConvertible"],
  ["stackprof.json.gz", "profile.isConvertible"],
  ["pyinstrument.pstats.gz", "profile.unknownFormat"],
  ["viztracer.json.gz", "trace.noProfile"],
];

test.each(opened)("%s: shares by function, self and total, are those of a naive reader", async (file, format, naive) => {
  const ours = await openedShares(path.join(folder, file));
  expect(ours.format).toBe(format);
  expect(ours.hasTimes).toBe(timed.has(format) && file !== "perf.untimed.txt.gz");
  const stacks = naive.read(gunzipSync(readFileSync(path.join(folder, file))));
  expect(sharesOf(stacks).size).toBeGreaterThan(5);
  expect(differences(ours.shares, sharesOf(stacks))).toEqual([]);
  expect(naive.unit === undefined ? 1 : ours.time / (timeOf(stacks) * naive.unit)).toBeCloseTo(1, 3);
});

test.each(refused)("%s is refused by name", async (file, code) => {
  await expect(readProfileFile(path.join(folder, file), { workspaceFolders: [] })).rejects.toMatchObject({ coded: { code } });
});

test("every file of the corpus is tried", () => {
  expect(
    readdirSync(folder)
      .filter((file) => file !== "README.md")
      .toSorted(),
  ).toEqual([...opened, ...refused].map(([file]) => file).toSorted());
});
