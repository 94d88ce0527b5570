import { runScript, SetupError } from "../workbench/setup-error.mjs";
import { shown } from "../workbench/run-program.mjs";

/** `npm run soak -- 12`: one window through that many runs, by default 100. `-- 12 panels` and `-- 100 long`: one of the tests. See the README here. */
async function main() {
  const [rounds = "100", ...only] = process.argv.slice(2);
  if (!/^[1-9]\d*$/.test(rounds)) throw new SetupError(`The number of runs must be a whole number; it is ${rounds}.`);
  process.env["HEATLINE_SOAK_RUNS"] = rounds;
  const args = ["--import", "./test/node-20.mjs", "node_modules/vitest/vitest.mjs", "run", "--project", "soak"];
  if (only.length > 0) args.push("-t", only.join(" "));
  if (!(await shown("node", args))) process.exitCode = 1;
}

await runScript(main);
