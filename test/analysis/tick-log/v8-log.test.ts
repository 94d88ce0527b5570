import * as fc from "fast-check";
import { expect, test } from "vitest";
import { TickLogDecoder, type DecodedTickLog, type LogWindow } from "../../../language-server/analysis/importers/v8-log.ts";
import { decodeProfile, encodeProfile } from "../../../language-server/analysis/profile/table-codec.ts";
import { nativeText } from "../../../language-server/history/native-text.ts";
import { certainties, functionKinds, tiers } from "../../../language-server/analysis/profile/profile.ts";

/** Each sample as `outer line:column > inner line:column`, with ≈ before what is inferred and ~ before what was put back. */
function drawn({ profile }: DecodedTickLog): string[] {
  const { stacks, functions, samples } = profile;
  return Array.from(samples.stack, (stack) => {
    const frames: string[] = [];
    for (let at = stack; at >= 0; at = stacks.prefix[at] as number) {
      const func = stacks.func[at] as number;
      const mark = { exact: "", repaired: "~", inferred: "≈", unknown: "?" }[certainties[stacks.certainty[at] as number] ?? "exact"];
      const isScript = functionKinds[functions.kind[func] as number] === "script";
      frames.push(`${mark}${functions.name[func]}${isScript ? ` ${stacks.line[at]}:${stacks.column[at]}` : ""}`);
    }
    return frames.reverse().join(" > ");
  });
}

/** Apart, so that nobody takes these lines for a source map of this very file. */
const sharp = "#";

function decode(log: string, window?: LogWindow): DecodedTickLog {
  const decoder = new TickLogDecoder();
  decoder.push(log);
  return decoder.profile(window);
}

// outer calls inner at 1:26; inner's work is at 2:26.
const source = String.raw`function outer() { return inner(); }\nfunction inner() { return work(); }\n`;
const app = `v8-version,11,3,244,8,-node.38,0
profiler,begin,1000
code-creation,Builtin,2,10,0x1000,256,StringEqual
code-creation,Builtin,2,10,0x1100,256,ArrayPrototypeMap
code-creation,BytecodeHandler,0,10,0x1200,256,AddHandler
code-creation,JS,10,100,0x2000,64,outer file:///app.js:1:15,0xa00,~
script-source,7,file:///app.js,${source}
code-source-info,0x2000,7,14,36,C0O14C10O26C20O34,,
code-creation,JS,10,110,0x3000,64,inner file:///app.js:2:15,0xb00,~
code-source-info,0x3000,7,51,73,C0O51C10O63C20O71,,
code-creation,JS,13,120,0x4000,256,outer file:///app.js:1:15,0xa00,*
code-source-info,0x4000,7,14,36,C0O14C16O26C32O63I0C64O34,F0O26,S0xb00
`;

test("an interpreted frame stands at its offset, and a bytecode handler is no frame", () => {
  expect(drawn(decode(`${app}tick,0x1210,1000,0,0x0,0,0x300a,0x200a\n`))).toEqual(["outer 1:26 > inner 2:26"]);
});

test("a return address in compiled code means the call before it, the program counter the instruction itself", () => {
  // 0x4010 returns from the entry at offset 0; the same offset as program counter is in the entry at 16.
  const log = `${app}tick,0x4010,1000,0,0x0,0\ntick,0x1210,2000,0,0x0,0,0x3000,0x4010\n`;
  expect(drawn(decode(log))).toEqual(["outer 1:26", "outer 1:14 > inner 2:14"]);
});

test("a name may hold commas, line breaks and what looks like an address", () => {
  const names = ["Call, New", "two\nlines", "\n", "a,0x10,~", "first,\n\nthird, 0x20"];
  const log = names.map(
    (name, at) => `code-creation,JS,10,200,0x${5 + at}000,64,${name} file:///app.js:2:15,0xb00,~
code-source-info,0x${5 + at}000,7,51,73,C0O51C10O63C20O71,,
tick,0x1210,${at + 1}000,0,0x0,0,0x${5 + at}00a,0x200a
`,
  );
  const { profile, problems } = decode(app + log.join(""));
  expect(problems).toEqual([]);
  expect(drawn(decode(app + log.join("")))).toEqual(names.map((name) => `outer 1:26 > ${name} 2:26`));
  expect(profile.samples.stack).toHaveLength(names.length);
});

