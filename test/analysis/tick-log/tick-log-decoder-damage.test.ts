import * as fc from "fast-check";
import { expect, test } from "vitest";
import { TickLogDecoder } from "../../../language-server/analysis/tick-log/tick-log-decoder.ts";
import { decodeProfile, encodeProfile } from "../../../language-server/analysis/profile/table-codec.ts";
import { LogImports } from "../../../language-server/analysis/tick-log/modules/log-imports.ts";
import { app, decode, drawn } from "./drawn-log.ts";

test("a log without positions has functions, and a problem says what it lacks", () => {
  const log = "code-creation,JS,10,100,0x2000,64,outer file:///app.js:1:15,0xa00,~\ntick,0x0,1000,0,0x0,0,0x200a\n";
  const decoded = decode(log);
  expect(drawn(decoded)).toEqual(["?outer 0:-1"]);
  expect([decoded.profile.functions.line[0], decoded.profile.functions.column[0]]).toEqual([1, 14]);
  expect(decoded.problems).toEqual([{ code: "v8Log.noPositions", count: 1 }]);
});

test("lines that are truncated, joined or foreign are counted and skipped", () => {
  const log = `${app}tick,0x1210,1000,0,0x0,0,0x20tick,0x1210,2000,0,0x0,0,0x200a\nnonsense here\ntick,0x1210,3000,0,0x0,0,0x200a\ntick,0x12`;
  const decoded = decode(log);
  expect(drawn(decoded)).toEqual(["outer 1:26"]);
  expect(decoded.problems).toEqual([
    { code: "v8Log.badTicks", count: 1 },
    { code: "v8Log.badLines", count: 1 },
  ]);
});

test("an impossible label gives no line before the first, and the decoded profile can be written and read", () => {
  const log = app.replaceAll(":2:15,0xb00", ":0:1,0xb00").replaceAll(":1:15,0xa00", ":0:0,0xa00");
  const { profile } = decode(`${log}tick,0x1210,1000,0,0x0,0,0x300a,0x200a\n`);
  expect(Array.from(decodeProfile(encodeProfile(profile)).stacks.line)).toEqual([1, 1]);
});

test("an empty log is an empty profile", () => {
  expect(drawn(decode(""))).toEqual([]);
  expect(drawn(decode(app, { from: 5, to: 10 }))).toEqual([]);
});

test("any bytes are decoded without an error, and every table it returns is valid", () => {
  const lines = [
    ...app.split("\n"),
    "tick,0x1210,1000,0,0x0,0,0x300a,0x4011",
    "tick,0x1010,2000,0,0x0,0,0x4011",
    "code-move,0x3000,0x6000",
    "code-move,0x2000,0x3001",
    "sfi-move,0xb00,0xa00",
    "code-delete,0x4000",
    "tick,0x9,-5,0,0x0,1",
    "code-creation,Script,10,130,0x7000,64, file:///a.mjs:1:1,0xc00,~",
    String.raw`script-source,8,file:///a.mjs,import "./b.mjs"; import("./app.js"); import(b);\n`,
    "code-source-info,0x7000,8,0,60,C0O0,,",
    "code-creation,Script,10,140,0x8000,64, file:///b.mjs:1:1,0xd00,~",
    'script-source,9,file:///b.mjs,export * from "./a.mjs";',
    "code-source-info,0x8000,9,0,24,C0O0,,",
    "tick,0x7001,3000,0,0x0,0,0x7001,0x8001,0x4011",
    "tick,0x7001,125,0,0x0,2",
  ];
  const line = fc.constantFrom(...lines);
  const spoilt = fc
    .tuple(line, fc.nat(80), fc.string({ maxLength: 6 }))
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + put.length));
  fc.assert(
    fc.property(fc.array(fc.oneof(line, spoilt, fc.string()), { maxLength: 60 }), fc.nat(40), (all, size) => {
      const bytes = Uint8Array.from(all.join("\n"), (char) => char.charCodeAt(0));
      const decoder = new TickLogDecoder();
      for (let at = 0; at < bytes.length; at += size + 1) decoder.push(bytes.subarray(at, at + size + 1));
      const packages = { named: () => undefined, around: () => undefined, json: () => undefined };
      const { profile, imports = { modules: [] } } = decoder.profile(undefined, undefined, new LogImports(packages));
      const { stacks, functions, scripts, samples } = profile;
      for (const { edges } of imports.modules) for (const { to } of edges) expect(imports.modules[to]).toBeDefined();
      stacks.prefix.forEach((prefix, row) => expect(prefix).toBeLessThan(row));
      stacks.func.forEach((func) => expect(functions.name[func]).toBeDefined());
      functions.script.forEach((script) => expect(script).toBeLessThan(scripts.url.length));
      samples.stack.forEach((stack) => expect(stacks.func[stack]).toBeDefined());
      expect(Number.isFinite(profile.interval)).toBe(true);
    }),
    { numRuns: 400 },
  );
});
