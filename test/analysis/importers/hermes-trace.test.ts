import { expect, test } from "vitest";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile } from "../../../language-server/analysis/importers/importer.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";

const script = (name: string, line: number, funcLine: number, parent: number): object => ({
  name: `${name}(/srv/app.js:${line}:5)`,
  line: String(line),
  column: "5",
  funcLine: String(funcLine),
  funcColumn: "1",
  category: "JavaScript",
  parent,
});

function read(samples: readonly (readonly [ts: number, sf: number])[], stackFrames: Readonly<Record<number, object>>): ImportedFile {
  const text = JSON.stringify({
    traceEvents: [
      { name: "process_name", ph: "M", cat: "__metadata", pid: 1, args: { name: "hermes" } },
      { name: "hermes", cat: "hermes", ph: "X", dur: 0, pid: 1, args: {} },
    ],
    samples: samples.map(([ts, sf]) => ({ ts: String(ts), tid: "1", weight: "1", sf })),
    stackFrames,
  });
  const importer = importerFor(text.slice(0, 4096));
  if (importer?.name !== "Hermes trace" || importer.reads !== "text") throw new Error(`Taken for ${importer?.name ?? "nothing"}.`);
  return importer.read(text);
}

/** Each sample's frames, callers first, with the line that it has. */
function stacksOf({ threads }: ImportedFile): readonly (readonly string[])[] {
  const { samples, stacks, functions } = threads[0]!.profile;
  return [...samples.stack].map((row) => {
    const frames: string[] = [];
    for (let at = row; at !== -1; at = stacks.prefix[at] as number) {
      const func = stacks.func[at] as number;
      frames.unshift(`${functions.name[func]}@${functions.line[func]} ${stacks.line[at]}`);
    }
    return frames;
  });
}

const root = { name: "[root]", category: "root" };
const frames = { 1: root, 2: script("global", 20, 3, 1), 3: script("main", 12, 10, 2), 4: script("hot", 4, 4, 3) };

test("callers have lines; the innermost function, which Hermes always places at its start, has none", () => {
  const file = read(
    [
      [1000, 4],
      [11_000, 4],
      [21_000, 3],
    ],
    frames,
  );
  const caller = ["@1 20", "main@10 12"];
  expect(stacksOf(file)).toEqual([
    [...caller, "hot@4 0"],
    [...caller, "hot@4 0"],
    ["@1 20", "main@10 0"],
  ]);
  expect(file.threads[0]?.profile.interval).toBe(10_000);
  expect(file.problems).toEqual([{ code: "hermes.callerLines", count: 1 }]);
});

test("native functions, garbage collection, and samples without a stack, which are idle", () => {
  const more = {
    ...frames,
    5: { name: "[Native] arrayPrototypeSort", category: "Native", parent: 3 },
    6: { name: "[GC Young Gen]", category: "Metadata", parent: 4 },
  };
  const file = read(
    [
      [0, 5],
      [10_000, 6],
      [20_000, 1],
    ],
    more,
  );
  expect(stacksOf(file).map((stack) => stack.at(-1)?.split("@")[0])).toEqual(["arrayPrototypeSort", "(garbage collector)", "(idle)"]);
  expect(stacksOf(file)[1]).toHaveLength(1);
});

test("frames that are each other's callers end, and a trace without samples is refused", () => {
  expect(stacksOf(read([[0, 2]], { 2: script("a", 1, 1, 3), 3: script("b", 2, 2, 2) }))).toHaveLength(1);
  expect(() => read([], frames)).toThrow(UserError);
});