test("code without a function's address ends with its line", () => {
  const log = `${app}code-creation,JS,10,200,0x5000,64,half\ntick,0x1210,1000,0,0x0,0,0x300a,0x200a\n`;
  expect(drawn(decode(log))).toEqual(["outer 1:26 > inner 2:26"]);
});

test("deoptimisations are counted by place and reason, but for steps up, unreadable ones and scripts without a tick", () => {
  const deopt = "code-deopt,200,64,0x4000,-1,63,deopt-eager";
  const log = `${app}${deopt},<file:///app.js:2:27>,wrong map
${deopt},<file:///app.js:2:27> inlined at <file:///app.js:1:27>,wrong map
${deopt},<file:///app.js:2:27>,overflow
${deopt},<file:///app.js:2:27>,prepare for on stack replacement (OSR)
${deopt},<unknown>,wrong map
${deopt},<file:///other.js:1:1>,wrong map
tick,0x4028,1000,0,0x0,0
`;
  const { profile, problems } = decode(log);
  expect(profile.deopts).toEqual([
    { script: 0, line: 2, column: 26, reason: "wrong map", count: 2 },
    { script: 0, line: 2, column: 26, reason: "overflow", count: 1 },
  ]);
  expect(problems).toEqual([]);
  expect(decode(`${log}code-deopt,200\n`).problems).toHaveLength(1);
  expect(decodeProfile(encodeProfile(profile)).deopts).toEqual(profile.deopts);
});

test("an inlined function is a frame of its own, on its caller's call site", () => {
  expect(drawn(decode(`${app}tick,0x4028,1000,0,0x0,0\n`))).toEqual(["outer 1:26 > inner 2:26"]);
});

test("a program counter close to the innermost return address is in the same frame: it adds the lines alone that are not on the stack", () => {
  const log = `${app}tick,0x4044,1000,0,0x0,0,0x4030
tick,0x4028,2000,0,0x0,0,0x4014
tick,0x4028,3000,0,0x0,0,0x4080
`;
  expect(drawn(decode(log))).toEqual(["outer 1:26 > inner 2:26", "outer 1:26 > inner 2:26", "outer 1:34 > outer 1:26 > inner 2:26"]);
});

test("a function inlined into itself needs no entry in the table of functions", () => {
  const log = `${app}code-creation,JS,13,130,0x5000,64,inner file:///app.js:2:15,0xb00,*\ncode-source-info,0x5000,7,51,73,C0O51C8O71I0,FO63,\ntick,0x500a,1000,0,0x0,0\n`;
  expect(drawn(decode(log))).toEqual(["inner 2:26 > inner 2:34"]);
});

test("code that was moved, and code laid over other code, are told apart by the time of the tick", () => {
  const log = `${app}tick,0x1210,1000,0,0x0,0,0x300a
code-move,0x3000,0x6000
tick,0x1210,2000,0,0x0,0,0x600a
tick,0x1210,3000,0,0x0,0,0x300a
code-creation,JS,10,130,0x6008,64,outer file:///app.js:1:15,0xa00,~
code-source-info,0x6008,7,14,36,C0O14C2O26,,
tick,0x1210,4000,0,0x0,0,0x600a
`;
  expect(drawn(decode(log))).toEqual(["inner 2:26", "inner 2:26", "(program)", "outer 1:26"]);
});

test("a moved function is still known where it is inlined", () => {
  const log = `${app}sfi-move,0xb00,0xc00
code-creation,JS,13,130,0x5000,64,outer file:///app.js:1:15,0xa00,*
code-source-info,0x5000,7,14,36,C0O14C8O63I0,F0O26,S0xc00
tick,0x500a,1000,0,0x0,0
`;
  expect(drawn(decode(log))).toEqual(["outer 1:26 > inner 2:26"]);
});

test("frames may be written as differences", () => {
  expect(drawn(decode(`${app}tick,0x1210,1000,0,0x0,0,0x300a,-0x1000\n`))).toEqual(["outer 1:26 > inner 2:26"]);
});

