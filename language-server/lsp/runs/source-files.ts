import { isMadeName } from "../../analysis/sources/source.ts";
import { realpath, stat } from "node:fs/promises";
import type { TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Bytes } from "../../analysis/units.ts";
import { readText } from "../../history/regular-file.ts";
import { isTouchable, pathKey } from "../../platform/paths.ts";
import { pathOfUri, uriOfPath } from "../to-lsp.ts";
import { ifRefused, isRefusal } from "../../platform/refusals.ts";

/** Larger files on disk are not compared with what ran: their lines are assumed to be unchanged. */
const largestFile: Bytes = 8 * 1024 * 1024;

/** The current sources: open documents first, then the disk. A file may have several spellings (case, links). */
export class SourceFiles {
  readonly #documents: TextDocuments<TextDocument>;
  readonly #keys = new Map<string, Promise<readonly string[]>>();
  /** Open documents by each of their keys. */
  readonly #openByKey = new Map<string, string>();
  /** A number for each opening of a document, since versions restart with each. */
  readonly #openings = new Map<string, number>();
  #lastOpening = 0;
  /** The file to open for a path that is one of several texts of that file. */
  readonly #fileOfText = new Map<string, string>();
  /** Renames of files and folders since the start, oldest first. */
  readonly #renames: { readonly from: string; readonly to: string }[] = [];

  constructor(documents: TextDocuments<TextDocument>) {
    this.#documents = documents;
    documents.onDidOpen(({ document }) => this.#openings.set(document.uri, ++this.#lastOpening));
    documents.onDidClose(({ document }) => this.#forget(document.uri));
  }

  /** Keys (`pathKey`) of the file behind a URI: as written, and with links resolved. Empty if it is not a file. */
  keysOf(uri: string): Promise<readonly string[]> {
    const known = this.#keys.get(uri);
    if (known !== undefined) return known;
    const keys = this.#findKeys(uri);
    if (this.#documents.get(uri) !== undefined) this.#keys.set(uri, keys);
    return keys;
  }

  documentAt(uri: string): TextDocument | undefined {
    return this.#documents.get(uri);
  }

  /** Records a rename: what ran under the old name is found under the new one. */
  renamed(oldUri: string, newUri: string): void {
    const from = pathOfUri(oldUri);
    const to = pathOfUri(newUri);
    if (from === undefined || to === undefined) return;
    this.#renames.push({ from, to });
    this.#keys.clear();
    this.#openByKey.clear();
  }

  /** Call for a path that is one of several texts that ran from `file`, which is opened for it. */
  openFor(path: string, file: string): void {
    this.#fileOfText.set(path, file);
  }

  /** Call if an open document has the text of a missing file: it was moved outside the editor. */
  adopt(path: string, uri: string): void {
    this.#openByKey.set(pathKey(path), uri);
  }

  /** Finds the open document of a path. Only works after `keysOf` its URI has settled; every view of a document calls that first. */
  openDocument(path: string): TextDocument | undefined {
    const uri = this.#openByKey.get(pathKey(this.#fileOf(path)));
    return uri === undefined ? undefined : this.#documents.get(uri);
  }

  /** The URI of the open document, else the path's own; undefined if the path is not a file. */
  uriOf(path: string): string | undefined {
    return this.openDocument(path)?.uri ?? (isMadeName(this.#fileOf(path)) ? undefined : uriOfPath(this.#nameNow(this.#fileOf(path))));
  }

  /** Changes whenever the file's text does; undefined if there is no such file. Cheaper than reading the text. */
  async versionOf(path: string): Promise<string | undefined> {
    await this.#findOpenDocuments();
    const open = this.openDocument(path);
    if (open !== undefined) return `${this.#openings.get(open.uri) ?? 0} ${open.version}`;
    if (uriOfPath(path) === undefined) return undefined;
    const file = this.#nameNow(this.#fileOf(path));
    if (!isTouchable(file)) return undefined;
    const found = await stat(file).catch(ifRefused);
    return found && `${file} ${found.mtimeMs} ${found.size}`;
  }

  /** `missing` if there is no such file, `unread` if it is too large to compare. */
  async currentText(path: string): Promise<{ readonly text: string } | "missing" | "unread"> {
    await this.#findOpenDocuments();
    const open = this.openDocument(path);
    return open === undefined ? this.savedText(path) : { text: open.getText() };
  }

  /** As it is on disk, whatever an editor shows. */
  async savedText(path: string): Promise<{ readonly text: string } | "missing" | "unread"> {
    if (uriOfPath(path) === undefined) return "missing";
    const file = this.#nameNow(this.#fileOf(path));
    try {
      if (!isTouchable(file)) return "missing";
      const text = await readText(file, largestFile);
      return text === undefined ? "unread" : { text };
    } catch (error) {
      return isRefusal(error) && missingCodes.has(error.code) ? "missing" : "unread";
    }
  }

  /** After this `openDocument` finds those, too, that were opened a moment ago. */
  async #findOpenDocuments(): Promise<void> {
    await Promise.all(this.#documents.all().map(({ uri }) => this.keysOf(uri)));
  }

  async #findKeys(uri: string): Promise<readonly string[]> {
    const path = pathOfUri(uri);
    if (path === undefined) return [];
    // There is none for an unsaved document, or another machine's run.
    const real = await realpath(path).catch(ifRefused);
    const names = [path, ...(real === undefined ? [] : [real])];
    // A file that now has the old name of a renamed one is a different file.
    const ran = names.filter((name) => this.#nameNow(name) === name).map((name) => this.#nameOnceOf(name));
    const keys = [...new Set(ran.map((name) => pathKey(name)))];
    if (this.#documents.get(uri) !== undefined) for (const key of keys) this.#openByKey.set(key, uri);
    return keys;
  }

  #fileOf(path: string): string {
    return this.#fileOfText.get(path) ?? path;
  }

  #nameNow(path: string): string {
    return this.#renames.reduce((name, { from, to }) => withName(name, from, to), path);
  }

  #nameOnceOf(path: string): string {
    return this.#renames.reduceRight((name, { from, to }) => withName(name, to, from), path);
  }

  #forget(uri: string): void {
    this.#keys.delete(uri);
    this.#openings.delete(uri);
    for (const [key, owner] of this.#openByKey) if (owner === uri) this.#openByKey.delete(key);
  }
}

/** The path after a rename of itself or of a parent folder. */
function withName(path: string, from: string, to: string): string {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : path;
}

const missingCodes: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);
