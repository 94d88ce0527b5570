import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openProfile } from "../../../language-server/opening/opened-run.ts";

const cases = path.join(import.meta.dirname, "../../fixtures/fit-cases");

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

test("a file is known by its name, not by how a URL writes it", async () => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-named-")));
  cpSync(path.join(cases, "stale/a.cjs"), path.join(folder, "ä [b].cjs"));
  const profile = readFileSync(path.join(cases, "stale/c.cpuprofile"), "utf8").replaceAll(
    /"url":"[^"]*a\.cjs"/g,
    '"url":"file:///srv/%C3%A4%20%5Bb%5D.cjs"',
  );
  writeFileSync(path.join(folder, "c.cpuprofile"), profile);
  const options = { workspaceFolders: [folder], pathMappings: { "/srv": folder } };
  const { problems } = await openProfile(path.join(folder, "c.cpuprofile"), options, options);
  rmSync(folder, { recursive: true });
  expect(problems.flatMap(({ values }) => values?.["file"] ?? [])).toEqual(["ä [b].cjs"]);
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

test.each([
  ["dd-fn.pb.gz", { "step@5": 59.3, "step@15": 36.8 }],
  ["pyroscope-nodejs-cpu.pb.gz", { "price@3": 50.8, "sortIt@10": 11.7 }],
])(
  "pprof whose lines are the starts of functions, of which some of one name are merged, has functions only: %s",
  async (name, expected) => {
    const { analysis, problems } = await openProfile(path.join(cases, name), { workspaceFolders: [cases] }, {});
    const { busyTicks, functions, lines } = analysis.costs;
    const shares = functions.map((cost) => [`${cost.name}@${cost.line}`, Math.round((1000 * cost.selfTicks) / busyTicks) / 10]);
    expect(Object.fromEntries(shares)).toMatchObject(expected);
    // Those of callers are inferred from the text.
    expect(lines.filter(({ selfTicks, inferredTicks, totalTicks }) => selfTicks > 0 || inferredTicks < totalTicks)).toEqual([]);
    expect(problems.map(({ code }) => code)).toContain("pprof.onlyFunctions");
  },
);

test.each(["node20", "node22", "node24"])("pprof with lines keeps them: @datadog/pprof with %s", async (node) => {
  const corpus = path.join(import.meta.dirname, "../../fixtures/corpus");
  const { problems } = await openProfile(path.join(corpus, `datadog-lines.${node}.pb.gz`), { workspaceFolders: [] }, {});
  // That of Node 22 has no function with two lines.
  expect(problems.map(({ code }) => code)).toContain(node === "node22" ? "pprof.onlyFunctions" : "pprof.foreignLines");
});
