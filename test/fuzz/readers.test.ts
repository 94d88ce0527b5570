import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { analyse } from "../../language-server/analysis/analyse.ts";
import { exportCollapsed } from "../../language-server/analysis/exporters/collapsed.ts";
import { exportPprof } from "../../language-server/analysis/exporters/pprof.ts";
import { exportSpeedscope } from "../../language-server/analysis/exporters/speedscope.ts";
import { importCpuprofile } from "../../language-server/analysis/importers/cpuprofile.ts";
import { checkFile, checkLog, checkMap, checkScanner } from "./check-readers.ts";
import { hunt, huntLimit, type Prey } from "./hunt.ts";
import { recordInputs } from "./inputs.ts";
import { fieldCuts, mutateBytes } from "./mutate-bytes.ts";
import { mutateJson } from "./mutate-json.ts";
import { mutateLog } from "./mutate-log.ts";
import { mutateText } from "./mutate-text.ts";
import type { Random } from "./random.ts";

const inputs = recordInputs();
const [{ profile: exported }, source] = [
  analysed(),
  "export const twice = async (n: number): Promise<number> => {\n  return [n].map((x) => x * 2)[0]!;\n};\n",
];
const { map } = await transform(source, { loader: "ts", sourcemap: true, sourcefile: "src/a.ts" });
const [goPprof, ownPprof] = [fixture("leaf.go-pprof.gz"), exportPprof(exported, { recorder: "inspector", startedAt: 0, duration: 1000 })];
const [otlp, austin] = [corpus("async-profiler.otlp.pb.gz"), corpus("austin.austin.gz").toString().split("\n").slice(0, 60).join("\n")];
const perf = fixture("hash.perf-script.txt").toString();

const prey: readonly Prey[] = [
  { kind: "log", rounds: 6, damaged: (random) => Buffer.from(mutateLog(inputs.log, random), "latin1"), check: checkLog },
  { kind: "preprocessed-log", rounds: 3, damaged: ofJson(inputs.preprocessed), check: checkFile },
  { kind: "cpuprofile", rounds: 10, damaged: ofJson(inputs.cpuprofile), check: checkFile },
  { kind: "old-cpuprofile", damaged: ofJson(JSON.parse(fixture("hash.old-cpuprofile.gz").toString())), check: checkFile },
  { kind: "cpuprofile-scanner", damaged: ofJsonText(inputs.cpuprofile), check: checkScanner },
  { kind: "pprof", damaged: (random) => damagedPprof(random.next() < 0.5 ? goPprof : ownPprof, random), check: checkFile },
  { kind: "speedscope", rounds: 10, damaged: ofJson(exportSpeedscope(exported, "fuzz")), check: checkFile },
  { kind: "perf", damaged: (random) => Buffer.from(mutateText(perf, random)), check: checkFile },
  { kind: "collapsed", damaged: (random) => Buffer.from(mutateText(exportCollapsed(exported), random)), check: checkFile },
  { kind: "node-trace", rounds: 10, damaged: ofJson(JSON.parse(fixture("hash.node-trace.json.gz").toString())), check: checkFile },
  { kind: "chromium-trace", rounds: 10, damaged: ofJson(JSON.parse(fixture("page.chromium-trace.json.gz").toString())), check: checkFile },
  { kind: "firefox", rounds: 10, damaged: ofJson(JSON.parse(fixture("page.firefox.json.gz").toString())), check: checkFile },
  { kind: "0x-ticks", damaged: ofJson(some(fixture("hash.0x-ticks.json.gz"))), check: checkFile },
  { kind: "otlp", damaged: (random) => damagedPprof(otlp, random), check: checkFile },
  { kind: "otlp-json", damaged: ofJson(JSON.parse(corpus("async-profiler.otlp.json.gz").toString())), check: checkFile },
  { kind: "hermes", rounds: 10, damaged: ofJson(JSON.parse(corpus("hermes.trace.json.gz").toString())), check: checkFile },
  { kind: "graalvm", damaged: ofJson(JSON.parse(corpus("graalvm.json.gz").toString())), check: checkFile },
  { kind: "austin", damaged: (random) => Buffer.from(mutateText(austin, random)), check: checkFile },
  { kind: "map", damaged: ofJson(JSON.parse(map), ofJsonText(JSON.parse(map))), check: checkMap },
];

test.each(prey)("a damaged $kind is answered, or its problems said", { timeout: huntLimit() }, async (each) => {
  expect(await hunt(each)).toEqual([]);
});

function analysed(): ReturnType<typeof analyse> {
  const { profile } = importCpuprofile(inputs.cpuprofile);
  return analyse({
    threads: [{ name: "main", profile }],
    scripts: [],
    textOf: () => undefined,
    workspaceFolders: [],
    ownCode: [],
    nodeMajor: 20,
  });
}

function fixture(name: string): Buffer {
  const bytes = readFileSync(path.join(import.meta.dirname, "../fixtures/stacks", name));
  return name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

function corpus(name: string): Buffer {
  return gunzipSync(readFileSync(path.join(import.meta.dirname, "../fixtures/corpus", name)));
}

/** Some of the samples, for the sake of speed. */
function some(ticks: Buffer): unknown {
  return (JSON.parse(ticks.toString()) as readonly unknown[]).filter((_, index) => index % 10 === 5);
}

/** Every fifth input is damaged as text, and may then be invalid JSON. */
function ofJson(value: unknown, asText = ofJsonText(value)): Prey["damaged"] {
  return (random) => (random.next() < 0.2 ? asText(random) : Buffer.from(JSON.stringify(mutateJson(value, random)) ?? "null"));
}

function ofJsonText(value: unknown): Prey["damaged"] {
  const text = JSON.stringify(value);
  return (random) => Buffer.from(mutateText(text, random, ","));
}

function damagedPprof(bytes: Uint8Array, random: Random): Uint8Array {
  return mutateBytes(bytes, random, fieldCuts(bytes));
}
