import path from "node:path";
import type { Writable } from "node:stream";
import { Event, OutputEvent, ProgressEndEvent, ProgressStartEvent, Source } from "@vscode/debugadapter";
import { harmless } from "../../language-server/analysis/escaping/hidden-characters.ts";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { localised, localisedFailure, localisedValue } from "../../language-server/texts/localised.ts";
import { type Locale, localeOf } from "../../language-server/texts/locale.ts";
import type { CodedText } from "../../language-server/texts/coded-text.ts";
import type { UserError, ErrorPlace } from "../../language-server/analysis/user-error.ts";
import { caughtUp, flushed } from "../../language-server/recording/back-pressure.ts";
import type { AppExit } from "../../language-server/recording/app/app-process.ts";
import type { PassEvents } from "../../language-server/recording/passes/run-passes.ts";
import type { RecordingEvents } from "../../language-server/recording/session/recording-events.ts";
import type { AdapterEvents } from "./messages.ts";
import { isDoubtful } from "../../language-server/analysis/compare/before/standing.ts";
import type { AnsweredRequest } from "../../language-server/analysis/load/request-schedule.ts";
import { maskedQuery } from "../../language-server/analysis/masking/masked-url.ts";
import { mostAnswered, requestGroup } from "../../language-server/recording/in-app/request-path.ts";
import { readFileSync, statSync } from "node:fs";
import { EditorLines } from "../../language-server/analysis/sources/map-lines.ts";
import type { Bytes } from "../../language-server/analysis/units.ts";
import { isTouchable } from "../../language-server/platform/paths.ts";
import { pathToFileURL } from "node:url";
import { plainText } from "../../language-server/analysis/escaping/markdown-text.ts";
import { pathOfFileUrl } from "../../language-server/history/regular-file.ts";

/** A piece of the app's output that VS Code shows as one entry, with a link if it names a place in a file. */
interface OutputPiece {
  readonly text: string;
  /** Lines and columns are 1-based, as printed in stack traces. */
  readonly place?: { readonly path: string; readonly line: number; readonly column: number };
}

const frame = /^\s+at (?:.*?[ (])??((?:file:\/\/\/|\/|[A-Za-z]:\\)[^()]*?):(\d+):(\d+)\)?\s*$/;

/** Splits output so that every stack frame with a file is a piece of its own; the text between stays together. */
export function splitOutput(text: string): readonly OutputPiece[] {
  const pieces: OutputPiece[] = [];
  let plain = "";
  for (const line of text.split(/(?<=\n)/)) {
    const [, location = "", row, column] = frame.exec(line) ?? [];
    const file = location.startsWith("file:") ? pathOfFileUrl(location) : location;
    if (file === undefined || file === "") {
      plain += line;
      continue;
    }
    if (plain !== "") pieces.push({ text: plain });
    plain = "";
    pieces.push({ text: line, place: { path: file, line: Number(row), column: Number(column) } });
  }
  if (plain !== "") pieces.push({ text: plain });
  return pieces;
}

const largestFile: Bytes = 4 * 1024 * 1024;
/** An app that writes many stack traces names few files. */
const mostFiles = 200;

/** Converts places of stack traces, whose lines V8 counted, to those of the editor. Each file is read once. */
export class EditorPlaces {
  readonly #lines = new Map<string, EditorLines | undefined>();

