import { expect, test } from "vitest";
import { testPart } from "../../../language-server/analysis/test-runners/test-samples.ts";
import { profileOfStacks } from "../drawn-profile.ts";

const isOwn = (path: string): boolean => path.startsWith("/app/") && !path.includes("/node_modules/");

/** The samples that are kept, as their innermost frames. */
function kept(...stacks: readonly string[]): { readonly frames: readonly string[]; readonly own: number } | undefined {
  const profile = profileOfStacks(
    stacks.map((stack) => stack.split(" > ")),
    { starts: { hot: 3, test: 5 } },
  );
  const part = testPart(profile, isOwn);
  if (part === undefined) return undefined;
  const { functions, scripts } = part.profile;
  const frames = [...part.profile.samples.stack].map((row) => functions.name[part.profile.stacks.func[row] ?? -1] ?? "");
  expect(scripts.url.every((url) => [...functions.script].some((script) => scripts.url[script] === url))).toBe(true);
  return { frames, own: part.ownTicks };
}

const runner = "run@node_modules/mocha/run.js:9";
const module = "@a.test.js:1";
const hot = `${runner} > test@a.test.js:6 > hot@hot.js:4`;

test("the part of a test is from the first line of own code to the last, with what the runner did in between", () => {
  const reports = `${runner} > report@node_modules/mocha/report.js:2`;
  expect(kept("boot@node:internal/bootstrap:1", runner, `${runner} > ${module}`, hot, reports, hot, reports, runner)).toEqual({
    frames: ["", "hot", "report", "hot"],
    own: 3,
  });
});

test("modules that are loaded and compiled are no part of it", () => {
  const jest = "transform@node_modules/@jest/transform/build/index.js:9";
  expect(
    kept(
      `${runner} > ${module}`,
      `${runner} > ${module} > ${jest} > parse@node_modules/@babel/parser/lib/index.js:3`,
      `${runner} > ${module} > require@node:internal/modules/helpers:1 > load@node:internal/modules/cjs/loader:1 > read`,
      `${runner} > ${module} > ${jest} > @hot.js:1`,
      hot,
    ),
  ).toEqual({ frames: ["", "", "hot"], own: 3 });
});

test("but a function that loads modules each time it runs pays for that", () => {
  expect(kept(`${hot} > require@node:internal/modules/helpers:1`, hot)?.frames).toEqual(["require", "hot"]);
});

test("the settings of a runner are no test", () => {
  expect(kept("@jest.config.js:1", runner, hot, runner)?.frames).toEqual(["hot"]);
});

test("libraries that own code calls are part of it, also a compiler that is what is tested", () => {
  expect(kept(`${hot} > parse@node_modules/@babel/parser/lib/index.js:3`)?.frames).toEqual(["parse"]);
});

test("a thread without own code has none", () => {
  expect(kept(runner, runner)).toBeUndefined();
});
