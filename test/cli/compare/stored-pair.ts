import { createHash } from "node:crypto";
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { RunMachine } from "../../../language-server/analysis/compare/comparability.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { writeRun } from "../../../language-server/history/run-store.ts";

const otherNames = Array.from({ length: 12 }, (_, index) => `part${index}`);
const source = [
  "function price() {",
  "  return expensive();",
  "}",
  ...otherNames.map((name) => `function ${name}() {\n  return render();\n}`),
  "",
].join("\n");

/** `price` has so many samples, and so many each of the others, in turns. */
function profileOf(script: string, hash: string, samples: number, each: number): Profile {
  const names = ["price", ...otherNames];
  const rounds = 100;
  const turn = names.flatMap((_, at) => Array.from({ length: (at === 0 ? samples : each) / rounds }, () => at));
  const stack = Int32Array.from({ length: turn.length * rounds }, (_, index) => turn[index % turn.length] ?? 0);
  return {
    scripts: { url: [script], hash: [hash] },
    functions: {
      name: names,
      script: Int32Array.from(names, () => 0),
      line: Int32Array.from(names, (_, at) => 1 + at * 3),
      column: Int32Array.from(names, (name) => "function ".length + name.length),
      kind: Uint8Array.from(names, () => 0),
    },
    stacks: {
      prefix: Int32Array.from(names, () => -1),
      func: Int32Array.from(names, (_, at) => at),
      line: Int32Array.from(names, (_, at) => 2 + at * 3),
      column: Int32Array.from(names, () => 9),
      certainty: Uint8Array.from(names, () => 0),
    },
    samples: { stack, time: Float64Array.from(stack, (_, index) => index * 1000) },
    interval: 1000,
  };
}

export interface StoredPair {
  /** A Git checkout, in which the app is in `app`. */
  readonly checkout: string;
  readonly before: string;
  readonly after: string;
}

/** Two runs of 1,000 requests each, in the second of which the line of `price` costs more. `others`: samples of each other function then. */
export async function storedPair(machines: readonly [RunMachine?, RunMachine?] = [], others = 300): Promise<StoredPair> {
  const checkout = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-pair-")));
  const cwd = path.join(checkout, "app");
  const file = path.join(cwd, "price list.js");
  await mkdir(path.join(checkout, ".git"));
  await mkdir(cwd);
  await writeFile(file, source);
  const hash = createHash("sha256").update(source).digest("hex");
  const url = pathToFileURL(file).href;
  const run = async (
    name: string,
    startedAt: string,
    [samples, each]: readonly [number, number],
    machine: RunMachine | undefined,
  ): Promise<string> => {
    const folder = path.join(checkout, name);
    const { run: stored } = await writeRun(folder, {
      run: {
        name: "shop",
        startedAt,
        app: { cwd, workspaceFolders: [checkout], argv: ["node", file], nodeVersion: "22.0.0", v8Version: "12.4", gitCommit: "" },
        ...(machine === undefined ? {} : { machine }),
        recorder: "exact",
        end: "load-ended",
        durationMs: 10_000,
        cpuMs: 0,
        load: {
          tool: "autocannon",
          url: "http://127.0.0.1:3000/",
          label: "GET /",
          durationSeconds: 10,
          requests: 1000,
          errors: 0,
          latency: {},
          cancelled: false,
        },
        scripts: [{ url, hash, mapHash: "", mapBase: "" }],
        problems: [],
      },
      threads: [{ pid: 1, name: "main", profile: profileOf(url, hash, samples, each) }],
      texts: new Map([[hash, source]]),
    });
    return path.join(folder, stored.id);
  };
  return {
    checkout,
    before: await run("before", "2026-01-02T12:00:00.000Z", [500, 300], machines[0]),
    after: await run("after", "2026-01-02T13:00:00.000Z", [2500, others], machines[1]),
  };
}
