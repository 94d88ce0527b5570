import { applyEdits, findNodeAtLocation, getNodeValue, type JSONPath, modify, type Node, type ParseError, parseTree } from "jsonc-parser";

/** Edits launch.json as text, so comments and layout stay. */

/** What a launch configuration holds. */
export type LaunchConfiguration = Readonly<Record<string, unknown>> & { readonly name: string };

export type LaunchEdit =
  | { readonly text: string; readonly name: string; /** Of the `load` key. */ readonly offset: number }
  /** The file cannot be parsed; 1-based line. */
  | { readonly badLine: number };

/** What the file has for a configuration of that name, its variables not filled in; {} if it has none, or cannot be parsed. */
export function writtenIn(text: string | undefined, name: string): Readonly<Record<string, unknown>> {
  const root = text === undefined ? undefined : parseTree(text, [], { allowTrailingComma: true });
  const all = root === undefined ? [] : (findNodeAtLocation(root, ["configurations"])?.children ?? []).map((each) => valueOf(each));
  const named = all.filter((each) => each["name"] === name);
  return named.find((each) => each["type"] === "heatline") ?? named[0] ?? {};
}

const emptyFile = '{\n  "version": "0.2.0",\n  "configurations": []\n}\n';

/**
 * Writes `load` key by key into the `heatline` configuration of that name, or into a new configuration at the end. `text` is undefined if
 * the file does not exist.
 */
export function saveLoad(
  text: string | undefined,
  configuration: LaunchConfiguration,
  load: Readonly<Record<string, unknown>>,
): LaunchEdit {
  let now = text === undefined || text.trim() === "" ? emptyFile : text;
  const errors: ParseError[] = [];
  const root = parseTree(now, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || root?.type !== "object") return { badLine: lineAt(now, error?.offset ?? 0) };
  const list = findNodeAtLocation(root, ["configurations"]);
  if (list !== undefined && list.type !== "array") return { badLine: lineAt(now, list.offset) };
  const all = (list?.children ?? []).map((each) => valueOf(each));
  const set = (path: JSONPath, value: unknown, isNew = false): void => {
    const formattingOptions = { ...indentation(now), eol: now.includes("\r\n") ? "\r\n" : "\n" };
    now = applyEdits(now, modify(now, path, value, { formattingOptions, isArrayInsertion: isNew }));
  };
  const found = all.findIndex((each) => each["type"] === "heatline" && each["name"] === configuration.name);
  if (found < 0) {
    const name = freeName(configuration.name, all);
    if (list === undefined) set(["configurations"], []);
    set(["configurations", all.length], { ...configuration, name, load }, true);
    return { text: now, name, offset: offsetOf(now, ["configurations", all.length, "load"]) };
  }
  const at: JSONPath = ["configurations", found, "load"];
  const old = all[found]?.["load"];
  if (!isObject(old)) set(at, load);
  else {
    for (const [key, value] of Object.entries(load)) if (JSON.stringify(old[key]) !== JSON.stringify(value)) set([...at, key], value);
    // Removals last: removing the last key is the hardest.
    for (const key of Object.keys(old)) if (!(key in load)) now = without(now, [...at, key]);
  }
  return { text: now, name: configuration.name, offset: offsetOf(now, at) };
}

/** jsonc-parser also removes the comments before a key, so it is used only for a last key without a comma. */
function without(text: string, path: JSONPath): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const property = root && findNodeAtLocation(root, path)?.parent;
  const siblings = property?.parent?.children ?? [];
  if (property === undefined) return text;
  const next = siblings[siblings.indexOf(property) + 1];
  if (next !== undefined) return text.slice(0, property.offset) + text.slice(next.offset);
  const comma = /^\s*,/.exec(text.slice(property.offset + property.length))?.[0];
  if (comma === undefined) return applyEdits(text, modify(text, path, undefined, {}));
  return text.slice(0, property.offset).trimEnd() + text.slice(property.offset + property.length + comma.length);
}

/** A unique name: VS Code identifies configurations by it. */
function freeName(name: string, all: readonly Readonly<Record<string, unknown>>[]): string {
  const isTaken = (candidate: string): boolean => all.some((each) => each["name"] === candidate);
  if (!isTaken(name)) return name;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? `${name} (Heatline)` : `${name} (Heatline ${number})`;
    if (!isTaken(candidate)) return candidate;
  }
}

function valueOf(node: Node): Readonly<Record<string, unknown>> {
  const value: unknown = getNodeValue(node);
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function indentation(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const first = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return first.startsWith("\t") ? { insertSpaces: false, tabSize: 4 } : { insertSpaces: true, tabSize: first.length };
}

function offsetOf(text: string, path: JSONPath): number {
  const root = parseTree(text);
  return (root === undefined ? undefined : findNodeAtLocation(root, path)?.parent?.offset) ?? 0;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
