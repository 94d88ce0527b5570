import { expect, test } from "vitest";
import { graalvmSamplerImporter } from "../../../language-server/analysis/importers/graalvm-sampler.ts";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import { UserError } from "../../../language-server/analysis/user-error.ts";

interface Node {
  readonly root_name: string;
  readonly self_hit_count: number;
  readonly children: readonly Node[];
  readonly source_section: { readonly path: string; readonly start_line: number; readonly start_column: number };
}

function node(name: string, line: number, self: number, ...children: readonly Node[]): Node {
  return { root_name: name, self_hit_count: self, children, source_section: { path: "/srv/a.js", start_line: line, start_column: 1 } };
}

const sampled = (...samples: readonly Node[]): string =>
  JSON.stringify({ contexts: [{ period: 5, profile: [{ thread: "Thread[#3,main,5,main]", samples }] }], tool: "cpusampler" });

test("functions at their starts, with the samples they were innermost in, and without lines", () => {
  const text = sampled(node(":program", 1, 1, node("main", 10, 0, node("hot", 2, 3))));
  expect(importerFor(text)).toBe(graalvmSamplerImporter);
  const { threads, problems } = graalvmSamplerImporter.read(text);
  const { samples, stacks, functions, interval } = threads[0]!.profile;
  const leaves = [...samples.stack].map((row) => {
    const func = stacks.func[row] as number;
    return `${functions.name[func]} ${functions.line[func]} ${stacks.line[row]}`;
  });
  expect(leaves).toEqual([" 1 0", "hot 2 0", "hot 2 0", "hot 2 0"]);
  expect([interval, threads.map(({ name }) => name), problems]).toEqual([5000, ["main"], [{ code: "graalvm.onlyFunctions", count: 1 }]]);
});

test("a tree of two thousand calls in each other is read, and one without samples or an end is refused", () => {
  let deep = node("down", 3, 1);
  for (let depth = 0; depth < 2000; depth++) deep = node("down", 3, 0, deep);
  expect(graalvmSamplerImporter.read(sampled(deep)).threads[0]?.profile.stacks.func).toHaveLength(2001);
  expect(() => graalvmSamplerImporter.read(sampled())).toThrow(UserError);
  expect(() => graalvmSamplerImporter.read('{"tool":"cpusampler"')).toThrow(UserError);
});
