import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { type LargeApp, ownModules, randomNumbers } from "./large-app.ts";

/** Maximum stack depth, without V8's (root). */
const deepest = 120;
const usualDepth = 30;
/** Approximate sampling interval: 1 ms. */
const interval = 1000;
const samplesPerNode = 3;

export interface LargeProfileOptions {
  /** Approximate size of the file. */
  readonly megabytes: number;
  readonly seed: number;
  /** A function that gets this many times its normal number of samples. */
  readonly slower?: { readonly func: number; readonly times: number };
}

/**
 * Writes a `.cpuprofile` of an app as V8 does: a call tree built by a random walk, each sample a few returns and calls away from the previous
 * one, with ticks by line. Like real profiles of servers and compilers it is deep, recursive, and consists mostly of nodes.
 */
export async function writeLargeProfile(file: string, app: LargeApp, options: LargeProfileOptions): Promise<void> {
  const tree = new CallTree(app, randomNumbers(options.seed));
  const samples = walk(tree, options);
  const out = createWriteStream(file);
  const write = async (text: string): Promise<void> => {
    if (!out.write(text)) await once(out, "drain");
  };
  await write('{"nodes":[');
  for (let node = 0; node < tree.size; node += 1000) {
    const end = Math.min(tree.size, node + 1000);
    const texts = Array.from({ length: end - node }, (_, index) => JSON.stringify(tree.node(node + index)));
    await write(`${node === 0 ? "" : ","}${texts.join(",")}`);
  }
  const random = randomNumbers(options.seed + 1);
  const deltas = samples.map(() => interval - 50 + Math.floor(random() * 100));
  const time = deltas.reduce((sum, delta) => sum + delta, 0);
  await write(`],"startTime":1000000,"endTime":${1_000_000 + time},"samples":[${samples.join(",")}],"timeDeltas":[${deltas.join(",")}]}`);
  out.end();
  await once(out, "finish");
}

/** Ids of the sampled nodes, until the file is large enough. */
function walk(tree: CallTree, { megabytes, seed, slower }: LargeProfileOptions): number[] {
  const random = randomNumbers(seed + 2);
  const samples: number[] = [];
  const path: number[] = [0];
  const bytesPerSample = 12;
  while (tree.bytes + samples.length * bytesPerSample < megabytes * 1e6) {
    path.length -= Math.min(path.length - 1, Math.floor(-Math.log(1 - random()) * 4));
    // Preferring known calls keeps the number of samples above that of the nodes, as in a real profile.
    const isNew = samples.length >= tree.size * samplesPerNode && random() < 0.5;
    const calls = 1 + Math.floor(-Math.log(1 - random()) * 4 * Math.max(0, 2 - path.length / usualDepth));
    for (let call = 0; call < calls && path.length < deepest; call++) path.push(tree.call(path.at(-1) as number, isNew));
    const node = path.at(-1) as number;
    const times = slower !== undefined && tree.funcOf(node) === slower.func ? slower.times : 1;
    for (let time = 0; time < times; time++) samples.push(tree.hit(node));
  }
  return samples;
}

class CallTree {
  bytes = 0;
  readonly #app: LargeApp;
  readonly #random: () => number;
  readonly #urls: readonly string[];
  readonly #func: number[] = [-1];
  readonly #hits: number[] = [0];
  readonly #children: number[][] = [[]];
  readonly #ticks: Map<number, number>[] = [new Map()];

  constructor(app: LargeApp, random: () => number) {
    this.#app = app;
    this.#random = random;
    this.#urls = app.files.map((file) => pathToFileURL(file).href);
  }

  get size(): number {
    return this.#func.length;
  }

  funcOf(node: number): number {
    return this.#func[node] as number;
  }

  /** The node of a call from `caller`: preferably to a callee already seen there, otherwise to any of its callees. */
  call(caller: number, mayBeNew: boolean): number {
    const children = this.#children[caller] as number[];
    if (!mayBeNew && children.length > 0) return children[Math.floor(this.#random() ** 3 * children.length)] as number;
    const func = this.#func[caller] as number;
    const callees = func === -1 ? [0, 1, 2] : (this.#app.functions[func]?.callees ?? []);
    const callee = callees[Math.floor(this.#random() ** 3 * callees.length)] as number;
    const known = children.find((child) => this.#func[child] === callee);
    if (known !== undefined) return known;
    const node = this.#func.push(callee) - 1;
    this.#hits.push(0);
    this.#children.push([]);
    this.#ticks.push(new Map());
    children.push(node);
    const { file } = this.#app.functions[callee] as LargeApp["functions"][number];
    this.bytes += 160 + (this.#urls[file] as string).length;
    return node;
  }

  /** Adds a sample to the node and returns its id. */
  hit(node: number): number {
    this.#hits[node] = (this.#hits[node] as number) + 1;
    const { ownLines } = this.#app.functions[this.#func[node] as number] ?? { ownLines: [] };
    const line = ownLines[Math.floor(this.#random() ** 2 * ownLines.length)];
    const ticks = this.#ticks[node] as Map<number, number>;
    if (line !== undefined) {
      if (!ticks.has(line)) this.bytes += 22;
      ticks.set(line, (ticks.get(line) ?? 0) + 1);
    }
    return node + 1;
  }

  /** In the format of the DevTools protocol. */
  node(row: number): object {
    const func = this.#app.functions[this.#func[row] as number];
    const children = (this.#children[row] as number[]).map((child) => child + 1);
    const ticks = [...(this.#ticks[row] as Map<number, number>)].map(([line, count]) => ({ line, ticks: count }));
    return {
      id: row + 1,
      callFrame:
        func === undefined
          ? { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 }
          : {
              functionName: func.name,
              scriptId: String(func.file + 60),
              url: this.#urls[func.file] as string,
              lineNumber: func.lineNumber,
              columnNumber: func.columnNumber,
            },
      hitCount: this.#hits[row] as number,
      ...(children.length === 0 ? {} : { children }),
      ...(ticks.length === 0 ? {} : { positionTicks: ticks }),
    };
  }
}

/** Own files of the app that an editor might have open: those with the most calls into them. */
export function openFiles(app: LargeApp, count: number): readonly string[] {
  return app.files.slice(Math.max(0, ownModules - count), ownModules);
}
