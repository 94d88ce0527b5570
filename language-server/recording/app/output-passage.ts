import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { InspectorLineFilter, type InspectorLines, restMs } from "./inspector-lines.ts";

/** Reading continues once the returned promise has settled. */
type Pass = (text: string, bytes: Uint8Array) => Promise<void> | undefined;

/** Passes on one stream of the app's output as it arrives, without the inspector's own lines. An unfinished prompt is not held back. */
export class OutputPassage {
  readonly #filter: InspectorLineFilter;
  readonly #decoder = new StringDecoder("utf8");
  readonly #pass: Pass;
  #patience: NodeJS.Timeout | undefined;
  /** Node resumes the streams of a child that has exited, whoever paused them, so pieces queue up. */
  #queue: Promise<void> = Promise.resolve();

  constructor(stream: Readable, lines: InspectorLines, pass: Pass) {
    this.#filter = new InspectorLineFilter(lines);
    this.#pass = pass;
    stream.on("data", (piece: Buffer) => {
      clearTimeout(this.#patience);
      stream.pause();
      this.#enqueue(() => this.#take(piece));
      void this.#queue.finally(() => stream.resume());
    });
    stream.on("end", () => this.#enqueue(() => this.#end()));
  }

  /** Resolves when all that has arrived is passed on. */
  async idle(): Promise<void> {
    await this.#queue;
    await this.#put(this.#filter.flush());
  }

  async #take(piece: Buffer): Promise<void> {
    const text = piece.toString("latin1");
    const left = await this.#filter.take(text);
    await this.#put(left, left === text ? piece : undefined);
    if (!this.#filter.isKeeping) return;
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#enqueue(() => this.#put(this.#filter.flush())), restMs);
  }

  async #put(text: string, bytes: Uint8Array = Buffer.from(text, "latin1")): Promise<void> {
    if (text === "") return;
    await this.#pass(this.#decoder.write(bytes), bytes);
  }

  async #end(): Promise<void> {
    await this.#put(this.#filter.flush());
    const torn = this.#decoder.end();
    if (torn !== "") await this.#pass(torn, Buffer.alloc(0));
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work);
  }
}
