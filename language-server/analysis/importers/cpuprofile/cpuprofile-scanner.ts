import { budget, FileBudget } from "../../budget.ts";
import { CallFrames } from "./cpuprofile-frames.ts";
import { FunctionInterner } from "./cpuprofile-functions.ts";
import { largestCount, largestDense, NodeIds, rootsAmong, TickLists, treeOf, type NodeTable } from "./cpuprofile-nodes.ts";
import { DoubleColumn, IntColumn } from "../../tick-log/columns.ts";
import { ascii, closeBrace, closeBracket, comma, JsonBytes } from "../json-bytes.ts";

/** A `.cpuprofile` in columns: what `importCpuprofile` makes of parsed JSON. */
export interface ScannedProfile {
  readonly functions: FunctionInterner;
  readonly nodes: NodeTable;
  readonly samples: Float64Array | undefined;
  readonly timeDeltas: Float64Array | undefined;
  readonly startTime?: number;
  readonly endTime?: number;
}

const words = {
  open: ascii('{"nodes":['),
  id: ascii('{"id":'),
  callFrame: ascii(',"callFrame":{'),
  hitCount: ascii(',"hitCount":'),
  children: ascii(',"children":['),
  deoptReason: ascii(',"deoptReason":"'),
  positionTicks: ascii(',"positionTicks":['),
  line: ascii('{"line":'),
  ticks: ascii(',"ticks":'),
  startTime: ascii(',"startTime":'),
  endTime: ascii(',"endTime":'),
  samples: ascii(',"samples":['),
  timeDeltas: ascii(',"timeDeltas":['),
};
/** Keys of a node after its call frame, by first letter, in V8's order. */
const keyLetters = Array.from("hcdp", (letter) => letter.charCodeAt(0));
const [hitCount, children, deoptReason] = [1, 2, 3];
/** Keys of the profile after its nodes. */
const profileKeys = ["startTime", "endTime", "samples", "timeDeltas"] as const;

/** Longer than any node that V8 writes; a text with a longer one is parsed as JSON. */
const longestPart = 16 * 1024 * 1024;

type Part = "open" | "first node" | "nodes" | "keys" | "samples" | "timeDeltas" | "closed";

/**
 * Reads a `.cpuprofile` as a stream, without an object per node, as long as every byte is as V8 writes it: no blanks, known keys, a valid
 * tree. For anything else `finish` returns undefined, and the text must be parsed as JSON.
 */
export class CpuprofileScanner {
  readonly #parse: (utf8: Uint8Array) => unknown;
  readonly #functions = new FunctionInterner(() => "", budget.functions);
  readonly #frames: CallFrames;
  readonly #json = new JsonBytes();
  #part: Part = "open";
  #isOther = false;
  readonly #ids = new NodeIds();
  readonly #func = new IntColumn();
  readonly #hits = new IntColumn();
  readonly #ticks = new TickLists();
  /** Ids of all nodes' children; those of node n end before `#childEnd[n]`. */
  readonly #children = new DoubleColumn();
  readonly #childEnd = new IntColumn();
  readonly #lists = { samples: new DoubleColumn(), timeDeltas: new DoubleColumn() };
  readonly #times: { startTime?: number; endTime?: number } = {};
  readonly #seen = new Set<(typeof profileKeys)[number]>();

  /** `decode` decodes UTF-8. */
  constructor(decode: (utf8: Uint8Array) => string) {
    this.#parse = (utf8) => parsed(decode(utf8));
    this.#frames = new CallFrames(this.#functions, this.#parse);
  }

