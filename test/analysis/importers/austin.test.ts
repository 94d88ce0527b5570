import { expect, test } from "vitest";
import { austinImporter } from "../../../language-server/analysis/importers/austin.ts";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";

const head = "# austin: 3.7.0\n# interval: 1000\n# mode: wall\n\n";

test("each line is one sample of so many microseconds, and each frame has its line", () => {
  const text = `${head}P7;T0:7;/app/a.py:main:9;/app/a.py:hot:3 1500\nP7;T0:7;/app/a.py:main:9;/app/a.py:hot:4 500\n\n# duration: 2000\n`;
  expect(importerFor(text)).toBe(austinImporter);
  const { threads, duration, problems } = austinImporter.read(text);
  const { samples, stacks, functions, interval } = threads[0]!.profile;
  const leaves = [...samples.stack].map((row, index) => [
    functions.name[stacks.func[row] as number],
    functions.line[stacks.func[row] as number],
    stacks.line[row],
    Math.round((samples.weight?.[index] ?? 1) * interval),
  ]);
  expect(leaves).toEqual([
    ["hot", 3, 3, 1500],
    ["hot", 3, 4, 500],
  ]);
  expect([duration, problems]).toEqual([2000, []]);
});

test("processes and threads are apart, and what is not a sample is counted", () => {
  const text = `${head}P7;T0:7;/app/a.py:main:9 100\nP7;T0:8;/app/a.py:work:2 200\nP9;T0:9 300\ncut li\n`;
  const { threads, problems } = austinImporter.read(text);
  expect(threads.map(({ name, profile }) => [name, profile.samples.stack.length])).toEqual([
    ["main", 1],
    ["0:8 (7)", 1],
    ["0:9 (9)", 1],
  ]);
  expect(problems).toEqual([{ code: "collapsed.badLines", count: 1 }]);
});

test("numbers that are not times are refused", () => {
  expect(() => austinImporter.read(head.replace("wall", "memory"))).toThrow(
    expect.objectContaining({ coded: { code: "austin.notTime", values: { mode: "memory" } } }) as Error,
  );
  expect(() => austinImporter.read(head)).toThrow(UserError);
});
