import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { stateEntries, stateEnv } from "../../drivers/state-folder.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** Ends itself while many files that it asked for are being made beside the private one. */
const program = `import { writeFile } from "node:fs/promises";
import path from "node:path";
import { withPrivateFile } from ${JSON.stringify(path.join(root, "language-server/cli/targets/private-file.ts"))};
void withPrivateFile(async (file) => {
  for (let each = 0; each < 1000; each++) writeFile(path.join(path.dirname(file), String(each)), "").catch(() => {});
  process.kill(process.pid, "SIGINT");
  await new Promise((resolve) => setTimeout(resolve, 60_000));
});
`;

test("what is made in the private folder while a signal ends the command is removed, too, and the signal is seen", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-private-file-"));
  writeFileSync(path.join(folder, "program.ts"), program);
  await build({
    entryPoints: [path.join(folder, "program.ts")],
    outfile: path.join(folder, "program.js"),
    bundle: true,
    platform: "node",
    format: "cjs",
  });
  const child = spawn(process.execPath, [path.join(folder, "program.js")], {
    env: { ...process.env, ...stateEnv(folder) },
    stdio: "inherit",
  });
  const [, signal] = (await once(child, "exit")) as [unknown, unknown];
  expect(signal).toBe("SIGINT");
  expect(await stateEntries(folder)).toEqual([]);
});
