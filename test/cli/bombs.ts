import { createWriteStream, writeFileSync } from "node:fs";
import path from "node:path";
import { once } from "node:events";
import { createGzip, gzipSync } from "node:zlib";

/** Small files that would need gigabytes or minutes, by name. Each is written on demand. */
export const bombs: Readonly<Record<string, (file: string) => void | Promise<void>>> = {
  "inflates.cpuprofile.gz": writeInflating,
  "samples.cpuprofile": (file) => writeFileSync(file, `${profileStart}${"1,".repeat(60_000_000)}1],"timeDeltas":[1]}`),
  "lists.cpuprofile": (file) => writeFileSync(file, `{"nodes": [${"[],".repeat(40_000_000)}1]}`),
  "same-place.cpuprofile": (file) => writeFileSync(file, JSON.stringify(samePlace(150_000))),
  "lines.pb": (file) => writeFileSync(file, pprof(location(20_000), sample(20_000))),
  "empty-messages.pb.gz": (file) => writeFileSync(file, gzipSync(pprof(Buffer.alloc(100_000_000, Buffer.from([0x12, 0]))))),
  "empty-messages.pb": (file) => writeFileSync(file, pprof(Buffer.alloc(40_000_000, Buffer.from([0x12, 0])))),
  "threads.speedscope.json": (file) => writeFileSync(file, JSON.stringify(speedscopeThreads())),
  "threads.perf": (file) => writeFileSync(file, perfThreads(50_000)),
  "blanks.perf": (file) => writeFileSync(file, perfBlanks()),
  "counts.collapsed": (file) => writeFileSync(file, "a;b 4000000000\n"),
  "frames.collapsed": (file) => writeFileSync(file, wideStacks()),
  "section.cpuprofile": (file) => writeMapped(file, { version: 3, sections: [{ offset: { line: 1e9, column: 0 }, map: smallMap }] }),
  "empty-lines.cpuprofile": (file) => writeMapped(file, { ...smallMap, mappings: `${";".repeat(30_000_000)}AAAA` }),
  "nested.log": (file) => writeFileSync(file, nestedInlinings(100_000)),
};

const rootNode = { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 };
const profileStart = `{"nodes":[{"id":1,"callFrame":${JSON.stringify(rootNode)},"hitCount":0}],"startTime":0,"endTime":1000000,"samples":[`;
const smallMap = { version: 3, sources: ["a.ts"], sourcesContent: ["x"], names: [], mappings: "AAAA" };

async function writeInflating(file: string): Promise<void> {
  const packed = createGzip();
  const out = packed.pipe(createWriteStream(file));
  packed.write(profileStart);
  const samples = "1,".repeat(1 << 19);
  for (let count = 0; count < 400; count++) if (!packed.write(samples)) await once(packed, "drain");
  packed.end('1],"timeDeltas":[1]}');
  await once(out, "close");
}

interface Node {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

function cpuprofile(functions: readonly Node[]): unknown {
  const children = functions.map((_, index) => index + 2);
  const nodes = functions.map((callFrame, index) => ({
    id: index + 2,
    callFrame: { scriptId: "1", columnNumber: 1, ...callFrame },
    hitCount: 3,
    positionTicks: [{ line: callFrame.lineNumber + 1, ticks: 3 }],
  }));
  const samples = children.flatMap((id) => [id, id, id]);
  return {
    nodes: [{ id: 1, callFrame: rootNode, hitCount: 0, children }, ...nodes],
    startTime: 0,
    endTime: samples.length * 1000,
    samples,
    timeDeltas: samples.map(() => 1000),
  };
}

function samePlace(count: number): unknown {
  return cpuprofile(Array.from({ length: count }, (_, index) => ({ functionName: `f${index}`, url: "file:///a.js", lineNumber: 1 })));
}

/** A profile of one line of a script. */
export function profileOfFile(url: string): string {
  return JSON.stringify(cpuprofile([{ functionName: "f", url, lineNumber: 0 }]));
}

function writeMapped(file: string, map: unknown): void {
  const script = file.replace(/\.cpuprofile$/, ".js");
  writeFileSync(script, `function f() {}\n//# sourceMappingURL=${path.basename(script)}.map\n`);
  writeFileSync(`${script}.map`, JSON.stringify(map));
  writeFileSync(file, profileOfFile(`file://${script}`));
}

/** Fields of a pprof file after its sample type and strings (proto/profile.proto). */
function pprof(...parts: readonly Buffer[]): Buffer {
  const texts = ["", "cpu", "nanoseconds", "f", "/a.js"].map((text) => message(6, Buffer.from(text)));
  const func = message(5, Buffer.concat([number(1, 1), number(2, 3), number(4, 4)]));
  return Buffer.concat([message(1, Buffer.concat([number(1, 1), number(2, 2)])), ...texts, func, ...parts]);
}

function location(lines: number): Buffer {
  return message(4, Buffer.concat([number(1, 1), ...Array.from({ length: lines }, () => message(4, number(1, 1)))]));
}

function sample(locations: number): Buffer {
  return message(2, Buffer.concat([message(1, Buffer.alloc(locations, 1)), message(2, varint(1_000_000))]));
}

function message(field: number, body: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(body.length), body]);
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

