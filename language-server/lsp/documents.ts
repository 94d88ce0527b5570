import * as v from "valibot";
import { type TextDocumentContentChangeEvent, TextDocument } from "vscode-languageserver-textdocument";

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const position = v.object({ line: index, character: index });
const changes = v.array(v.object({ text: v.string(), range: v.optional(v.object({ start: position, end: position })) }));

/** Throws a TypeError for a malformed document: its notification is logged and dropped. */
export function createDocument(uri: unknown, languageId: unknown, version: unknown, text: unknown): TextDocument {
  if (typeof uri !== "string" || typeof languageId !== "string" || typeof version !== "number" || typeof text !== "string") {
    throw new TypeError("textDocument/didOpen needs a uri, a languageId, a version and a text.");
  }
  return TextDocument.create(uri, languageId, version, text);
}

/** The document with a client's changes. Throws a TypeError if one is malformed: applied, it could double the text each time. */
export function updateDocument(document: TextDocument, changed: TextDocumentContentChangeEvent[], version: number): TextDocument {
  if (!v.is(changes, changed)) throw new TypeError("textDocument/didChange needs changes with a text, and none or a valid range.");
  return TextDocument.update(document, changed, version);
}
