import { expect, test } from "vitest";
import { importCpuprofileFile, importScanned } from "../../../language-server/analysis/importers/cpuprofile.ts";
import { CpuprofileScanner } from "../../../language-server/analysis/importers/cpuprofile/cpuprofile-scanner.ts";
import type { Imported } from "../../../language-server/analysis/profile/profile.ts";
import { recordInputs } from "../../fuzz/inputs.ts";
import { Random } from "../../fuzz/random.ts";
import { isAll, someOf } from "../../workbench/some-of.mjs";

const rounds = isAll ? 3000 : 300;

/** Undefined if the scanner leaves the text to JSON.parse. */
function scanned(text: string, pieceLength = Infinity): Imported | undefined {
  const decoder = new TextDecoder();
  const scanner = new CpuprofileScanner((bytes) => decoder.decode(bytes));
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += pieceLength) scanner.push(bytes.subarray(at, at + pieceLength));
  const found = scanner.finish();
  return found === undefined ? undefined : importScanned(found);
}

function parsed(text: string): Imported | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return importCpuprofileFile(value);
}

const frame = (functionName: string, lineNumber: number, columnNumber: number) => ({
  functionName,
  scriptId: "7",
  url: "file:///app/ü.js",
  lineNumber,
  columnNumber,
});

const profile = {
  nodes: [
    {
      id: 1,
      callFrame: { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 },
      hitCount: 0,
      children: [2, 4],
    },
    {
      id: 2,
      callFrame: frame('a}1}"\\{é', 4, 10),
      hitCount: 3,
      children: [3],
      deoptReason: 'not a "Smi"',
      positionTicks: [
        { line: 6, ticks: 1 },
        { line: 7, ticks: 1 },
        { line: 6, ticks: 1 },
      ],
    },
    {
      id: 3,
      callFrame: frame("b", 4, 1),
      hitCount: 1,
      positionTicks: Array.from({ length: 40 }, (_, at) => ({ line: 5 + (at % 20), ticks: 1 })),
    },
    { id: 4, callFrame: frame("b", 4, 1), hitCount: 0, children: [], positionTicks: [] },
  ],
  startTime: 1000.5,
  endTime: 8e3,
  samples: [2, 2, 3, 2, 4],
  timeDeltas: [0, 1000, -1, 1000, 1000],
};

test("what V8 writes is read without JSON.parse, in pieces of any length, with the same result", () => {
  const recorded = JSON.stringify(recordInputs().cpuprofile);
  for (const text of [recorded, JSON.stringify(profile), `${JSON.stringify(profile)}\n`]) {
    const expected = parsed(text);
    expect(expected?.profile.samples.stack.length).toBeGreaterThan(0);
    const pieceLengths = [Infinity, 1 << 16, 1000, 7, 1];
    // A recorded profile by bytes takes seconds.
    for (const pieceLength of text === recorded ? someOf(3, pieceLengths) : pieceLengths)
      expect(scanned(text, pieceLength)).toEqual(expected);
  }
});

test("parts that may be missing: the order of the samples, times, all nodes", () => {
  const { nodes, samples, timeDeltas } = profile;
  for (const each of [
    { nodes },
    { nodes, startTime: 0, endTime: 10 },
    { nodes, samples },
    { nodes, samples: [], timeDeltas: [] },
    { nodes: [] },
  ]) {
    const text = JSON.stringify(each);
    expect(scanned(text)).toEqual(parsed(text));
    expect(scanned(text)).toBeDefined();
  }
  expect(scanned(JSON.stringify({ nodes: [], timeDeltas, samples }))).toEqual(importCpuprofileFile({ nodes: [], timeDeltas, samples }));
});

test("anything else is read with JSON.parse", () => {
  const { nodes } = profile;
  const [root, ...others] = nodes;
  for (const text of [
    "",
    "{}",
    JSON.stringify(profile, undefined, 1),
    JSON.stringify({ title: "x", ...profile }),
    JSON.stringify({ ...profile, title: "x" }),
    JSON.stringify({ nodes: [root, root] }),
    JSON.stringify({ nodes: [{ ...root, children: [1] }] }),
    JSON.stringify({ nodes: [{ ...root, children: [9] }] }),
    JSON.stringify({ nodes: [...nodes, { ...root, id: 5, children: [3] }] }),
    JSON.stringify({
      nodes: [
        { id: 1, callFrame: frame("f", 1, 1), children: [2] },
        { id: 2, callFrame: frame("f", 1, 1), children: [1] },
      ],
    }),
    JSON.stringify({ nodes: [{ ...root, hitCount: 2 ** 31 }] }),
    JSON.stringify({ nodes: [{ ...root, hitCount: -1 }] }),
    JSON.stringify({ nodes: [{ ...root, id: "1" }] }),
    JSON.stringify({ nodes: [{ ...root, id: 2 ** 30 }] }),
    JSON.stringify({ nodes: others, samples: [2.5] }),
    JSON.stringify({ nodes: others, samples: [null] }),
    JSON.stringify(profile).slice(0, -1),
    `${JSON.stringify(profile)}x`,
    JSON.stringify(profile).replace('"samples":[2,', '"samples":[02,'),
    JSON.stringify(profile).replace('"hitCount":3', '"hitCount":3,"hitCount":4'),
    JSON.stringify(profile).replace(/\}$/, ',"samples":[]}'),
  ])
    expect([text, scanned(text)]).toEqual([text, undefined]);
});

test("a damaged byte anywhere gives the same result as JSON.parse, or JSON.parse is used", () => {
  const text = JSON.stringify(profile);
  const signs = ["", ",", "]", "}", "{", "[", '"', "\\", "0", "7", "-", "e", ".", " ", "\n", "é", "null", ',"id":3'];
  let read = 0;
  for (let seed = 1; seed <= rounds; seed++) {
    const random = new Random(seed);
    const at = random.below(text.length);
    const damaged = text.slice(0, at) + random.of(signs) + text.slice(at + random.below(4));
    const found = scanned(damaged, 1 + random.below(200));
    if (found === undefined) continue;
    read += 1;
    expect([damaged, found]).toEqual([damaged, parsed(damaged)]);
  }
  expect(read).toBeGreaterThan(rounds / 20);
});
