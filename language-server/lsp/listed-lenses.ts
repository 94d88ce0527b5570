import { Emitter } from "vscode-languageserver/node";

/** Which documents the editor lists lenses of. It does so in its own time, so what must agree with them waits for that. */
export class ListedLenses implements Disposable {
  readonly #listed = new Emitter<string>();
  readonly #uris = new Set<string>();
  /** Fires with a document when its lenses were listed. */
  readonly onListed = this.#listed.event;

  has(uri: string): boolean {
    return this.#uris.has(uri);
  }

  note(uri: string): void {
    this.#uris.add(uri);
    this.#listed.fire(uri);
  }

  forget(uri: string): void {
    this.#uris.delete(uri);
  }

  [Symbol.dispose](): void {
    this.#listed.dispose();
  }
}
