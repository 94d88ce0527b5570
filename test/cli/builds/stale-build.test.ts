import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../../language-server/history/run.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

const repository = path.resolve(import.meta.dirname, "../../..");
const warning = "heatline: dist/ is older than src/: build first (npm run build).";
const old = "dist/ was older than src/, so code of an earlier build ran. Build, then measure again.";
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-built-app-")));
let cli: CommandLine;

beforeAll(async () => {
  cli = await buildCommandLine();
  mkdirSync(path.join(folder, "src"));
  const scripts = { build: "tsc", start: "node dist/server.js", watch: "tsx src/server.ts" };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "shop", scripts }));
  const compilerOptions = { rootDir: "src", outDir: "dist", module: "node20", types: [], sourceMap: true };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(
    path.join(folder, "src/server.ts"),
    `declare const require: any;
require("node:http").createServer((_request: unknown, response: { end(text: string): void }) => {
  const until: number = performance.now() + 5;
  while (performance.now() < until);
  response.end("done");
}).listen(0, "127.0.0.1");
`,
  );
  writeFileSync(path.join(folder, "src/script.ts"), "const until: number = performance.now() + 300;\nwhile (performance.now() < until);\n");
  symlinkSync(path.join(repository, "node_modules"), path.join(folder, "node_modules"));
  build();
});

afterAll(() => rmSync(folder, { recursive: true }));

function build(): void {
  execFileSync(process.execPath, [path.join(repository, "node_modules/typescript/bin/tsc")], { cwd: folder });
}

async function recorded(
  out: string,
  ...args: readonly string[]
): Promise<{ readonly err: string; readonly out: string; readonly run: Run }> {
  const ran = await cli.run(["record", "--out", out, ...args], { cwd: folder });
  const id = readdirSync(path.join(folder, out)).at(-1) ?? "";
  const run = JSON.parse(readFileSync(path.join(folder, out, id, "run.json"), "utf8")) as Run;
  return { err: ran.err, out: ran.out, run };
}

const load = ["--load", "/", "--duration", "1", "--warmup", "0", "--rate", "40", "--"];
const codes = (run: Run): readonly string[] => run.problems.map(({ code }) => code);

test("an app whose build is older than its source: said before the load, in the run, and first of all when runs are compared", async () => {
  const fresh = await recorded("fresh", ...load, "npm", "start");
  expect(fresh.err).not.toContain("older");
  expect(codes(fresh.run)).not.toContain("build.ranOld");
  appendFileSync(path.join(folder, "src/server.ts"), "// changed\n");

  const stale = await recorded("stale", ...load, "npm", "start");
  expect(stale.err.split("\n").filter((line) => line.includes("older"))).toEqual([warning]);
  expect(codes(stale.run)).toContain("build.ranOld");
  expect(stale.out).toContain(old);
  const { out } = await cli.run(["compare", "fresh", "stale"], { cwd: folder });
  expect(out).toContain("Note\n- The later run shows an old build: what was changed in src/ did not run. Build, then measure again.\n");
  const other = await cli.run(["compare", "stale", "fresh"], { cwd: folder });
  expect(other.out).toContain("Note\n- The earlier run shows an old build: what had been changed in src/ did not run.\n");
});

test("an app that is compiled as it starts runs no old build", { tags: "thorough" }, async () => {
  build();
  appendFileSync(path.join(folder, "src/server.ts"), "// changed\n");
  const compiling = await recorded("compiling", ...load, "npm", "run", "watch");
  expect(compiling.err).not.toContain("older");
  expect(codes(compiling.run)).not.toContain("build.ranOld");
});

test("a script, which has no load: also said, in the language of the terminal", { tags: "thorough" }, async () => {
  build();
  const fresh = await recorded("fresh-script", "--", "node", "dist/script.js");
  expect(fresh.err).not.toContain("older");
  appendFileSync(path.join(folder, "src/script.ts"), "// changed\n");
  const stale = await recorded("stale-script", "--", "node", "dist/script.js");
  expect(stale.err).toContain(warning);
  expect(codes(stale.run)).toContain("build.ranOld");
  const chinese = await cli.run(["record", "--out", "zh", "--", "node", "dist/script.js"], { cwd: folder, env: { LC_ALL: "zh_CN.UTF-8" } });
  expect(chinese.err).toContain("heatline: dist/ 比 src/ 旧：请先构建（npm run build）。");
});
