import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { analyse, type Analysis } from "../../language-server/analysis/analyse.ts";
import { importCpuprofile } from "../../language-server/analysis/importers/cpuprofile.ts";

/** Runs a script's `run()` under V8's profiler and writes the profile to the given file. */
const recorder = `
const { Session } = require("node:inspector");
const { writeFileSync } = require("node:fs");
const [, , script, target, interval] = process.argv;
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.setSamplingInterval", { interval: Number(interval) });
session.post("Profiler.start");
Promise.resolve(require(script).run()).then(() => session.post("Profiler.stop", (error, { profile }) => writeFileSync(target, JSON.stringify(profile))));
`;

export interface ProfiledProgram {
  readonly analysis: Analysis;
  readonly profile: ReturnType<typeof importCpuprofile>["profile"];
  readonly url: string;
}

/** Profiles a CommonJS program (text that exports `run`) in a separate process and computes its costs. */
export async function profileProgram(text: string, { interval = 500, name = "app.js" } = {}): Promise<ProfiledProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), "heatline-"));
  try {
    const script = path.join(folder, name);
    const target = path.join(folder, "out.cpuprofile");
    await writeFile(script, text);
    await writeFile(path.join(folder, "recorder.cjs"), recorder);
    const { NODE_OPTIONS: _, ...env } = process.env;
    await promisify(execFile)(process.execPath, [path.join(folder, "recorder.cjs"), script, target, String(interval)], { env });
    const { profile } = importCpuprofile(JSON.parse(await readFile(target, "utf8")));
    const url = profile.scripts.url.find((each) => each.endsWith(`/${name}`)) ?? pathToFileURL(script).href;
    const analysis = analyse({
      threads: [{ name: "main", profile }],
      scripts: [{ url, hash: "text", mapHash: "", mapBase: "" }],
      textOf: (hash) => (hash === "text" ? text : undefined),
      workspaceFolders: [folder],
      ownCode: [],
      nodeMajor: Number(process.versions.node.split(".")[0]),
    });
    return { analysis, profile, url };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** 1-based line of the mark `// <mark>` in a text. */
export function marked(text: string, mark: string): number {
  const line = text.split("\n").findIndex((each) => each.trimEnd().endsWith(`// ${mark}`));
  if (line === -1) throw new Error(`No line is marked ${mark}`);
  return line + 1;
}