  push(piece: Uint8Array): void {
    if (this.#isOther) return;
    const json = this.#json;
    json.push(piece);
    for (;;) {
      const start = json.at;
      json.isShort = false;
      if (this.#step()) continue;
      if (!json.isShort) this.#isOther = true;
      // Available numbers of a list are read; anything else is parsed again once more bytes have arrived.
      else if (this.#part !== "samples" && this.#part !== "timeDeltas") json.at = start;
      // What is parsed again with every piece must not be long.
      if (json.bytes.length - json.at > longestPart) this.#isOther = true;
      return;
    }
  }

  /** Undefined if the text is not as V8 writes it. */
  finish(): ScannedProfile | undefined {
    if (this.#isOther || this.#part !== "closed" || this.#json.at !== this.#json.bytes.length) return undefined;
    const parent = treeOf(filled(this.#childEnd), filled(this.#children), this.#ids);
    if (parent === undefined) return undefined;
    const func = filled(this.#func);
    const functions = this.#functions;
    return {
      functions,
      nodes: {
        func,
        parent,
        root: rootsAmong(func, functions),
        hits: filled(this.#hits),
        ticks: this.#ticks.table(),
        ids: this.#ids,
      },
      samples: this.#seen.has("samples") ? filled(this.#lists.samples) : undefined,
      timeDeltas: this.#seen.has("timeDeltas") ? filled(this.#lists.timeDeltas) : undefined,
      ...this.#times,
    };
  }

  /** Reads one node, one key, or all available numbers. False if that is not possible yet, or at all. */
  #step(): boolean {
    const json = this.#json;
    switch (this.#part) {
      case "open":
        if (!json.word(words.open)) return false;
        this.#part = "first node";
        return true;
      case "first node": {
        const next = json.peek();
        if (next === closeBracket) return this.#pass("keys");
        if (next !== -1) this.#part = "nodes";
        return next !== -1;
      }
      case "nodes":
        return this.#node();
      case "keys":
        return this.#key();
      case "samples":
      case "timeDeltas":
        return this.#list(this.#lists[this.#part]);
      case "closed":
        return [9, 10, 13, 32].includes(json.peek()) && json.pass();
    }
  }

  #pass(part: Part): true {
    this.#part = part;
    return this.#json.pass();
  }

  /** Includes the comma or bracket after it: nothing of a node is kept before that has arrived. */
  #node(): boolean {
    const json = this.#json;
    const known = this.#children.length;
    this.#ticks.drop();
    const id = json.word(words.id) ? json.whole() : -1;
    const func = id >= 0 && json.word(words.callFrame) ? this.#frames.read(json) : -1;
    const hits = func >= 0 ? this.#restOfNode() : -1;
    const next = hits >= 0 ? json.peek() : -1;
    if ((next !== comma && next !== closeBracket) || id >= largestDense || this.#ids.row(id) !== -1) {
      this.#children.cut(known);
      return false;
    }
    this.#ids.set(id, this.#func.length);
    this.#func.push(func);
    this.#hits.push(hits);
    this.#childEnd.push(this.#children.length);
    this.#ticks.keep();
    return this.#pass(next === comma ? "nodes" : "keys");
  }

  /** Reads the part of a node after its call frame; returns its hits, or -1. */
  #restOfNode(): number {
    const json = this.#json;
    let hits = 0;
    let before = 0;
    for (;;) {
      const next = json.peek();
      if (next === closeBrace) {
        json.pass();
        return hits;
      }
      // V8 writes keys once and in order.
      const key = next === comma ? keyLetters.indexOf(json.peek(2)) + 1 : 0;
      if (key <= before) return -1;
      before = key;
      if (key === hitCount) {
        hits = json.word(words.hitCount) ? json.whole() : -1;
        if (hits < 0 || hits > largestCount) return -1;
      } else if (key === children) {
        if (!json.word(words.children)) return -1;
        if (json.peek() === closeBracket ? !json.pass() : !json.wholes(this.#children)) return -1;
      } else if (key === deoptReason) {
        const reason = json.word(words.deoptReason) ? json.string() : undefined;
        if (reason === undefined || this.#parse(reason) === undefined) return -1;
      } else if (!json.word(words.positionTicks) || !this.#positionTicks()) return -1;
    }
  }

  #positionTicks(): boolean {
    const json = this.#json;
    if (json.peek() === closeBracket) return json.pass();
    for (;;) {
      const line = json.word(words.line) ? json.whole() : -1;
      const count = line >= 1 && json.word(words.ticks) ? json.whole() : -1;
      if (line > largestCount || count < 0 || count > largestCount || json.peek() !== closeBrace) return false;
      json.pass();
      if (count > 0) this.#ticks.add(line, count);
      const next = json.peek();
      if (next !== comma && next !== closeBracket) return false;
      json.pass();
      if (next === closeBracket) return true;
    }
  }

  #key(): boolean {
    const json = this.#json;
    const next = json.peek();
    if (next === closeBrace) return this.#pass("closed");
    for (const key of profileKeys) {
      if (this.#seen.has(key) || !json.word(words[key])) continue;
      if (key === "startTime" || key === "endTime") {
        const text = json.untilComma();
        const time = text === undefined ? undefined : this.#parse(text);
        if (typeof time !== "number") return false;
        this.#times[key] = time;
      } else this.#part = key;
      this.#seen.add(key);
      return true;
    }
    // A value that is too long is not V8's.
    return false;
  }

  #list(list: DoubleColumn): boolean {
    const json = this.#json;
    const isEmpty = list.length === 0 && json.peek() === closeBracket;
    const isWhole = isEmpty ? json.pass() : json.wholes(list);
    new FileBudget().takeSamples(list.length);
    if (!isWhole) return false;
    this.#part = "keys";
    return true;
  }
}

/** Without a copy: nothing is pushed any more. */
function filled<Values extends Int32Array | Float64Array>({
  values,
  length,
}: {
  readonly values: Values;
  readonly length: number;
}): Values {
  return values.subarray(0, length) as Values;
}

/** Undefined if the text is not valid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
