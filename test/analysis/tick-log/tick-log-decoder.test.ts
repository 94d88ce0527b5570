import { expect, test } from "vitest";
import { TickLogDecoder } from "../../../language-server/analysis/tick-log/tick-log-decoder.ts";
import { decodeProfile, encodeProfile } from "../../../language-server/analysis/profile/table-codec.ts";
import { tiers } from "../../../language-server/analysis/profile/profile.ts";
import { nativeText } from "../../../language-server/history/native/native-text.ts";
import { app, decode, drawn, source } from "./drawn-log.ts";

/** Split, so that no tool takes these lines for a source map of this file. */
const sharp = "#";

test("an interpreted frame is at its offset, and a bytecode handler is not a frame", () => {
  expect(drawn(decode(`${app}tick,0x1210,1000,0,0x0,0,0x300a,0x200a\n`))).toEqual(["outer 1:26 > inner 2:26"]);
});

test("scripts that were loaded are known, with samples or without", () => {
  const quiet =
    "script-source,8,file:///limits.js,exports.limit = 3;\nscript-source,9,heatline-anchor-1,1\nscript-source,10,/tmp/heatline-hooks.cjs,1\n";
  const { loaded } = decode(`${app}${quiet}tick,0x1210,1000,0,0x0,0,0x300a,0x200a\n`);
  expect(loaded).toEqual(["file:///app.js", "file:///limits.js"]);
});

test("a return address in compiled code means the call before it, the program counter the instruction itself", () => {
  // 0x4010 returns from the entry at offset 0; as a program counter the same offset belongs to the entry at 16.
  const log = `${app}tick,0x4010,1000,0,0x0,0\ntick,0x1210,2000,0,0x0,0,0x3000,0x4010\n`;
  expect(drawn(decode(log))).toEqual(["outer 1:26", "outer 1:14 > inner 2:14"]);
});

test("compiled code in a wrapper that is before the first column, as of a module of Vitest, is JavaScript and no WebAssembly", () => {
  const wrapped = app.replaceAll("outer file:///app.js:1:15", " file:///app.js:1:-14");
  const decoded = decode(`${wrapped}tick,0x4010,1000,0,0x0,0\n`);
  expect(drawn(decoded)).toEqual([" 1:26"]);
  expect(decoded.profile.scripts.url).toEqual(["file:///app.js"]);
});

test("native code of macOS, as V8 lists it there, is named by its library, and so is that of Windows", () => {
  const libraries = String.raw`shared-library,/opt/homebrew/Cellar/node/24.1.0/bin/node,0x100000000,0x104000000,0
shared-library,/usr/lib/dyld,0x7ff800000000,0x7ff800090000,34359738368
shared-library,/usr/lib/system/libsystem_kernel.dylib,0x7ff810000000,0x7ff81003b000,34359738368
shared-library,/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation,0x7ff820000000,0x7ff8204a0000,34359738368
shared-library,C:\\Windows\\System32\\ntdll.dll,0x7ffb00000000,0x7ffb00200000,0
shared-library-end
`;
  const addresses = ["0x7ff800001000", "0x7ff810001000", "0x7ff820001000", "0x100001000", "0x7ffb00001000"];
  const ticks = addresses.map((address, at) => `tick,${address},${at + 1}000,0,0x0,0,0x200a\n`).join("");
  const decoded = decode(libraries + app + ticks);
  expect(decoded.problems).toEqual([]);
  expect(drawn(decoded)).toEqual(
    ["dyld", "libsystem_kernel.dylib", "CoreFoundation", "node", "ntdll.dll"].map((name) => `outer 1:26 > ${name}`),
  );
});

