import type { Span, TimelineView } from "./incoming.ts";

/** Of the whole window without a span. */
export interface Wanted {
  readonly columns: number;
  readonly span?: Span | undefined;
}

/** What asks for data: the drawing, the list with columns of its own, and the closed strip. */
export type Reader = "drawing" | "list" | "summary";

/** An answer, or the sentence of what went wrong. */
export type Answer = { readonly timeline: TimelineView | null } | { readonly failed: string };

/** One request is under way at a time; of what was wanted meanwhile only the newest is asked next, by each reader. */
export class DataFeed {
  readonly #request: (wanted: Wanted) => Promise<TimelineView | null>;
  readonly #receive: (reader: Reader, wanted: Wanted, answer: Answer) => void;
  readonly #next = new Map<Reader, Wanted>();
  /** What each has or will get. */
  readonly #asked = new Map<Reader, string>();
  #isAsking = false;
  /** Of the run whose answers count. */
  #generation = 0;

  constructor(
    request: (wanted: Wanted) => Promise<TimelineView | null>,
    receive: (reader: Reader, wanted: Wanted, answer: Answer) => void,
  ) {
    this.#request = request;
    this.#receive = receive;
  }

  /** Does nothing if it is what was wanted last. */
  want(reader: Reader, wanted: Wanted): void {
    const asked = JSON.stringify(wanted);
    if (this.#asked.get(reader) === asked) return;
    this.#asked.set(reader, asked);
    this.#next.set(reader, wanted);
    if (!this.#isAsking) void this.#ask();
  }

  /** The run has changed: what is wanted next is asked, though it was before. */
  renew(): void {
    this.#asked.clear();
  }

  /** Another run is shown: nothing that was asked before counts. */
  forget(): void {
    this.#generation += 1;
    this.#next.clear();
    this.renew();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    for (let first = this.#takeNext(); first !== undefined; first = this.#takeNext()) {
      const [reader, wanted] = first;
      const generation = this.#generation;
      const answer = await this.#request(wanted).then(
        (timeline): Answer => ({ timeline }),
        (error: unknown): Answer => ({ failed: error instanceof Error ? error.message : String(error) }),
      );
      if (generation !== this.#generation) continue;
      if ("failed" in answer) this.renew();
      this.#receive(reader, wanted, answer);
    }
    this.#isAsking = false;
  }

  #takeNext(): readonly [Reader, Wanted] | undefined {
    const [first] = this.#next;
    if (first !== undefined) this.#next.delete(first[0]);
    return first;
  }
}
