import * as fc from "fast-check";
import { expect, test } from "vitest";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import { v8LogJsonImporter } from "../../../language-server/analysis/importers/v8-log-json.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";

const source = "function été(list) {\n  return list.sort(), list;\n}\n";
const small = {
  code: [
    {
      name: "été /a,b \\c.js:1:13",
      type: "JS",
      kind: "Unopt",
      func: 0,
      source: { script: 7, start: 0, end: 50, positions: "C0O23C8O35", inlined: "", fns: [] },
    },
    { name: "ArrayPrototypeSort", type: "CODE", kind: "Builtin" },
    { name: "node::Work()", type: "CPP" },
    { name: "/usr/lib/libc.so.6", type: "SHARED_LIB" },
  ],
  functions: [{ name: "été /a,b \\c.js:1:13", codes: [0] }],
  ticks: [
    { tm: 1000, vm: 0, s: [1, 40, 0, 9] },
    { tm: 2000, vm: 5, s: [2, 16, 0, 9] },
    { tm: 3000, vm: 5, s: [3, 16, 0, 9] },
    { tm: 4000, vm: 1, s: [-1, 4096] },
  ],
  scripts: [null, { id: 7, url: "/a,b \\c.js", source }],
};

function drawn(file: unknown): readonly string[] {
  const text = JSON.stringify(file, undefined, 2);
  expect(importerFor(text.slice(0, 4096))).toBe(v8LogJsonImporter);
  const { profile } = v8LogJsonImporter.read(text).threads[0]!;
  const { stacks, functions } = profile;
  return Array.from(profile.samples.stack, (top) => {
    const frames: string[] = [];
    for (let row = top; row >= 0; row = stacks.prefix[row] as number)
      frames.unshift(`${functions.name[stacks.func[row] as number]}:${stacks.line[row]}`);
    return frames.join(" > ");
  });
}

test("code, offsets, positions, sources and native names come out of a preprocessed log", () => {
  expect(drawn(small)).toEqual([
    "été:2 > Array.prototype.sort:0",
    "été:2 > node::Work():0",
    "été:2 > libc.so.6:0",
    "(garbage collector):0",
  ]);
  const { threads, hasPositions, problems } = v8LogJsonImporter.read(JSON.stringify(small));
  expect(threads[0]?.scripts.map(({ url, text }) => ({ url, text }))).toEqual([{ url: "/a,b \\c.js", text: source }]);
  expect(hasPositions).toBe(true);
  expect(problems).toEqual([{ code: "v8LogJson.losesBuiltins", count: 1 }]);
});

test("ticks close to each other are samples of the app: texts come first in the file, and V8 wrote none of them there", () => {
  const { ticks } = small;
  expect(drawn({ ...small, code: [], ticks: ticks.map((tick, index) => ({ ...tick, tm: 10 * index })) })).toHaveLength(ticks.length);
  expect(drawn({ ...small, ticks: [...ticks, { tm: 4010, vm: 9, s: [0, 9] }] })).toHaveLength(ticks.length);
  expect(drawn({ ...small, ticks: ticks.map((tick, index) => ({ ...tick, tm: 10 * index })) })).toHaveLength(ticks.length);
});

test("without positions it has functions, and a problem says so", () => {
  const bare = {
    ...small,
    code: small.code.map(({ name, type, kind }) => ({ name: name.replace("a,b \\c.js", "c.js"), type, kind, func: 0 })),
  };
  expect(drawn(bare)[1]).toBe("été:0 > node::Work():0");
  expect(v8LogJsonImporter.read(JSON.stringify(bare)).problems).toContainEqual({ code: "v8Log.noPositions", count: 1 });
});

test("with any entries it is read or refused with a UserError", () => {
  const hostile = fc.oneof(
    fc.jsonValue(),
    fc.constant({ toString: 1, valueOf: 2, type: "JS", name: "x", kind: { toString: 3 }, source: null }),
  );
  fc.assert(
    fc.property(fc.array(hostile), fc.array(hostile), fc.array(hostile), (code, ticks, scripts) => {
      const file = { code: [...small.code, ...code], ticks: [...ticks, ...small.ticks, { tm: code, vm: 0, s: code }], scripts };
      expect(v8LogJsonImporter.read(JSON.stringify(file)).threads).toHaveLength(1);
    }),
  );
  for (const text of ["", "[]", "7", "null", '{"code": []}', '{"code": {}, "ticks": []}', '{"code": ['])
    expect(() => v8LogJsonImporter.read(text)).toThrow(UserError);
});
