import path from "node:path";
import type { Writable } from "node:stream";
import { Event, OutputEvent, ProgressEndEvent, ProgressStartEvent, Source } from "@vscode/debugadapter";
import { harmless } from "../../language-server/analysis/escaping/terminal-text.ts";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { localised, localisedFailure, localisedValue } from "../../language-server/texts/localised.ts";
import { type Locale, localeOf } from "../../language-server/texts/locale.ts";
import type { CodedText } from "../../language-server/texts/coded-text.ts";
import type { UserError } from "../../language-server/analysis/user-error.ts";
import { caughtUp, flushed } from "../../language-server/recording/back-pressure.ts";
import type { AppExit } from "../../language-server/recording/app/app-process.ts";
import type { PassEvents } from "../../language-server/recording/passes/run-passes.ts";
import type { RecordingEvents } from "../../language-server/recording/session/recording-events.ts";
import { AnsweredRequests } from "./answered-requests.ts";
import type { AdapterEvents } from "./messages.ts";
import { isDoubtful } from "../../language-server/analysis/compare/before/standing.ts";
import { EditorPlaces } from "./editor-places.ts";
import { placeLink } from "./place-link.ts";
import { splitOutput } from "./output-location.ts";

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
          ...(error === undefined ? {} : { error: this.#told(error) }),
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
    this.#send("heatline.explained", { cancelled, ...(error === undefined ? {} : { error: this.#told(error) }) });
  }

  savingsProgress(progress: AdapterEvents["heatline.savingsProgress"]): void {
    this.#send("heatline.savingsProgress", progress);
  }

  savingsMeasured(error: UserError | undefined): void {
    this.#send("heatline.savingsMeasured", error === undefined ? {} : { error: this.#told(error) });
  }

  problem(error: UserError): void {
    const { place } = error;
    this.#send("heatline.problem", { ...this.#told(error), ...(place === undefined ? {} : { link: placeLink(place) }) });
    this.#print(this.translate(error.coded));
    if (place !== undefined) void this.#output(`    at ${place.file}:${place.line}:${place.column}\n`, "console");
  }

  #forgetAnswered(): void {
    if (this.#answered.isEmpty) return;
    this.#answered = new AnsweredRequests();
    this.#send("heatline.answered", { requests: [] });
  }

  #told({ coded }: UserError): AdapterEvents["heatline.problem"] {
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
