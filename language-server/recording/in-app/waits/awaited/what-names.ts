import type { MarkName } from "../../marks/mark-rows.ts";

export type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;

/** Puts another function in the place of one, with its name and properties. Undefined if this Node has none of that name. */
export function replace(owner: object, name: string, make: (original: AnyFunction) => AnyFunction): AnyFunction | undefined {
  const original = (owner as Record<string, unknown>)[name];
  if (typeof original !== "function") return undefined;
  const made = make(original as AnyFunction);
  Object.defineProperties(made, Object.getOwnPropertyDescriptors(original));
  (owner as Record<string, unknown>)[name] = made;
  return made;
}

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
