import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { findNode } from "../../../language-server/recording/checkouts/found-node.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

afterEach(() => void vi.unstubAllEnvs());

const search = {
  watchdog: { watchStart: () => expect.unreachable(), forget: () => undefined },
  onInstall: () => expect.unreachable(),
  signal: new AbortController().signal,
};

test("a Node is found by its version in PATH and in a version manager, and by its path", async () => {
  const node26 = await nodeOf(26);
  const home = mkdtempSync(path.join(os.tmpdir(), "heatline-nvm-"));
  vi.stubEnv("NVM_DIR", home);
  vi.stubEnv("PATH", path.dirname(process.execPath));
  expect(await findNode(process.versions.node.split(".")[0] ?? "", search)).toEqual({
    nodePath: process.execPath,
    nodeVersion: process.versions.node,
  });
  const byPath = await findNode(node26, search);
  expect(byPath.nodeVersion).toMatch(/^26\./);
  // A folder of a version that was removed has nothing that runs.
  mkdirSync(path.join(home, "versions/node/v26.99.0"), { recursive: true });
  const bin = path.join(home, `versions/node/v${byPath.nodeVersion}/bin`);
  mkdirSync(bin, { recursive: true });
  symlinkSync(node26, path.join(bin, "node"));
  expect(await findNode("v26", search)).toEqual({ nodePath: path.join(bin, "node"), nodeVersion: byPath.nodeVersion });
});

test("of a version that cannot be installed no folder is left", async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), "heatline-nodes-"));
  for (const name of ["XDG_STATE_HOME", "NVM_DIR", "PATH"]) vi.stubEnv(name, home);
  const installing: string[] = [];
  await expect(findNode("99.98", { ...search, onInstall: (version) => void installing.push(version) })).rejects.toMatchObject({
    coded: { code: "command.bench.noNode", values: { version: "99.98" } },
  });
  expect(installing).toEqual(["99.98"]);
  expect(readdirSync(home, { recursive: true }).filter((name) => String(name).includes("99.98"))).toEqual([]);
});

test("what is neither a version nor a Node is named", async () => {
  await expect(findNode("package.json", search)).rejects.toMatchObject({
    coded: { code: "command.bench.badNode", values: { value: "package.json" } },
  });
});
