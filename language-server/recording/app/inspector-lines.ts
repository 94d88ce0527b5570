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
const help = /For help, see: https:\/\/nodejs\.org\/\S{1,80}?\r?\n/;
const helpStart = "For help, see: https://nodejs.org/";
const attached = "Debugger attached.";
const endingStart = "Debugger ending on ";
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
  }

  /** We are about to connect to the inspector at that address, which also says when nobody is connected any more. */
  attaching(url: string): void {
    this.#sessions += 1;
    this.#addDue(attached);
    this.#addDue(endingStart + url);
  }

  /** A process to whose inspector we are connected has run its last line, and waits for us. */
  leaving(): void {
    this.#addDue(waiting);
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

  #addDue(line: string): void {
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
  /** Each line with an address has such a one behind it, where what others write may stand between them. */
  #helpsDue = 0;
  /** What tools in between put before each line (“api:dev: ”), seen on lines with an address. */
  readonly #prefixes = new Set<string>();
  /** What stood before a line with an address: a tool's, which the next line then has, too, or a line that the app has not finished. */
  #unsure = "";

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
      if (this.#unsure !== "" && this.#asPrefixes.some((prefix) => prefix !== text && prefix.startsWith(text))) break;
      passed += this.#decide(text);
      const found = this.#find(text);
      if (found === undefined) break;
      const before = text.slice(0, found.at);
      const after = text.slice(found.at + found.line.length);
      if (await this.#isDue(found)) passed += this.#withoutPrefix(before, found);
      else passed += before + found.line;
      text = after;
    }
    const at = this.#startOfKept(text);
    this.#kept = text.slice(at);
    return passed + text.slice(0, at);
  }

  /** What has been kept: its rest has not come. */
  flush(): string {
    const kept = this.#unsure + this.#kept;
    this.#kept = "";
    this.#unsure = "";
    return kept;
  }

  async #isDue({ url, fixed }: Found): Promise<boolean> {
    if (url === undefined && fixed === undefined) this.#helpsDue -= 1;
    else if (!(await (url === undefined ? this.#lines.isDue(fixed ?? "") : this.#lines.isOurs(url)))) return false;
    else if (url !== undefined || fixed?.startsWith(endingStart) === true) this.#helpsDue += 1;
    return true;
  }

  /** What stands before one of the lines, less what a tool put there. */
  #withoutPrefix(before: string, { url }: Found): string {
    const begun = before.slice(before.lastIndexOf("\n") + 1);
    const isKnown = this.#prefixes.has(begun);
    if (begun === "" || (url === undefined && !isKnown)) return before;
    if (!isKnown) this.#unsure = begun;
    return before.slice(0, before.length - begun.length);
  }

  /** What stood before a line with an address, if it is the app's, now that something follows: tools pass on whole lines. */
  #decide(text: string): string {
    const unsure = this.#unsure;
    if (unsure === "") return "";
    const isOfTool = this.#asPrefixes.some((prefix) => text.startsWith(prefix));
    this.#unsure = "";
    if (!isOfTool) return unsure;
    this.#prefixes.add(unsure);
    return "";
  }

  get #asPrefixes(): readonly string[] {
    return [this.#unsure, ...this.#prefixes];
  }

  #find(text: string): Found | undefined {
    const match = listening.exec(text);
    const all = this.#lines.fixed.flatMap((fixed): Found[] => {
      const at = text.search(new RegExp(`${fixed.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}\\r?\\n`));
      return at < 0 ? [] : [{ at, line: text.slice(at, text.indexOf("\n", at) + 1), fixed }];
    });
    const helped = this.#helpsDue > 0 ? help.exec(text) : null;
    const candidates: Found[] = [
      ...(match === null ? [] : [{ at: match.index, line: match[0], url: match[1] }]),
      ...(helped === null ? [] : [{ at: helped.index, line: helped[0] }]),
      ...all,
    ];
    return candidates.sort((a, b) => a.at - b.at)[0];
  }

  /** Where a line begins at the end of the text of which only the begin has come. */
  #startOfKept(text: string): number {
    if (this.#unsure !== "") return 0;
    const lines = [listeningStart, ...(this.#helpsDue > 0 ? [helpStart] : []), ...this.#lines.fixed];
    const starts = ["", ...this.#prefixes].flatMap((prefix) => lines.map((line) => prefix + line));
    for (let at = Math.max(0, text.length - longestLine); at < text.length; at += 1) {
      const end = text.slice(at);
      if (!end.includes("\n") && starts.some((start) => isStart(start, end))) return at;
    }
    return text.length;
  }
}

/** Without an address or a fixed text: the line with the help. */
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