  of(place: NonNullable<OutputPiece["place"]>): NonNullable<OutputPiece["place"]> {
    const { path, line, column } = place;
    if (!this.#lines.has(path) && this.#lines.size < mostFiles) this.#lines.set(path, EditorLines.of(textOf(path)));
    const found = this.#lines.get(path)?.at(line, column - 1);
    return found === undefined ? place : { path, line: found.line, column: found.column + 1 };
  }
}

function textOf(path: string): string | undefined {
  if (!isTouchable(path)) return undefined;
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= largestFile ? readFileSync(path, "utf8") : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

/** Sums up what the processes of an app have answered since its start. */
class AnsweredRequests {
  readonly #totals = new Map<string, AnsweredRequest>();

  get isEmpty(): boolean {
    return this.#totals.size === 0;
  }

  /** Takes counts since the last report of a process; returns all totals, those answered last at the end. */
  add(requests: readonly AnsweredRequest[]): readonly AnsweredRequest[] {
    for (const request of requests.map(withoutSecrets)) {
      const { method, status, port, path } = request;
      const key = `${method} ${status} ${port} ${requestGroup(path)}`;
      const before = this.#totals.get(key);
      if (before === undefined && this.#totals.size >= mostAnswered) continue;
      this.#totals.delete(key);
      this.#totals.set(key, before === undefined ? request : sumOf(before, request));
    }
    return [...this.#totals.values()];
  }
}

/** By the whole table: the app itself has a short form of it. */
function withoutSecrets(request: AnsweredRequest): AnsweredRequest {
  const path = maskedQuery(request.path, (name, value) => (value.startsWith(":") ? value : `:${name.replaceAll(/\W/g, "_")}`));
  return path === request.path ? request : { ...request, path, isWhole: false };
}

function sumOf(before: AnsweredRequest, { count, isAtLeast }: AnsweredRequest): AnsweredRequest {
  return { ...before, count: before.count + count, isAtLeast: before.isAtLeast || isAtLeast };
}

/** An app that ends in this time needs no word. */
const patienceMs = 1000;

/** Sends what a recording reports as DAP events: output with links to the places it names, and the `heatline.*` events of messages.ts. */
export class SessionOutput {
  readonly #sendEvent: (event: DebugProtocol.Event) => void;
  /** The language of errors, whether progress can be shown, and the first line and column. */
  client: Pick<DebugProtocol.InitializeRequestArguments, "locale" | "supportsProgressReporting" | "linesStartAt1" | "columnsStartAt1"> = {};

  readonly #out: Writable;
  /** What the app's processes of now have answered. */
  readonly #places = new EditorPlaces();
  #answered = new AnsweredRequests();
  /** What is being waited for. */
  readonly #said = new Set<string>();

  /** `out` is the stream that events are written to. */
  constructor(out: Writable, sendEvent: (event: DebugProtocol.Event) => void) {
    this.#out = out;
    this.#sendEvent = sendEvent;
  }

  /** Writes a line to the Debug Console. */
  say(text: CodedText): void {
    this.#print(this.translate(text));
  }

  /** As `say`, but once until the work settles; where that takes longer than a user expects, also in the window. */
  async sayWhile(text: CodedText, work: Promise<void>): Promise<void> {
    const id = text.code;
    if (this.#said.has(id)) return work;
    this.#said.add(id);
    this.say(text);
    let isShown = false;
    const timer = setTimeout(() => {
      isShown = this.client.supportsProgressReporting === true;
      if (isShown) this.#sendEvent(new ProgressStartEvent(id, this.translate(text)));
    }, patienceMs);
    try {
      await work;
    } finally {
      clearTimeout(timer);
      this.#said.delete(id);
      if (isShown) this.#sendEvent(new ProgressEndEvent(id));
    }
  }

  /** Settles when the client has all of it. */
  flushed(): Promise<void> {
    return flushed(this.#out);
  }

  translate(text: CodedText): string {
    return localised(text, this.#locale);
  }

  get #locale(): Locale {
    return localeOf(this.client.locale ?? "en");
  }

  recordingEvents(ended: (exit: AppExit) => void): RecordingEvents {
    return {
      output: (text, stream) => this.#output(text, stream),
      ready: (app) => this.#send("heatline.ready", app),
      serversGone: () => this.#forgetAnswered(),
      answered: (requests) => this.#send("heatline.answered", { requests: this.#answered.add(requests) }),
      build: ({ entries, stale, command }) =>
        this.#send("heatline.build", {
          ran: entries,
          stale: stale === undefined ? null : { output: stale.output, source: stale.source, command },
        }),
      startEnded: ({ starts, eachMs, marginMs }) =>
        this.#send("heatline.startEnded", { starts, eachMs, ...(marginMs === undefined ? {} : { marginMs }) }),
      recording: (recording) => this.#send("heatline.recording", { recording }),
      loadProgress: (progress) => this.#send("heatline.loadProgress", progress),
      loop: (busiest) => this.#send("heatline.loop", busiest),
      firstResponses: (responses) =>
        this.#send("heatline.firstResponses", {
          responses: responses.map(({ reason, ...seen }) => ({ ...seen, reason: localisedValue(reason, this.#locale) })),
        }),
      loadEnded: ({ report, error }) =>
        this.#send("heatline.loadEnded", {
          ...(report === undefined ? {} : { report }),
          ...(error === undefined ? {} : { error: this.#problemOf(error) }),
        }),
      liveRun: (run) => this.#send("heatline.liveRun", { folder: run?.folder ?? null }),
      runWritten: ({ folder, run }) =>
        this.#send("heatline.runWritten", { folder, id: run.id, ...(isDoubtful(run) ? { isDoubtful: true } : {}) }),
      problem: (error) => this.problem(error),
      ended: (exit, isAsked) => {
        if (!isAsked && exit.code !== 0) this.#send("heatline.appFailed", {});
        ended(exit);
      },
    };
  }

  /** Of the passes of a run: they are told apart from what the session itself records. */
  passEvents(): PassEvents {
    return {
      output: (text, stream) => this.#output(text, stream),
      progress: (progress) => this.#send("heatline.passProgress", progress),
      passWritten: ({ folder, run }) => this.#send("heatline.passWritten", { folder, id: run.id }),
      problem: (error) => this.#print(this.translate(error.coded)),
    };
  }

  explained(error: UserError | undefined, cancelled: boolean): void {
    this.#send("heatline.explained", { cancelled, ...(error === undefined ? {} : { error: this.#problemOf(error) }) });
  }

  savingsProgress(progress: AdapterEvents["heatline.savingsProgress"]): void {
    this.#send("heatline.savingsProgress", progress);
  }

  savingsMeasured(error: UserError | undefined): void {
    this.#send("heatline.savingsMeasured", error === undefined ? {} : { error: this.#problemOf(error) });
  }

  problem(error: UserError): void {
    const { place } = error;
    this.#send("heatline.problem", { ...this.#problemOf(error), ...(place === undefined ? {} : { link: placeLink(place) }) });
    this.#print(this.translate(error.coded));
    if (place !== undefined) void this.#output(`    at ${place.file}:${place.line}:${place.column}\n`, "console");
  }

  #forgetAnswered(): void {
    if (this.#answered.isEmpty) return;
    this.#answered = new AnsweredRequests();
    this.#send("heatline.answered", { requests: [] });
  }

  #problemOf({ coded }: UserError): AdapterEvents["heatline.problem"] {
    return localisedFailure(coded, this.#locale);
  }

  #print(text: string): void {
    this.#sendEvent(new OutputEvent(`${harmless(text)}\n`, "console"));
  }

  #output(text: string, category: string): Promise<void> | undefined {
    for (const { text: part, place: ran } of splitOutput(text)) {
      const place = ran === undefined ? undefined : this.#places.of(ran);
      const event: DebugProtocol.OutputEvent = new OutputEvent(part, category);
      if (place !== undefined) {
        event.body.source = new Source(path.basename(place.path), place.path);
        event.body.line = this.client.linesStartAt1 === false ? place.line - 1 : place.line;
        event.body.column = this.client.columnsStartAt1 === false ? place.column - 1 : place.column;
      }
      this.#sendEvent(event);
    }
    return caughtUp(this.#out);
  }

  #send<Name extends keyof AdapterEvents>(name: Name, body: AdapterEvents[Name]): void {
    this.#sendEvent(new Event(name, body));
  }
}

/** A link that VS Code makes in a notification: `slow.js:3`, which opens the line. */
export function placeLink({ file, line, column }: ErrorPlace): string {
  const start = { line: line - 1, character: column - 1 };
  const place = { uri: pathToFileURL(file).href, range: { start, end: start } };
  // What VS Code reads up to the next bracket.
  const argument = encodeURIComponent(JSON.stringify([place]))
    .replaceAll("(", "%28")
    .replaceAll(")", "%29");
  const name = plainText(path.basename(file)).replaceAll(/[[\]]/g, "");
  return `[${name}:${line}](command:heatline.goTo?${argument})`;
}