test("collection, compilation and waiting are themselves", () => {
  const log = `${app}tick,0x9,1000,0,0x0,1\ntick,0x9,2000,0,0x0,3,0x200a\ntick,0x9,3000,0,0x0,5\ntick,0x9,9000,0,0x0,8\n`;
  const { profile, meta } = decode(log);
  expect(drawn({ profile } as DecodedTickLog)).toEqual([
    "(garbage collector)",
    "outer 1:26 > (bytecode compiler)",
    "(program)",
    ...Array<string>(9).fill("(idle)"),
  ]);
  // Two thousand microseconds of work in three ticks; the wait of six thousand is as many ticks as it is worth.
  expect([profile.interval, meta.busyTicks, meta.recordedTicks]).toEqual([2000 / 3, 3, 4]);
});

test("each sample knows the tier that ran it", () => {
  const { profile } = decode(`${app}tick,0x1210,1000,0,0x0,0,0x300a,0x4011\ntick,0x4028,2000,0,0x0,0\ntick,0x9,3000,0,0x0,1\n`);
  expect(Array.from(profile.samples.tier ?? [], (tier) => tiers[tier])).toEqual(["interpreted", "turbofan", "none"]);
});

test("the window cuts by the log's clock, and idle time given from outside makes the interval", () => {
  const ticks = [1000, 2000, 3000, 4000, 5000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const { profile, meta } = decode(app + ticks, { from: 2000, to: 8000, idle: 3000 });
  expect(Array.from(profile.samples.time.slice(0, 3))).toEqual([0, 1000, 2000]);
  expect([meta.busyTicks, profile.interval, profile.samples.stack.length]).toEqual([4, 750, 8]);
});

test("a thread whose life is not known has the time from its first to its last tick", () => {
  const ticks = [1000, 5000, 6000, 7000, 90_000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const { profile, meta } = decode(app + ticks, { from: 2000, to: 80_000, isTight: true });
  expect([meta.busyTicks, meta.length, profile.interval]).toEqual([3, 2000, 2000 / 3]);
  expect(decode(app + ticks, { from: 10_000, to: 80_000, isTight: true }).meta).toMatchObject({ busyTicks: 0, length: 0 });
});

test("waiting in Atomics.wait is no wait of the event loop, and comes to it", () => {
  const blocked = [2000, 3000, 4000, 5000].map((time) => `tick,0x9,${time},0,0x0,7\n`).join("");
  const { profile, meta } = decode(`${app}${blocked}tick,0x1210,6000,0,0x0,0,0x200a\ntick,0x1210,7000,0,0x0,0,0x200a\n`, {
    from: 1000,
    to: 10_000,
    idle: 3000,
  });
  expect([meta.busyTicks, profile.interval]).toEqual([2, 1000]);
});

test("silence that the thread's own clock does not take for waits was not logged: no tick is worth it", () => {
  const ticks = [1000, 2000, 3000, 1_103_000, 1_104_000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const window = { from: 0, to: 1_105_000 };
  const { profile, meta } = decode(app + ticks, { ...window, idle: 100_000 });
  expect([meta.busyTicks, meta.unlogged, profile.interval]).toEqual([5, 1_000_000, 1000]);
  // Less than 0.2 s may be chance; and a thread that waited all the while did not work.
  for (const idle of [950_000, 1_100_000]) expect(decode(app + ticks, { ...window, idle }).meta.unlogged).toBe(0);
  expect(decode(app + ticks, window).meta.unlogged).toBe(0);
  expect(decode(app + ticks, { ...window, cpu: 1_005_000 }).meta.unlogged).toBe(1_000_000);
  // By its CPU time it did not work, or not as much: the event loop has lost count.
  const lost = decode(app + ticks, { ...window, idle: 0, cpu: 5000 });
  expect([lost.meta.unlogged, lost.profile.interval]).toEqual([0, 1000]);
  expect(decode(app + ticks, { ...window, idle: 0, cpu: 405_000 }).meta.unlogged).toBe(400_000);
});

test("where the machine ticks less often than asked, as Windows does, a tick stands for more, and a wait is no work that was not logged", () => {
  const ticks = Array.from({ length: 500 }, (_, index) => `tick,0x1210,${(index + 1) * 4000},0,0x0,0,0x200a\n`).join("");
  const { profile, meta } = decode(app + ticks, { from: 0, to: 3_000_000, idle: 0, cpu: 2_000_000 });
  expect([meta.unlogged, profile.interval]).toEqual([0, 4000]);
});

test("a thread that hardly ever ticks has waited, though Node 26 tells nobody: its ticks are not worth the whole time", () => {
  const rare = [1_000_000, 1_300_000, 1_301_000, 1_900_000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const window = { from: 0, to: 4_000_000 };
  const { profile, meta } = decode(app.replace("v8-version,11,3", "v8-version,14,6") + rare, window);
  expect([meta.busyTicks, profile.interval]).toEqual([4, 1250]);
  // Before Node 26 a wait would have been told: these were long system calls.
  expect(decode(app + rare, window).profile.interval).toBe(1_000_000);
});

test("a frame lost under a builtin is put back, with what ran there before and after", () => {
  const around = "tick,0x3014,TIME,0,0x0,0,0x200a\n";
  const compare = source.replace("work()", "a === b");
  // `inner` runs on the call in `outer`; then a builtin on that same call, with nothing between.
  const log = `${app.replace(source, compare)}code-creation,JS,13,120,0x7000,64,inner file:///app.js:2:15,0xb00,*
code-source-info,0x7000,7,51,73,C0O51C4O65C20O71,,
${around.replace("0x3014", "0x7005").replace("TIME", "1000")}tick,0x1010,2000,0,0x0,0,0x200a
${around.replace("0x3014", "0x7005").replace("TIME", "3000")}`;
  const decoded = decode(log);
  expect(drawn(decoded)).toEqual(["outer 1:26 > inner 2:28", "outer 1:26 > ~inner 2:28 > StringEqual", "outer 1:26 > inner 2:28"]);
  expect([decoded.meta.repairedTicks, decoded.meta.doubtfulTicks]).toEqual([1, 0]);
});

test("a builtin that the frame itself calls hides nothing", () => {
  const log = `${app}tick,0x1110,1000,0,0x0,0,0x200a\ntick,0x1210,2000,0,0x0,0,0x1180,0x200a\n`;
  expect(drawn(decode(log))).toEqual(["outer 1:26 > Array.prototype.map", "outer 1:26 > Array.prototype.map"]);
});

test.each([
  ["anywhere", undefined],
  ["by Node's own", nativeText],
])("names and sources come out of their escapes, %s", (_, textOf) => {
  const decoder = new TickLogDecoder(textOf);
  decoder.push(String.raw`code-creation,JS,10,100,0x2000,64,\xC3\xA9t\xC3\xA9 /a\x2Cb \\c.js:1:15,0xa00,~
script-source,7,/a\x2Cb \\c.js,"\u20ac\n\\n"\x2C1\n//${sharp} sourceMappingURL=data:application/json\x2Cx
code-source-info,0x2000,7,0,5,C0O3,,
code-creation,JS,10,100,0x3000,64,latin /d.js:1:1,0xb00,~
script-source,8,/d.js,\xe9\x4 \q\\\n\u00
code-source-info,0x3000,8,0,5,C0O3,,
tick,0x1,1000,0,0x0,0,0x2000,0x3000
`);
  const { profile, scripts } = decoder.profile();
  expect(profile.functions.name).toContain("été");
  expect(profile.scripts.url).toEqual(["/d.js", "/a,b \\c.js"]);
  expect(scripts).toEqual([
    { url: "/d.js", text: "é\\x4 \\q\\\n\\u00", sourceMapUrl: "" },
    {
      url: "/a,b \\c.js",
      text: `"€\n\\n",1\n//${sharp} sourceMappingURL=data:application/json,x`,
      sourceMapUrl: "data:application/json,x",
    },
  ]);
  expect([profile.stacks.line[1], profile.stacks.column[1]]).toEqual([2, 0]);
});

test("a source names its map by a hash or, as of old, by an at sign, on a line or in a comment of its own", () => {
  const maps = ["//# ", "//@ ", "/*# ", "/*@ ", "# ", ""].map((begin) => {
    const decoder = new TickLogDecoder();
    decoder.push(`code-creation,JS,10,100,0x2000,64,f /a.js:1:1,0xa00,~
script-source,7,/a.js,f();\\n${begin}sourceMappingURL=a.js.map
code-source-info,0x2000,7,0,5,C0O0,,
tick,0x0,1000,0,0x0,0,0x2000
`);
    return decoder.profile().scripts[0]?.sourceMapUrl;
  });
  expect(maps).toEqual(["a.js.map", "a.js.map", "a.js.map", "a.js.map", "", ""]);
});

test("a log without positions has functions, and says what it lacks", () => {
  const log = "code-creation,JS,10,100,0x2000,64,outer file:///app.js:1:15,0xa00,~\ntick,0x0,1000,0,0x0,0,0x200a\n";
  const decoded = decode(log);
  expect(drawn(decoded)).toEqual(["?outer 0:-1"]);
  expect([decoded.profile.functions.line[0], decoded.profile.functions.column[0]]).toEqual([1, 14]);
  expect(decoded.problems).toEqual([{ code: "v8Log.noPositions", count: 1 }]);
});

test("lines that are cut short, run into each other or come from elsewhere are counted and left out", () => {
  const log = `${app}tick,0x1210,1000,0,0x0,0,0x20tick,0x1210,2000,0,0x0,0,0x200a\nnonsense here\ntick,0x1210,3000,0,0x0,0,0x200a\ntick,0x12`;
  const decoded = decode(log);
  expect(drawn(decoded)).toEqual(["outer 1:26"]);
  expect(decoded.problems).toEqual([
    { code: "v8Log.badTicks", count: 1 },
    { code: "v8Log.badLines", count: 1 },
  ]);
});

test("a label that cannot be shifts no line before the first, and what was decoded can be written and read", () => {
  const log = app.replaceAll(":2:15,0xb00", ":0:1,0xb00").replaceAll(":1:15,0xa00", ":0:0,0xa00");
  const { profile } = decode(`${log}tick,0x1210,1000,0,0x0,0,0x300a,0x200a\n`);
  expect(Array.from(decodeProfile(encodeProfile(profile)).stacks.line)).toEqual([1, 1]);
});

test("a single sample, or several of one moment, are worth the interval that was asked for", () => {
  const one = decode(`${app}tick,0x1210,5000,0,0x0,0,0x300a,0x200a\n`);
  expect([one.profile.interval, one.meta.busyTicks, drawn(one)]).toEqual([1000, 1, ["outer 1:26 > inner 2:26"]]);
  expect(decode(`${app}${"tick,0x1210,5000,0,0x0,0,0x200a\n".repeat(3)}`).profile.interval).toBe(1000);
});

test("a clock that jumps back puts the ticks in order, one that jumps far ahead makes no more than a bounded wait", () => {
  const tick = (time: number): string => `tick,0x1210,${time},0,0x0,0,0x200a\n`;
  const back = decode(`${app}${[1000, 2000, 1500, 3000].map(tick).join("")}`).profile.samples;
  expect(Array.from(back.time)).toEqual([0, 500, 1000, 2000]);
  const ahead = decode(`${app}${[1000, 2000, 900_000_000_000_000].map(tick).join("")}`);
  expect(ahead.meta.recordedTicks).toBe(3);
  expect(ahead.profile.samples.stack.length).toBeLessThan(2_100_000);
});

test("an empty log is an empty profile", () => {
  expect(drawn(decode(""))).toEqual([]);
  expect(drawn(decode(app, { from: 5, to: 10 }))).toEqual([]);
});

test("no bytes make it throw, and every table it returns is whole", () => {
  const lines = [
    ...app.split("\n"),
    "tick,0x1210,1000,0,0x0,0,0x300a,0x4011",
    "tick,0x1010,2000,0,0x0,0,0x4011",
    "code-move,0x3000,0x6000",
    "code-move,0x2000,0x3001",
    "sfi-move,0xb00,0xa00",
    "code-delete,0x4000",
    "tick,0x9,-5,0,0x0,1",
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
      const { profile } = decoder.profile();
      const { stacks, functions, scripts, samples } = profile;
      stacks.prefix.forEach((prefix, row) => expect(prefix).toBeLessThan(row));
      stacks.func.forEach((func) => expect(functions.name[func]).toBeDefined());
      functions.script.forEach((script) => expect(script).toBeLessThan(scripts.url.length));
      samples.stack.forEach((stack) => expect(stacks.func[stack]).toBeDefined());
      expect(Number.isFinite(profile.interval)).toBe(true);
    }),
    { numRuns: 400 },
  );
});