test("a name may contain commas, line breaks and text that looks like an address", () => {
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

test("code without a function's address is read to the end of its line", () => {
  const log = `${app}code-creation,JS,10,200,0x5000,64,half\ntick,0x1210,1000,0,0x0,0,0x300a,0x200a\n`;
  expect(drawn(decode(log))).toEqual(["outer 1:26 > inner 2:26"]);
});

test("deoptimisations are counted by place and reason, without tier-ups, unreadable ones and scripts without a tick", () => {
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

test("an inlined function is a separate frame, at its caller's call site", () => {
  expect(drawn(decode(`${app}tick,0x4028,1000,0,0x0,0\n`))).toEqual(["outer 1:26 > inner 2:26"]);
});

test("a program counter near the innermost return address is in the same frame: it adds only lines that are not on the stack", () => {
  const log = `${app}tick,0x4044,1000,0,0x0,0,0x4030
tick,0x4028,2000,0,0x0,0,0x4014
tick,0x4028,3000,0,0x0,0,0x4080
`;
  expect(drawn(decode(log))).toEqual(["outer 1:26 > inner 2:26", "outer 1:26 > inner 2:26", "outer 1:34 > outer 1:26 > inner 2:26"]);
});

test("a function inlined into itself needs no entry in the function table", () => {
  const log = `${app}code-creation,JS,13,130,0x5000,64,inner file:///app.js:2:15,0xb00,*\ncode-source-info,0x5000,7,51,73,C0O51C8O71I0,FO63,\ntick,0x500a,1000,0,0x0,0\n`;
  expect(drawn(decode(log))).toEqual(["inner 2:26 > inner 2:34"]);
});

test("moved code and overwritten code are distinguished by the time of the tick", () => {
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

test("a moved function is still recognised where it is inlined", () => {
  const log = `${app}sfi-move,0xb00,0xc00
code-creation,JS,13,130,0x5000,64,outer file:///app.js:1:15,0xa00,*
code-source-info,0x5000,7,14,36,C0O14C8O63I0,F0O26,S0xc00
tick,0x500a,1000,0,0x0,0
`;
  expect(drawn(decode(log))).toEqual(["outer 1:26 > inner 2:26"]);
});

test("frames written as differences are read", () => {
  expect(drawn(decode(`${app}tick,0x1210,1000,0,0x0,0,0x300a,-0x1000\n`))).toEqual(["outer 1:26 > inner 2:26"]);
});

test("each sample has the tier that ran it", () => {
  const { profile } = decode(`${app}tick,0x1210,1000,0,0x0,0,0x300a,0x4011\ntick,0x4028,2000,0,0x0,0\ntick,0x9,3000,0,0x0,1\n`);
  expect(Array.from(profile.samples.tier ?? [], (tier) => tiers[tier])).toEqual(["interpreted", "turbofan", "none"]);
});

test("a frame lost under a builtin is restored from the samples before and after", () => {
  const around = "tick,0x3014,TIME,0,0x0,0,0x200a\n";
  const compare = source.replace("work()", "a === b");
  // `inner` runs in the call in `outer`; then a builtin runs in that same call, with nothing in between.
  const log = `${app.replace(source, compare)}code-creation,JS,13,120,0x7000,64,inner file:///app.js:2:15,0xb00,*
code-source-info,0x7000,7,51,73,C0O51C4O65C20O71,,
${around.replace("0x3014", "0x7005").replace("TIME", "1000")}tick,0x1010,2000,0,0x0,0,0x200a
${around.replace("0x3014", "0x7005").replace("TIME", "3000")}`;
  const decoded = decode(log);
  expect(drawn(decoded)).toEqual(["outer 1:26 > inner 2:28", "outer 1:26 > ~inner 2:28 > StringEqual", "outer 1:26 > inner 2:28"]);
  expect([decoded.meta.repairedTicks, decoded.meta.doubtfulTicks]).toEqual([1, 0]);
});

test("a builtin that the frame itself calls hides no frame", () => {
  const log = `${app}tick,0x1110,1000,0,0x0,0,0x200a\ntick,0x1210,2000,0,0x0,0,0x1180,0x200a\n`;
  expect(drawn(decode(log))).toEqual(["outer 1:26 > Array.prototype.map", "outer 1:26 > Array.prototype.map"]);
});

test.each([
  ["anywhere", undefined],
  ["by Node's own", nativeText],
])("names and sources are unescaped, %s", (_, textOf) => {
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

test("a source names its map after # or, as formerly, @, in a line or block comment", () => {
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
