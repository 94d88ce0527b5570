import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { type DrawnApp, makeApp } from "../../drivers/server/drawn-run.ts";
import { recordProgram } from "../../drivers/server/recorded-run.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const script = path.resolve(import.meta.dirname, "../../fixtures/neovim/client.lua");

const text = `"use strict";

function burn(until) {
  let sum = 0;
  while (process.cpuUsage().user < until) for (let i = 0; i < 1e5; i++) sum += Math.sqrt(i);
  return sum;
}

burn(process.cpuUsage().user + 500_000);
`;

/** What the script writes. */
interface Written {
  readonly error?: string;
  readonly seen?: {
    readonly opened: boolean;
    readonly hover: readonly string[];
    readonly lenses: readonly string[];
    readonly hoverBelow: readonly string[];
    readonly lensesBelow: readonly string[];
    readonly exitCode: number;
  };
  /** The messages that Neovim showed. */
  readonly said: readonly string[];
  /** Warnings and errors in its log of the protocol. */
  readonly log: readonly string[];
}

let bundle: string;
let app: DrawnApp;
let run: string;

beforeAll(async () => {
  [bundle, app] = await Promise.all([bundleServer(), makeApp({ "burn.js": text })]);
  run = await recordProgram(app, "burn.js");
});

/** Opens the recorded file in a real Neovim, which shows Markdown unless `plain`. */
async function inNeovim(plain: boolean): Promise<Written> {
  const home = await mkdtemp(path.join(tmpdir(), "heatline-neovim-"));
  const output = path.join(home, "output.json");
  const command = [process.execPath, path.join(bundle, "server.js"), "--stdio"];
  const task = { command, folder: app.folder, run, file: app.path("burn.js"), line: 5, plain, output };
  const folders = { HOME: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  await promisify(execFile)("nvim", ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", `luafile ${script}`], {
    env: { ...process.env, ...folders, HEATLINE_TASK: JSON.stringify(task) },
  });
  return JSON.parse(await readFile(output, "utf8")) as Written;
}

const below = (lens: string): string => lens.replace(/^\d+/, (line) => String(Number(line) + 1));

test("Neovim as a client of plain text shows a recorded line's share and lenses, follows edits, and logs no error", async () => {
  const { error, seen, said, log } = await inNeovim(true);
  expect({ error, said, log: log.filter((line) => !line.startsWith("[START]")) }).toEqual({ error: undefined, said: [], log: [] });
  expect(seen).toMatchObject({ opened: true, exitCode: 0 });
  const shown = seen?.hover.join("\n") ?? "";
  expect(shown).toMatch(/^On the stack in [\d,]+ of [\d,]+ busy samples: \d+\.\d %\n/);
  expect(shown).toMatch(/self: share (?:≈ )?[\d.]+ % ± [\d.]+ · samples [\d,]+ · time/);
  expect(shown).toContain("burn is called by:");
  expect(shown).not.toMatch(/command:|\*\*|\\|\]\(|\$\(|&nbsp;/);
  expect(seen?.lenses).toContainEqual(expect.stringMatching(/^3: [\d.]+ % total · [\d.]+ % self · [\d.]+ m?s/));
  expect(seen?.lenses.join("\n")).not.toMatch(/flame|\$\(/i);
  expect(seen?.hoverBelow).toEqual(seen?.hover.map((line) => line.replaceAll("(burn.js:9)", "(burn.js:10)")));
  expect(seen?.lensesBelow).toEqual(seen?.lenses.map(below));
});

test("Neovim as it comes shows Markdown without links to commands", async () => {
  const { error, seen, said, log } = await inNeovim(false);
  expect({ error, said, log: log.filter((line) => !line.startsWith("[START]")) }).toEqual({ error: undefined, said: [], log: [] });
  const shown = seen?.hover.join("\n") ?? "";
  expect(shown).toMatch(/On the stack in [\d,]+ of [\d,]+ busy samples/);
  expect(shown).not.toMatch(/command:|\$\(|&nbsp;/);
});
