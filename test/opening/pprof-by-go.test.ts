import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";
import { drawnPprof } from "../analysis/importers/drawn-pprof.ts";
import { readByPprof } from "../drivers/foreign-readers.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-by-go-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const functions = ["a /app/a.js 1", "b /app/b.js", "c", "", { name: "", systemName: "d" }, "e node:fs"];
const names = new Set(["a", "b", "c", "e"]);
const mappings = [
  { file: "/lib/libx.so", start: 0x1000, limit: 0x9000 },
  { file: "", start: 0x9000, limit: 0xa000 },
];
const line = fc.tuple(fc.integer({ min: 1, max: functions.length }), fc.nat(4)).map(([func, at]) => `${func} ${at}`);
const location = fc.record({
  address: fc.constantFrom(0, 0x1234, 0x8888, 0x9999, 0xf0000),
  mapping: fc.nat(2),
  lines: fc.array(line, { maxLength: 3 }),
});
const entry = fc.tuple(fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 6 }), fc.integer({ min: 1, max: 30 }));
const file = fc.record({
  locations: fc.array(location, { minLength: 8, maxLength: 8 }),
  samples: fc
    .array(entry, { minLength: 1, maxLength: 12 })
    .map((entries) => entries.map(([stack, count]) => [stack, [count, count * 10_000_000]] as const)),
});

test("total and the self time of every named function are those of go tool pprof, whatever else has no name", async () => {
  for (const [index, drawn] of fc.sample(file, { numRuns: 6, seed: 34 }).entries()) {
    const at = path.join(folder, `${index}.pb`);
    writeFileSync(at, drawnPprof({ ...drawn, functions, mappings, period: 10_000_000 }));
    const go = await readByPprof(at, "cpu");
    const { threads } = await readProfileFile(at, { workspaceFolders: [] });
    const self = new Map<string, number>();
    let total = 0;
    for (const { profile } of threads)
      for (const row of profile.samples.stack) {
        const name = profile.functions.name[profile.stacks.func[row] as number] as string;
        const time = profile.interval * 1000;
        total += time;
        if (names.has(name)) self.set(name, (self.get(name) ?? 0) + time);
      }
    expect(total).toBe(go.total);
    // It says so where a function was inlined.
    const named = new Map([...go.self].map(([name, time]) => [name.replace(/ \((?:partial-)?inline\)$/, ""), time]));
    expect(Object.fromEntries(self)).toEqual(Object.fromEntries([...named].filter(([name, time]) => names.has(name) && time > 0)));
  }
});
