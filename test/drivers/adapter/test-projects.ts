import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TestRunner } from "../../../language-server/analysis/test-runners/test-command.ts";
import { installPackages } from "../../workbench/installed-packages.mjs";

/** In `hot.js` or `hot.ts`. */
export const hotLine = 4;

const hot = {
  js: `export function hot(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    sum += JSON.stringify({ i, text: "x".repeat(40) }).length;
  }
  return sum;
}
`,
  // The compiler removes and moves lines of this text, so a wrong map would show.
  ts: `interface Rounds { readonly rounds: number }
export function hot({ rounds }: Rounds): number { let sum: number = 0;
  for (let i = 0; i < rounds; i++) {
    sum += JSON.stringify({ i, text: "x".repeat(40) }).length;
  }
  return sum;
}
`,
};

const imports: Readonly<Record<TestRunner, string>> = {
  node: 'import { describe, it } from "node:test";',
  vitest: 'import { describe, it } from "vitest";',
  // Jest's functions are globals.
  jest: "",
  mocha: "",
};

/** A test of `hot`, and another one that would be hotter still. `rounds`: how often the hot line runs. */
function testOf(runner: TestRunner, language: "js" | "ts", rounds: number): string {
  const [call, file] = language === "js" ? [`hot(${rounds})`, "./hot.js"] : [`hot({ rounds: ${rounds} })`, "./hot.ts"];
  const load =
    runner !== "jest"
      ? `import { hot } from "${file}";`
      : language === "js"
        ? 'const { hot } = require("./hot.js");'
        : 'import { hot } from "./hot";';
  return `${imports[runner]}
${load}

describe("sums (a+b)", () => {
  it("are large", () => {
    for (const end = Date.now() + 1000 * (process.env.SECONDS_BEFORE ?? 0); Date.now() < end; ) JSON.parse("[1]");
    if (${call} < 1) throw new Error("too small");
  });
  it("are larger", () => {
    for (const end = Date.now() + 3000; Date.now() < end; ) JSON.parse("[1,2,3]");
  });
});
`;
}

/** In `hot.bench.ts`. */
export const hotBenchmarkLine = 6;

/** A benchmark, and another one that would be hotter still. Its loop is on one line: Node 24 gives a part of a loop's body to its head. */
const benchmark = `import { describe, test } from "vitest";

interface Rounds { readonly rounds: number }
function hot({ rounds }: Rounds): number {
  let sum: number = 0;
  for (let i = 0; i < rounds; i++) sum += JSON.stringify({ i, text: "x".repeat(40) }).length;
  return sum;
}

describe("sums (a+b)", () => {
  test("are large", async ({ bench }) => {
    await bench("hot", () => void hot({ rounds: 1000 })).run({ time: 1000, warmupTime: 100 });
  });
  test("are larger", async ({ bench }) => {
    await bench("parse", () => void JSON.parse("[1,2,3]")).run({ time: 3000 });
  });
});
`;

/** A package with one of Vitest's benchmarks. */
export async function benchmarkProject(): Promise<TestProject> {
  const project = await testProject("vitest", "ts");
  const file = "hot.bench.ts";
  await writeFile(path.join(project.folder, file), benchmark);
  return { ...project, file };
}

const tsJest = `module.exports = { transform: { "\\\\.ts$": ["ts-jest", { isolatedModules: true, tsconfig: { module: "commonjs", target: "es2022" } }] } };
`;

export interface TestProject extends AsyncDisposable {
  readonly folder: string;
  /** Relative to the folder. */
  readonly file: string;
}

/** A package with one test file and a runner among its packages, in a folder of its own. */
export async function testProject(runner: TestRunner, language: "js" | "ts", rounds = 400_000): Promise<TestProject> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-tests-")));
  const file = `hot.test.${language}`;
  const dependencies = runner === "node" ? {} : { [runner]: "*" };
  const type = runner === "jest" ? "commonjs" : "module";
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "sums", type, devDependencies: dependencies }));
  const source =
    type === "commonjs" && language === "js" ? hot.js.replace("export function hot", "exports.hot = function hot") : hot[language];
  await writeFile(path.join(folder, `hot.${language}`), source);
  await writeFile(path.join(folder, file), testOf(runner, language, rounds));
  if (type === "commonjs" && language === "ts") await writeFile(path.join(folder, "jest.config.cjs"), tsJest);
  if (runner !== "node") await symlink(await installPackages("test-runners"), path.join(folder, "node_modules"));
  return { folder, file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}
