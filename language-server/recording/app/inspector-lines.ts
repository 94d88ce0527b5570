import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../../analysis/units.ts";

/**
 * How long text that may be the inspector's is kept until its process has reported the address. The first is the app's own, which always comes,
 * but may come late on a busy machine.
 */
const firstReportMs: Milliseconds = 3000;
const reportMs: Milliseconds = 250;
/** The same for the line at the end of a process, which says so right after it. */
const leavingMs: Milliseconds = 60;
/** How long the begin of such a line is kept until the rest has come: Node writes each at once. */
export const restMs: Milliseconds = 50;

const listening = /Debugger listening on (ws:\/\/[^\s/]{1,60}\/[0-9a-f-]{36})\r?\n/;
const listeningStart = "Debugger listening on ws://";
const help = /^For help, see: https:\/\/nodejs\.org\/\S{1,80}?\r?\n/;
const helpStart = "For help, see: https://nodejs.org/";
const attached = "Debugger attached.";
const waiting = "Waiting for the debugger to disconnect...";
const longestLine = 150;

/** What Node's inspector may still print because of us, in all processes of the app. */
export class InspectorLines {
  readonly #addresses = new Set<string>();
  readonly #due = new Map<string, number>();
  #sessions = 0;
  #isFirst = true;

  /** A process has opened an inspector for us at that address. */
  opened(url: string): void {
    this.#addresses.add(url);
    this.#owe(`Debugger ending on ${url}`);
  }

  /** We are about to connect to an inspector. */
  attaching(): void {
    this.#sessions += 1;
    this.#owe(attached);
  }

  /** A process to whose inspector we are connected has run its last line, and waits for us. */
  leaving(): void {
    this.#owe(waiting);
  }

  detached(): void {
    this.#sessions -= 1;
  }

  /** Whether that address is ours, and has not been printed. Waits a moment for the report. */
  async isOurs(url: string): Promise<boolean> {
    const limit = this.#isFirst ? firstReportMs : reportMs;
    this.#isFirst = false;
    await this.#until(() => this.#addresses.has(url), limit);
    return this.#addresses.delete(url);
  }

  /** The same for one of the lines without an address. */
  async isDue(line: string): Promise<boolean> {
    if (line === waiting && this.#sessions > 0) await this.#until(() => this.#due.has(line), leavingMs);
    const left = this.#due.get(line) ?? 0;
    if (left > 1) this.#due.set(line, left - 1);
    else this.#due.delete(line);
    return left > 0;
  }

  /** Lines without an address, or with one that we know, each without its end: `\\r\\n` on Windows. */
  get fixed(): readonly string[] {
    return [...this.#due.keys(), ...(this.#sessions > 0 ? [waiting] : [])];
  }

  #owe(line: string): void {
    this.#due.set(line, (this.#due.get(line) ?? 0) + 1);
  }

  async #until(isSo: () => boolean, limit: Milliseconds): Promise<void> {
    for (const end = performance.now() + limit; !isSo() && performance.now() < end;) await delay(5);
  }
}

/**
 * Takes the inspector's own lines out of one stream of the app's output, byte for byte: only those that are due, with the address that a
 * process reported. Text is in Latin-1, so that each character is a byte.
 */
export class InspectorLineFilter {
  readonly #lines: InspectorLines;
  #kept = "";
  #isHelpDue = false;
  /** What a tool in between puts before each line (“api:dev: ”), seen on a line with an address. */
  #prefix = "";

  constructor(lines: InspectorLines) {
    this.#lines = lines;
  }

  /** Whether some text waits for its rest. */
  get isKeeping(): boolean {
    return this.#kept !== "";
  }

  /** What can be passed on. */
  async take(piece: string): Promise<string> {
    let text = this.#kept + piece;
    this.#kept = "";
    let passed = "";
    for (;;) {
      if (this.#isHelpDue && text !== "") {
        const begin = this.#prefix + helpStart;
        if (text.length < longestLine && !text.includes("\n") && isStart(begin, text)) break;
        this.#isHelpDue = false;
        if (text.startsWith(begin)) text = text.slice(this.#prefix.length).replace(help, "");
      }
      const found = this.#find(text);
      if (found === undefined) break;
      const before = text.slice(0, found.at);
      const isOurs = await (found.url === undefined ? this.#lines.isDue(found.fixed ?? "") : this.#lines.isOurs(found.url));
      if (found.url !== undefined && isOurs) {
        this.#isHelpDue = true;
        this.#prefix = before.slice(before.lastIndexOf("\n") + 1);
      }
      const hasPrefix = isOurs && before.endsWith(this.#prefix);
      passed += hasPrefix ? before.slice(0, before.length - this.#prefix.length) : before;
      if (!isOurs) passed += found.line;
      text = text.slice(found.at + found.line.length);
    }
    const at = this.#startOfKept(text);
    this.#kept = text.slice(at);
    return passed + text.slice(0, at);
  }

  /** What has been kept: its rest has not come. */
  flush(): string {
    const kept = this.#kept;
    this.#kept = "";
    return kept;
  }

  #find(text: string): Found | undefined {
    const match = listening.exec(text);
    const all = this.#lines.fixed.flatMap((fixed): Found[] => {
      const at = text.search(new RegExp(`${fixed.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}\\r?\\n`));
      return at < 0 ? [] : [{ at, line: text.slice(at, text.indexOf("\n", at) + 1), fixed }];
    });
    const candidates: Found[] = [...(match === null ? [] : [{ at: match.index, line: match[0], url: match[1] }]), ...all];
    return candidates.sort((a, b) => a.at - b.at)[0];
  }

  /** Where a line begins at the end of the text of which only the begin has come. */
  #startOfKept(text: string): number {
    if (this.#isHelpDue && text !== "") return 0;
    const starts = [listeningStart, ...this.#lines.fixed];
    for (let at = Math.max(0, text.length - longestLine); at < text.length; at += 1) {
      const end = text.slice(at);
      if (!end.includes("\n") && starts.some((start) => isStart(start, end))) return at;
    }
    return text.length;
  }
}

interface Found {
  readonly at: number;
  /** With its end. */
  readonly line: string;
  readonly url?: string | undefined;
  readonly fixed?: string;
}

/** Whether a text is the begin of one with that begin. */
function isStart(start: string, text: string): boolean {
  return text.length < start.length ? start.startsWith(text) : text.startsWith(start);
}
