import { writeFileSync } from "node:fs";
import { Function as PprofFunction, Label, Line, Location, Mapping, Profile, Sample, StringTable, ValueType } from "pprof-format";
import type { WideFile } from "./wide-file.ts";
import { each, writeTexts } from "./written-text.ts";

const wide = 300_000;
const wider = 500_000;

export const wideTraces: readonly WideFile[] = [
  {
    name: "500,000 frames of speedscope",
    ending: ".speedscope.json",
    write: (file) =>
      writeTexts(
        file,
        (function* () {
          yield `{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[`;
          yield* each(wider, (at) => `{"name":"f${at}","file":"/app/part${at % 1000}.js","line":${at}}`);
          yield `]},"profiles":[{"type":"sampled","name":"main","unit":"milliseconds","startValue":0,"endValue":${wider},"samples":[`;
          yield* each(wider, (at) => `[0,${at}]`);
          yield `],"weights":[`;
          yield* each(wider, () => "1");
          yield "]}]}";
        })(),
      ),
  },
  {
    name: "300,000 threads of speedscope",
    ending: ".speedscope.json",
    write: (file) =>
      writeTexts(
        file,
        (function* () {
          yield `{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"hot"}]},"profiles":[`;
          yield* each(
            wide,
            (at) => `{"type":"sampled","name":"t${at}","unit":"milliseconds","startValue":0,"endValue":1,"samples":[[0]],"weights":[1]}`,
          );
          yield "]}";
        })(),
      ),
  },
  {
    name: "300,000 threads of Firefox",
    ending: ".json",
    write: (file) => {
      const tables = `"stringArray":["hot"],"stackTable":{"frame":[0],"prefix":[null],"length":1},"frameTable":{"func":[0],"length":1},"funcTable":{"name":[0],"isJS":[true],"length":1}`;
      writeTexts(
        file,
        (function* () {
          yield `{"meta":{"interval":1,"startTime":0,"preprocessedProfileVersion":60,"categories":[]},"libs":[],"shared":{${tables}},"threads":[`;
          yield* each(wide, (at) => `{"name":"t${at}","pid":"1","tid":${at},"samples":{"stack":[0],"time":[0],"length":1}}`);
          yield "]}";
        })(),
      );
    },
  },
  {
    name: "500,000 functions of Firefox",
    ending: ".json",
    write: (file) =>
      writeTexts(
        file,
        (function* () {
          yield `{"meta":{"interval":1,"startTime":0,"preprocessedProfileVersion":60,"categories":[]},"libs":[],"shared":{"stringArray":[`;
          yield* each(wider, (at) => `"f${at}"`);
          yield `],"stackTable":{"frame":[`;
          yield* each(wider, String);
          yield `],"prefix":[`;
          yield* each(wider, () => "null");
          yield `]},"frameTable":{"func":[`;
          yield* each(wider, String);
          yield `]},"funcTable":{"name":[`;
          yield* each(wider, String);
          yield `],"isJS":[`;
          yield* each(wider, () => "true");
          yield `]}},"threads":[{"name":"main","pid":"1","tid":1,"samples":{"stack":[`;
          yield* each(wider, String);
          yield `],"time":[`;
          yield* each(wider, String);
          yield "]}}]}";
        })(),
      ),
  },
  {
    name: "300,000 threads of a trace",
    ending: ".json",
    write: (file) =>
      writeTexts(
        file,
        (function* () {
          const data = `{"cpuProfile":{"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":0}},{"id":2,"parent":1,"callFrame":{"functionName":"hot","scriptId":1,"url":"/a.js","lineNumber":1,"columnNumber":1}}],"samples":[2]},"timeDeltas":[1000]}`;
          yield `{"traceEvents":[`;
          yield* each(
            wide / 3,
            (at) =>
              `{"ph":"P","name":"Profile","cat":"disabled-by-default-v8.cpu_profiler","pid":1,"tid":${at},"ts":1,"id":"0x${at.toString(16)}","args":{"data":{"startTime":1}}},{"ph":"P","name":"ProfileChunk","cat":"disabled-by-default-v8.cpu_profiler","pid":1,"tid":${at},"ts":2,"id":"0x${at.toString(16)}","args":{"data":${data}}}`,
          );
          yield "]}";
        })(),
      ),
  },
  {
    name: "300,000 threads of perf",
    ending: ".txt",
    write: (file) =>
      writeTexts(
        file,
        each(wide, (at) => `node ${at}/${at} ${at / 1000}: 1001001 cpu-clock: \n\t 224a0 hot+0x0 (/usr/bin/node)\n\n`, ""),
      ),
  },
  {
    name: "500,000 functions of perf",
    ending: ".txt",
    write: (file) =>
      writeTexts(
        file,
        each(
          wider,
          (at) =>
            `node  7 ${(at / 1000).toFixed(6)}: 1001001 cpu-clock: \n\t 224a0 JS:*f${at} /app/part${at % 5000}.js:${at}:1+0x0 (/tmp/perf-1.map)\n\n`,
          "",
        ),
      ),
  },
  {
    name: "500,000 functions of V8's log",
    ending: ".log",
    write: (file) => writeWideLog(file, wider),
  },
  {
    name: "300,000 functions of Austin",
    ending: ".austin",
    write: (file) =>
      writeTexts(file, [
        "# austin: 3.7.0\n# interval: 1000\n# mode: wall\n\n",
        ...each(wide, (at) => `P1;T0:1;/app/part${at}.py:f${at}:${at} 86\n`, ""),
      ]),
  },
  {
    name: "300,000 nodes of GraalVM",
    ending: ".json",
    write: (file) =>
      writeTexts(
        file,
        (function* () {
          yield `{"tool":"cpusampler","contexts":[{"period":1,"profile":[{"thread":"Thread[#3,main,5,main]","samples":[`;
          yield* each(
            wide,
            (at) =>
              `{"self_hit_count":1,"hit_count":1,"root_name":"f${at}","children":[],"source_section":{"path":"/app/p${at}.js","start_line":1,"start_column":1}}`,
          );
          yield "]}]}]}";
        })(),
      ),
  },
  {
    name: "300,000 names of a flame graph of Pyroscope",
    ending: ".json",
    write: (file) =>
      writeTexts(
        file,
        (function* () {
          yield `{"flamebearer":{"names":["total",`;
          yield* each(wide, (at) => `"./src/p${at}.js:f${at}:${at + 1}"`);
          yield `],"levels":[[0,${wide},0,0],[`;
          yield* each(wide, (at) => `0,1,1,${at + 1}`);
          yield `]],"numTicks":${wide},"maxSelf":1},"metadata":{"format":"single","sampleRate":100,"units":"samples"}}`;
        })(),
      ),
  },
];

