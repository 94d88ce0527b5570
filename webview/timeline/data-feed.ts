import type { Span, TimelineView } from "./incoming.ts";

/** Of the whole window without a span. */
export interface Wanted {
  readonly columns: number;
  readonly span?: Span | undefined;
}

/** What asks for data: the drawing, and the list with columns of its own. */
type Reader = "drawing" | "list";

/** An answer, or the sentence of what went wrong. */
export type Answer = { readonly timeline: TimelineView | null } | { readonly failed: string };

/** One request is under way at a time; of what was wanted meanwhile only the newest is asked next, by each reader. */
export class DataFeed {
  readonly #request: (wanted: Wanted) => Promise<TimelineView | null>;
  readonly #receive: (reader: Reader, wanted: Wanted, answer: Answer) => void;
  readonly #next = new Map<Reader, Wanted>();
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

  want(reader: Reader, wanted: Wanted): void {
    this.#next.set(reader, wanted);
    if (!this.#isAsking) void this.#ask();
  }

  /** Another run is shown: nothing that was asked before counts. */
  forget(): void {
    this.#generation += 1;
    this.#next.clear();
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
      if (generation === this.#generation) this.#receive(reader, wanted, answer);
    }
    this.#isAsking = false;
  }

  #takeNext(): readonly [Reader, Wanted] | undefined {
    const [first] = this.#next;
    if (first !== undefined) this.#next.delete(first[0]);
    return first;
  }
}
