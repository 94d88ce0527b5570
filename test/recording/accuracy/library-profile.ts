import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { functionKinds, type Profile } from "../../../language-server/analysis/profile/profile.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { nodeOutput } from "../../workbench/node-output.ts";
import { record } from "./ground-truth.ts";

/** A function with a file. Its self time includes that of functions without a file that it calls; figures are shares of all such time. */
export interface CompiledFunction {
  /** `file:line:column`, as V8 counts them. */
  readonly place: string;
  readonly name: string;
  readonly exact: number;
  /** Minimum and maximum of two runs: while the machine stops a thread, many samples hit the place where it waits. */
  readonly cpuProf: readonly [least: number, most: number];
}

export const libraries = ["immer", "mobx", "vue", "express", "eslint"] as const;

/** Runs a program that uses a library under V8's log as decoded here, and twice under `--cpu-prof`. */
export async function measureLibrary(
  major: number,
  modules: string,
  library: (typeof libraries)[number],
  seconds = 1.5,
): Promise<readonly CompiledFunction[]> {
  const node = await nodeOf(major);
  const args = [path.join(import.meta.dirname, `../../fixtures/libraries/${library}.cjs`), modules, String(seconds)];
  const { decoder } = await record(node, major, 1000, args);
  const exact = selfOf(decoder.profile().profile);
  const cpuProf = [await cpuProfileSelf(node, args), await cpuProfileSelf(node, args)];
  return [...new Set([exact, ...cpuProf].flatMap((shares) => [...shares.keys()]))].map((place) => {
    const seen = cpuProf.map((shares) => shares.get(place)?.share ?? 0);
    return {
      place,
      name: [exact, ...cpuProf].find((shares) => shares.has(place))?.get(place)?.name ?? "",
      exact: exact.get(place)?.share ?? 0,
      cpuProf: [Math.min(...seen), Math.max(...seen)],
    };
  });
}

class Shares {
  readonly #self = new Map<string, { name: string; ticks: number }>();
  #all = 0;

  add(url: string, line: number, column: number, name: string, ticks: number): void {
    const place = `${url.replace(/^file:\/\//, "")}:${line}:${column}`;
    const entry = this.#self.get(place) ?? { name, ticks: 0 };
    this.#self.set(place, entry);
    entry.ticks += ticks;
    this.#all += ticks;
  }

  get shares(): ReadonlyMap<string, { readonly name: string; readonly share: number }> {
    return new Map([...this.#self].map(([place, { name, ticks }]) => [place, { name, share: ticks / this.#all }]));
  }
}

function selfOf({ samples, stacks, functions, scripts }: Profile): Shares["shares"] {
  const shares = new Shares();
  const isScript = (row: number): boolean => functionKinds[functions.kind[stacks.func[row] as number] as number] === "script";
  for (const top of samples.stack) {
    let row = top;
    while (row !== -1 && !isScript(row)) row = stacks.prefix[row] as number;
    if (row === -1) continue;
    const func = stacks.func[row] as number;
    const url = scripts.url[functions.script[func] as number] as string;
    shares.add(url, functions.line[func] as number, (functions.column[func] as number) + 1, functions.name[func] as string, 1);
  }
  return shares.shares;
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly hitCount: number;
    readonly callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
    readonly children?: readonly number[];
  }[];
}

async function cpuProfileSelf(node: string, args: readonly string[]): Promise<Shares["shares"]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-library-"));
  try {
    await nodeOutput(node, ["--cpu-prof", `--cpu-prof-dir=${folder}`, ...args]);
    const [file = ""] = await readdir(folder);
    const { nodes } = JSON.parse(await readFile(path.join(folder, file), "utf8")) as CpuProfile;
    const callers = new Map(nodes.flatMap((caller) => (caller.children ?? []).map((child) => [child, caller] as const)));
    const shares = new Shares();
    for (const leaf of nodes) {
      let frame: (typeof nodes)[number] | undefined = leaf;
      while (frame !== undefined && frame.callFrame.url === "") frame = callers.get(frame.id);
      if (frame === undefined) continue;
      const { functionName, url, lineNumber, columnNumber } = frame.callFrame;
      shares.add(url, lineNumber + 1, columnNumber + 1, functionName, leaf.hitCount);
    }
    return shares.shares;
  } finally {
    await rm(folder, { recursive: true });
  }
}
