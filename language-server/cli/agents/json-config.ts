import { createScanner, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import {
  type ConfigEdit,
  type ConfigFormat,
  entryInPlaceOf,
  entryName,
  isSame,
  isValue,
  lineEndOf,
  type ServerEntry,
} from "./config-edit.ts";
import { SetupProblem } from "./config-file.ts";

type Value = Readonly<Record<string, unknown>>;

/**
 * JSON with comments, and with the servers in the object `container`. jsonc-parser finds the places. Its `modify` is not used: that moves a comment after the last
 * entry to the new one, and what was there before cannot be seen from its result.
 */
export function jsonConfig(container: string): ConfigFormat {
  return {
    add: (text, entry, file) => add(text, container, entry, file),
    remove: (text, file) => remove(text, container, file),
  };
}

function add(text: string | undefined, container: string, entry: ServerEntry, file: string): ConfigEdit {
  const root = text === undefined ? undefined : rootOf(text, file);
  const servers = root && valueOf(root, container);
  if (servers !== undefined && servers.type !== "object") throw notObject(file, container);
  const existing = servers && valueOf(servers, entryName);
  if (text === undefined || existing === undefined) return { text: withEntry(text, container, { ...entry }, file), change: "added" };
  const old: unknown = getNodeValue(existing);
  if (isValue(old) && isSame(old, entry)) return { text, change: "none" };
  const value = isValue(old) ? entryInPlaceOf(old, entry) : { ...entry };
  const written = text.slice(existing.offset, endOf(existing)).includes("\n")
    ? inLines(value, lineLead(text, keyOf(existing).offset) ?? "", indentOf(text, root), lineEndOf(text))
    : inOneLine(value);
  return { text: text.slice(0, existing.offset) + written + text.slice(endOf(existing)), change: "replaced" };
}

function remove(text: string, container: string, file: string): ConfigEdit {
  const root = rootOf(text, file);
  const servers = root && valueOf(root, container);
  if (servers !== undefined && servers.type !== "object") throw notObject(file, container);
  const existing = servers && valueOf(servers, entryName);
  if (root === undefined || servers === undefined || existing === undefined) return { text, change: "none" };
  const value: unknown = getNodeValue(existing);
  const alone = without(text, servers, existing);
  // The one of these that the entry was added to, if it was added by this command and nothing of it changed since.
  const before = [undefined, blankBefore(text, container, value), without(text, root, servers), alone].find(
    (each) => isValue(value) && isBefore(each, text, container, value, file),
  );
  const isKnown = isValue(value) && isBefore(before, text, container, value, file);
  return { text: isKnown ? before : alone, change: "removed", removed: value };
}

function isBefore(before: string | undefined, text: string, container: string, value: Value, file: string): boolean {
  try {
    return withEntry(before, container, value, file) === text;
  } catch (error) {
    // Only comments, for example.
    if (error instanceof SetupProblem) return false;
    throw error;
  }
}

/** A file that had nothing but blanks in it. */
function blankBefore(text: string, container: string, value: unknown): string | undefined {
  const made = fresh(container, value, "\n");
  return text.endsWith(made) ? text.slice(0, text.length - made.length) : undefined;
}

/** A text without the entry, with it. */
function withEntry(text: string | undefined, container: string, value: Value, file: string): string {
  if (text === undefined) return `${fresh(container, value, "\n")}\n`;
  const root = rootOf(text, file);
  if (root === undefined) return text + fresh(container, value, "\n");
  const [unit, end] = [indentOf(text, root), lineEndOf(text)];
  const servers = valueOf(root, container);
  if (servers !== undefined) {
    const last = servers.children?.at(-1);
    const lead = last && lineLead(text, last.offset);
    const written = lead === undefined ? inOneLine(value) : inLines(value, lead, unit, end);
    return withProperty(text, servers, `${JSON.stringify(entryName)}: ${written}`);
  }
  const last = root.children?.at(-1);
  // In lines, also where all else is on one: an object of servers that was there has it on one line.
  const lead = (last && lineLead(text, last.offset)) ?? unit;
  return withProperty(text, root, `${JSON.stringify(container)}: ${inLines({ [entryName]: value }, lead, unit, end)}`);
}

function fresh(container: string, value: unknown, end: string): string {
  return inLines({ [container]: { [entryName]: value } }, "", "  ", end);
}

/** Adds it after the last property, and after comments on that one's line. */
function withProperty(text: string, object: Node, property: string): string {
  const last = object.children?.at(-1);
  if (last === undefined) return text.slice(0, object.offset + 1) + property + text.slice(object.offset + 1);
  const comma = commaAfter(text, endOf(last));
  const at = comma === undefined ? endOf(last) : comma + 1;
  const lead = lineLead(text, last.offset);
  const afterComments =
    lead === undefined ? at : at + (/^(?:[ \t]*\/\*[^\n]*?\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/.exec(text.slice(at))?.[0].length ?? 0);
  const added = (lead === undefined ? " " : lineEndOf(text) + lead) + property;
  if (comma !== undefined) return `${text.slice(0, afterComments)}${added},${text.slice(afterComments)}`;
  return `${text.slice(0, at)},${text.slice(at, afterComments)}${added}${text.slice(afterComments)}`;
}

/** Without the property that has this value, its comma, and the blanks before it. */
function without(text: string, object: Node, value: Node): string {
  const property = value.parent ?? value;
  const siblings = object.children ?? [];
  const at = siblings.indexOf(property);
  const [previous, isLast] = [siblings[at - 1], at === siblings.length - 1];
  const comma = commaAfter(text, endOf(property));
  const end = comma === undefined ? endOf(property) : comma + 1;
  const start = property.offset - (/(?:\r?\n)?[ \t]*$/.exec(text.slice(0, property.offset))?.[0].length ?? 0);
  if (previous === undefined && isLast) {
    // A comment ends with its line.
    const inside = text.slice(object.offset + 1, property.offset) + text.slice(end, endOf(object) - 1);
    const isBare =
      text.slice(object.offset + 1, property.offset).trim() === "" && inside.trim() === "" && property.offset > object.offset + 1;
    return text.slice(0, object.offset + 1) + (isBare ? "" : inside) + text.slice(endOf(object) - 1);
  }
  const before = previous && isLast && comma === undefined ? commaAfter(text, endOf(previous)) : undefined;
  const kept = before === undefined ? text.slice(0, start) : text.slice(0, before) + text.slice(before + 1, start);
  return kept + text.slice(end);
}

const options = { allowTrailingComma: true };

/** Undefined if the file is blank. Throws a SetupProblem with the line of a syntax error. */
function rootOf(text: string, file: string): Node | undefined {
  if (plain(text).trim() === "") return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(plain(text), errors, options);
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const line = text.slice(0, error?.offset ?? 0).split("\n").length;
    throw new SetupProblem({ code: "command.agentSetup.syntax", values: { file, line } });
  }
  if (root.type !== "object") throw notObject(file, "JSON");
  return root;
}

/** With a blank for a byte order mark, so that offsets stay. */
function plain(text: string): string {
  return text.replace(/^\uFEFF/, " ");
}

function notObject(file: string, name: string): SetupProblem {
  return new SetupProblem({ code: "command.agentSetup.notObject", values: { file, name } });
}

/** Of two properties of one name the last one counts for whoever reads the file. */
function valueOf(object: Node, key: string): Node | undefined {
  return object.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

function keyOf(value: Node): Node {
  return value.parent ?? value;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Where the comma after a value is, beyond blanks and comments. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === "," ? scanner.getTokenOffset() : undefined;
}

/** The blanks before it, if nothing else is before it on its line. */
function lineLead(text: string, offset: number): string | undefined {
  return /(?:^|\n)([ \t]*)$/.exec(text.slice(0, offset))?.[1];
}

function indentOf(text: string, root: Node | undefined): string {
  const [first] = root?.children ?? [];
  const lead = first && lineLead(text, first.offset);
  return lead === undefined || lead === "" ? "  " : lead;
}

function inLines(value: unknown, lead: string, unit: string, end: string): string {
  return JSON.stringify(value, undefined, unit).replaceAll("\n", end + lead);
}

function inOneLine(value: unknown): string {
  return JSON.stringify(value, undefined, 1).replaceAll(/\n */g, " ");
}