/** Functions that are each optimised once, with a tick in each. */
export function writeWideLog(file: string, functions: number): void {
  const address = (at: number): string => `0x${(0x10000000 + at * 256).toString(16)}`;
  writeTexts(
    file,
    (function* () {
      yield "v8-version,11,3,244,8,-node.38,0\nv8-platform,linux,linux\n";
      for (let at = 0; at < functions; at++) {
        yield `code-creation,JS,10,${at + 1},${address(at)},128,f${at} /app/part${at % 5000}.js:${at + 1}:1,0x${(0x70000000 + at * 64).toString(16)},~\n`;
        yield `tick,0x${(0x10000000 + at * 256 + 16).toString(16)},${at + 1},0,0x0,0\n`;
      }
    })(),
  );
}

export const wideProtobuf: readonly WideFile[] = [
  { name: "500,000 functions of pprof", ending: ".pb", write: (file) => pprof(file, wider, () => 1, 0) },
  { name: "300,000 mappings of pprof", ending: ".pb", write: (file) => pprof(file, wide, (at) => at + 1, 0) },
  { name: "300,000 labels of pprof", ending: ".pb", write: (file) => pprof(file, wide, () => 1, 1) },
  { name: "a stack of 500,000 locations of pprof", ending: ".pb", write: (file) => deepPprof(file, wider) },
];

function pprof(file: string, count: number, mappingOf: (at: number) => number, labels: number): void {
  const table = new StringTable();
  const [cpu, nanoseconds, thread] = [table.dedup("cpu"), table.dedup("nanoseconds"), table.dedup("thread name")];
  const rows = Array.from({ length: count }, (_, at) => at);
  const profile = new Profile({
    sampleType: [
      new ValueType({ type: table.dedup("samples"), unit: table.dedup("count") }),
      new ValueType({ type: cpu, unit: nanoseconds }),
    ],
    sample: rows.map(
      (at) =>
        new Sample({
          locationId: [at + 1],
          value: [1, 10_000_000],
          label:
            labels === 0
              ? []
              : [new Label({ key: thread, str: table.dedup(`t${at}`) }), new Label({ key: table.dedup(`k${at}`), num: at })],
        }),
    ),
    mapping: rows
      .filter((at) => mappingOf(at) === at + 1)
      .map((at) => new Mapping({ id: at + 1, filename: table.dedup(`/lib/m${at}.so`) })),
    location: rows.map(
      (at) => new Location({ id: at + 1, mappingId: mappingOf(at), line: [new Line({ functionId: at + 1, line: at + 1 })] }),
    ),
    function: rows.map(
      (at) => new PprofFunction({ id: at + 1, name: table.dedup(`f${at}`), filename: table.dedup(`/app/p${at % 5000}.js`) }),
    ),
    stringTable: table,
    periodType: new ValueType({ type: cpu, unit: nanoseconds }),
    period: 10_000_000,
  });
  writeFileSync(file, profile.encode());
}

function deepPprof(file: string, depth: number): void {
  const table = new StringTable();
  const rows = Array.from({ length: depth }, (_, at) => at);
  const type = new ValueType({ type: table.dedup("samples"), unit: table.dedup("count") });
  const profile = new Profile({
    sampleType: [type],
    sample: [new Sample({ locationId: rows.map((at) => at + 1), value: [5] })],
    location: rows.map((at) => new Location({ id: at + 1, line: [new Line({ functionId: at + 1, line: 1 })] })),
    function: rows.map((at) => new PprofFunction({ id: at + 1, name: table.dedup(`f${at}`), filename: table.dedup("/app/a.js") })),
    stringTable: table,
  });
  writeFileSync(file, profile.encode());
}