function speedscopeThreads(): unknown {
  const samples = Array.from({ length: 31 }, () => [0]);
  const weights = samples.map((_, index) => (index === 30 ? 2_000_000 : 1));
  const profiles = Array.from({ length: 256 }, (_, thread) => ({
    type: "sampled",
    name: `t${thread}`,
    unit: "milliseconds",
    samples,
    weights,
  }));
  return {
    $schema: "https://www.speedscope.app/file-format-schema.json",
    shared: { frames: [{ name: "f", file: "/a.js", line: 1 }] },
    profiles,
  };
}

const perfFrame = "\t    7f12 JS:*hash /app/util.js:24:11+0x1a (/tmp/perf-42.map)";

function perfThreads(count: number): string {
  return Array.from({ length: count }, (_, id) => `node ${id + 1} [001] ${id}.8147: 1001001 cpu-clock: \n${perfFrame}\n\n`).join("");
}

function perfBlanks(): string {
  const slow = [`n${" ".repeat(1990)}x`, `\t7f ${" (".repeat(900)}x`, `\t7f JS:*${" a:1".repeat(400)}x (/x)`].join("\n");
  return `node 1/1 [001] 1.814749: 1001001 cpu-clock: \n${perfFrame}\n\n${`${slow}\n`.repeat(3000)}`;
}

function wideStacks(): string {
  const stack = Array.from({ length: 100_000 }, (_, index) => `f${index}`).join(";");
  return `a;b 1\n${"c 1\n".repeat(1500)}${Array.from({ length: 60 }, (_, root) => `r${root};${stack} 1\n`).join("")}`;
}

function nestedInlinings(count: number): string {
  const calls = Array.from({ length: count }, (_, row) => `F0O1${row > 0 ? `I${row - 1}` : ""}`).join("");
  return [
    "v8-version,12,4,254,21,-node.33,0",
    "code-creation,JS,10,1000,0x1000,1000,f /a.js:1:1,0x2000,*",
    "script-source,1,file:///a.js,function f(){}",
    `code-source-info,0x1000,1,0,14,C0O1I${count - 1}C4O1I${count - 1},${calls},S0x2000`,
    ...Array.from({ length: 2000 }, (_, tick) => `tick,0x1001,${1000 * tick},0,0x0,0`),
    "",
  ].join("\n");
}

/** A profile of about 200 MB, of the shape of a real one, by a writer that puts blanks between its values. `named`: one of its functions. */
export async function writeLargeWithBlanks(file: string, named: string): Promise<void> {
  const nodeCount = 620_000;
  const out = createWriteStream(file);
  const write = async (text: string): Promise<void> => {
    if (!out.write(text)) await once(out, "drain");
  };
  const node = (id: number): string => {
    const children = Array.from({ length: 3 }, (_, at) => 3 * id + at - 1).filter((child) => child <= nodeCount);
    const url = `file:///home/user/projects/app/src/modules/module-${id % 120}.js`;
    const place = `"scriptId": "${id % 120}", "url": "${url}", "lineNumber": ${id % 900}, "columnNumber": 14`;
    const ticks = `[{"line": ${(id % 900) + 2}, "ticks": 2}, {"line": ${(id % 900) + 3}, "ticks": 1}]`;
    const callFrame = `{"functionName": "${id === 1 ? "(root)" : id === 2 ? named : `work${id % 3000}`}", ${place}}`;
    return `{"id": ${id}, "callFrame": ${callFrame}, "hitCount": 3, "children": [${children.join(", ")}], "positionTicks": ${ticks}}`;
  };
  await write('{"nodes": [');
  for (let first = 1; first <= nodeCount; first += 1000)
    await write(`${first === 1 ? "" : ", "}${Array.from({ length: 1000 }, (_, at) => node(first + at)).join(", ")}`);
  const list = (value: (sample: number) => number): string => Array.from({ length: 3 * nodeCount }, (_, at) => value(at)).join(", ");
  await write(`], "startTime": 0, "endTime": ${3_000_000 * nodeCount}, "samples": [${list((at) => (at % nodeCount) + 1)}]`);
  out.end(`, "timeDeltas": [${list(() => 1000)}]}`);
  await once(out, "close");
}
