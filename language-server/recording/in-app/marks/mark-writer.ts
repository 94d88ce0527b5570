import * as fs from "node:fs";
import path from "node:path";
import { monotonicUs } from "../thread-clock.ts";
import { figuresInRow, kindsInCode, type MarkName, rowBytes, type SiteCounts, type UnroutedCounts } from "./mark-rows.ts";

// Before the app can replace them.
const { appendFileSync, ftruncateSync, openSync, writeSync } = fs;
const { stringify } = JSON;

const rowsInBuffer = 2048;
const mostBytes = 64 * 1024 * 1024;

/** Names a thread's files. A process may have the id of an earlier one: `atUs` tells them apart. */
export function marksId(pid: number, threadId: number, atUs = monotonicUs()): string {
  return `${pid}-${threadId}-${Math.floor(atUs)}`;
}

/** Where a thread's marks are: `id` is one of `marksId`. */
export function marksFile(reports: string, id: string): string {
  return path.join(reports, `${id}.marks`);
}

/** The same for what the marks refer to. */
export function markNamesFile(reports: string, id: string): string {
  return path.join(reports, `${id}.names.jsonl`);
}

/** Writes a thread's marks into the session's folder, in blocks: a row costs four stores into a buffer. The app never fails because of it. */
export class MarkWriter {
  readonly #rows = new Float64Array(rowsInBuffer * figuresInRow);
  readonly #bytes = new Uint8Array(this.#rows.buffer);
  readonly #names: string;
  readonly #fd: number;
  #at = 0;
  #written = 0;
  #lost = 0;
  #pending = "";

  /** Throws an error of the file system if the app may not write there. */
  constructor(reports: string, id: string) {
    this.#names = markNamesFile(reports, id);
    this.#fd = openSync(marksFile(reports, id), "wx", 0o600);
  }

  /** Rows that no longer found room. */
  get lost(): number {
    return this.#lost;
  }

  add(atUs: number, kind: number, request: number, first: number, second: number): void {
    const at = this.#at;
    const rows = this.#rows;
    rows[at] = atUs;
    rows[at + 1] = kind + kindsInCode * request;
    rows[at + 2] = first;
    rows[at + 3] = second;
    this.#at = at + figuresInRow;
    if (this.#at === rows.length) this.flush();
  }

  /** Forgets all rows, not the names: from now on there is room again. */
  restart(): void {
    this.#at = 0;
    this.#lost = 0;
    try {
      ftruncateSync(this.#fd, 0);
      this.#written = 0;
    } catch {
      // The rows stay, and are from before the window.
    }
  }

  /** It is in the file when rows that refer to it are. */
  name(name: MarkName): void {
    this.#pending += `${stringify(name)}\n`;
  }

  flush(...counts: readonly (SiteCounts | UnroutedCounts)[]): void {
    const size = this.#at * 8;
    const rows = size / rowBytes;
    const pending = this.#pending + counts.map((each) => `${stringify(each)}\n`).join("");
    this.#pending = "";
    this.#at = 0;
    try {
      if (pending !== "") appendFileSync(this.#names, pending, { mode: 0o600 });
      if (size === 0) return;
      if (this.#written + size > mostBytes) {
        this.#lost += rows;
        return;
      }
      writeSync(this.#fd, this.#bytes, 0, size, this.#written);
      this.#written += size;
    } catch {
      // The disk is full, or the session is over.
      this.#lost += rows;
    }
  }
}
