import type { MarkName } from "../../marks/mark-rows.ts";

/** More are not told apart: statements that differ each time would fill the disk. */
const mostNames = 10_000;

export type AwaitedKind = "timer" | "http" | "net" | "process" | "sql" | "redis" | "mongodb" | "fs" | "dns";

/** Gives what was awaited ids, from 1; 0 when there are too many. */
export class WhatNames {
  readonly #name: (name: MarkName) => void;
  readonly #ids = new Map<string, number>();
  readonly #delays: (number | undefined)[] = [undefined];

  constructor(name: (name: MarkName) => void) {
    this.#name = name;
  }

  /** `text` may be shown: it has no values. */
  id(kind: AwaitedKind, text: string, delayMs?: number): number {
    const key = `${kind} ${delayMs ?? ""} ${text}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.size + 1;
    if (id > mostNames) return 0;
    this.#ids.set(key, id);
    this.#delays.push(delayMs);
    this.#name({ table: "what", id, kind, text, delayMs });
    return id;
  }

  /** Of a timer, in milliseconds. */
  delayOf(id: number): number | undefined {
    return this.#delays[id];
  }
}
