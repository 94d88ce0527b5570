import type { Insertion } from "./shifted-map.ts";

interface Edit {
  readonly at: number;
  /** Asked for when it is known which functions are rewritten. */
  readonly text: () => string;
  readonly isClosing: boolean;
  readonly order: number;
  /** False if its function is left as it is. */
  readonly isWanted: () => boolean;
}

/**
 * Insertions into a text, none with a line end. Where several are at one offset, what closes comes before what opens; what opens is in the
 * order of `open`, so an outer one must be added before those inside it, and what closes in that of `close`, an inner one first.
 */
export class TextEdits {
  readonly #edits: Edit[] = [];

  open(at: number, text: () => string, isWanted: () => boolean): void {
    this.#add(at, text, false, isWanted);
  }

  close(at: number, text: () => string, isWanted: () => boolean): void {
    this.#add(at, text, true, isWanted);
  }

  /** Call when it is known which functions are rewritten. */
  insertions(): readonly (Insertion & { readonly text: string })[] {
    const wanted = this.#edits.filter((edit) => edit.isWanted());
    wanted.sort((a, b) => a.at - b.at || Number(b.isClosing) - Number(a.isClosing) || a.order - b.order);
    return wanted.map(({ at, isClosing, text }) => ({ at, isClosing, text: text(), length: text().length }));
  }

  #add(at: number, text: () => string, isClosing: boolean, isWanted: () => boolean): void {
    this.#edits.push({ at, text, isClosing, order: this.#edits.length, isWanted });
  }
}
