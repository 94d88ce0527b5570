import path from "node:path";
import { expect, test } from "vitest";
import { openProfile } from "../../language-server/opening/opened-run.ts";

const cases = path.join(import.meta.dirname, "../fixtures/fit-cases");

/** `loud 10 98 %` for functions, `12 ≈ 98 %` for lines, of own code with at least 3 % of the busy time, and what is said. */
async function opened(name: string, file: string, mapped: string) {
  const folder = path.join(cases, name);
  const options = { workspaceFolders: [folder], pathMappings: { [mapped]: folder } };
  const { analysis, problems } = await openProfile(path.join(folder, file), options, options);
  const { costs } = analysis;
  const isOwn = ({ source }: { readonly source: number }): boolean => costs.sources[source]?.category === "own";
  const share = (ticks: number): string => `${Math.round((100 * ticks) / costs.busyTicks)} %`;
  const much = 0.03 * costs.busyTicks;
  return {
    functions: costs.functions
      .filter((cost) => isOwn(cost) && cost.selfTicks >= much)
      .map(({ name: called, line, inferred, selfTicks }) => `${called} ${inferred ? "≈ " : ""}${line} ${share(selfTicks)}`),
    lines: costs.lines
      .filter((cost) => isOwn(cost) && cost.selfTicks >= much)
      .map(({ line, inferredTicks, selfTicks }) => `${line} ${inferredTicks > 0 ? "≈ " : ""}${share(selfTicks)}`),
    sure: costs.lines.filter((cost) => isOwn(cost) && cost.totalTicks > 0 && cost.inferredTicks === 0).map(({ line }) => line),
    problems: problems.filter(({ code }) => code.startsWith("script.")),
  };
}

test("a profile that is older than the text: a function that was found by its name has its lines, with ≈", async () => {
  expect(await opened("stale", "c.cpuprofile", "/srv/app")).toEqual({
    functions: ["loud ≈ 10 98 %"],
    lines: ["12 ≈ 98 %"],
    sure: [],
    problems: [{ code: "script.contradicted", values: { file: "a.cjs", contradicted: 1, judged: 1 }, count: 1 }],
  });
});

test("what --cpu-prof writes under a loader that makes text without a map, as esbuild-register does", async () => {
  const { functions, lines, sure, problems } = await opened("esbuild-register", "esbuild-register.cpuprofile.gz", "/app");
  expect({ functions, lines, sure }).toEqual({ functions: ["warm ≈ 12 82 %"], lines: ["14 ≈ 82 %"], sure: [] });
  expect(problems).toEqual([{ code: "script.contradicted", values: { file: "app.ts", contradicted: 2, judged: 2 }, count: 1 }]);
});

test("Deno maps where functions start to TypeScript, but not their samples: functions only", async () => {
  expect(await opened("deno-ts-lines", "deno-2.9.6.cpuprofile", "/app")).toEqual({
    functions: ["warm 10 99 %"],
    lines: [],
    sure: [],
    problems: [{ code: "script.otherLines", values: { file: "app.ts" }, count: 1 }],
  });
});
