import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { buildCommandLine } from "../command-line.ts";

/** The folder of the runs is there at the start, and no folder any more at the end: as a full disk it cannot be written to. */
const app = `const fs = require("node:fs");
const until = Date.now() + 500;
while (Date.now() < until) Math.sqrt(until);
fs.rmSync("runs", { recursive: true, force: true });
fs.writeFileSync("runs", "");
`;

test("a run that cannot be written to --out is kept elsewhere, and the exit code says that it failed", async () => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-kept-run-")));
  writeFileSync(path.join(folder, "app.js"), app);
  const cli = await buildCommandLine();
  const { code, err, out } = await cli.run(["record", "--out", "runs", "--", "node", "app.js"], { cwd: folder });
  const kept = /could not be written to .*\/runs: .* It is kept in ([^\n]+?)\. /.exec(err)?.[1] ?? "";
  expect(code).toBe(1);
  expect(readdirSync(kept)).toContain("run.json");
  expect(out).toContain("app.js");
  rmSync(path.dirname(kept), { recursive: true });
  rmSync(folder, { recursive: true });
  expect(existsSync(kept)).toBe(false);
});
