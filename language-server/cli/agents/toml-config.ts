import { isDeepStrictEqual } from "node:util";
import { parse, stringify, TomlError } from "smol-toml";
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

const container = "mcp_servers";
const options = { integersAsBigInt: "asNeeded" } as const;
/** `[mcp_servers.heatline]` and `[mcp_servers.heatline.env]`, however they are quoted and spaced. */
const ownHeader = /^[ \t]*\[[ \t]*(?:mcp_servers|"mcp_servers"|'mcp_servers')[ \t]*\.[ \t]*(?:heatline|"heatline"|'heatline')[ \t]*[.\]]/;

/** Codex's `config.toml`: a table at the end. Every edit is parsed again, and only taken if it changed what it was to change. */
export const tomlConfig: ConfigFormat = { add, remove };

function add(text: string | undefined, entry: ServerEntry, file: string): ConfigEdit {
  if (text === undefined) return { text: `${table({ ...entry })}\n`, change: "added" };
  const read = parsed(text, file);
  const existing = ownEntry(read);
  if (existing === undefined) {
    const added = appended(text, { ...entry });
    if (!holds(added, withEntry(read, { ...entry }))) throw byHand(file);
    return { text: added, change: "added" };
  }
  if (isSame(existing, entry)) return { text, change: "none" };
  const value = entryInPlaceOf(existing, entry);
  const { before, after } = around(text, read, file);
  const replaced = before + withLineEnds(table(value), text) + after;
  if (!holds(replaced, withEntry(read, value))) throw byHand(file);
  return { text: replaced, change: "replaced" };
}

function remove(text: string, file: string): ConfigEdit {
  const read = parsed(text, file);
  const existing = ownEntry(read);
  if (existing === undefined) return { text, change: "none" };
  return { text: without(text, read, existing, file), change: "removed", removed: existing };
}

function without(text: string, read: Value, existing: Value, file: string): string | undefined {
  if (text === `${table(existing)}\n`) return undefined;
  const { before, after } = around(text, read, file);
  // What `appended` put there, and else one of the blank lines around the table.
  const whole = [before.replace(/(?:\r?\n){2}$/, ""), before.replace(/\r?\n$/, "")].find((rest) => appended(rest, existing) === text);
  if (whole !== undefined) return whole;
  const rest = after.replace(/^\r?\n/, "");
  const isAfterBlank = /(?:^|\n)\r?\n$/.test(before);
  if (before === "") return rest.replace(/^\r?\n/, "");
  return (isAfterBlank ? before.replace(/\r?\n$/, "") : before) + rest;
}

/** Ends with a line end only if the text did, so that what was there can be seen. */
function appended(text: string, value: Value): string {
  const end = lineEndOf(text);
  const endsLine = text.endsWith("\n");
  return `${text}${end}${endsLine ? "" : end}${withLineEnds(table(value), text)}${endsLine ? end : ""}`;
}

function table(value: Value): string {
  return stringify({ [container]: { [entryName]: value } }).trimEnd();
}

function withLineEnds(table: string, text: string): string {
  return table.replaceAll("\n", lineEndOf(text));
}

/** The text before and after the entry's tables. Throws where they are not in one piece, or part of an inline table. */
function around(text: string, read: Value, file: string): { readonly before: string; readonly after: string } {
  const lines = text.split(/(?<=\n)/);
  const wanted = withEntry(read, undefined);
  // A line that begins with a bracket may be part of an array or a text: only parsing shows which.
  for (const [first, line] of lines.entries()) {
    if (!ownHeader.test(line)) continue;
    for (let end = first + 1; end <= lines.length; end++) {
      const next = lines[end] ?? "[";
      if (!/^[ \t]*\[/.test(next) || ownHeader.test(next)) continue;
      if (holds([...lines.slice(0, first), ...lines.slice(end)].join(""), wanted)) return cut(lines, first, end);
    }
  }
  throw byHand(file);
}

/** Blank lines and comments before the next table belong to that. */
function cut(lines: readonly string[], first: number, end: number): { readonly before: string; readonly after: string } {
  let last = end;
  while (/^[ \t]*(?:#.*)?\r?\n?$/.test(lines[last - 1] ?? "")) last--;
  const lineEnd = /\r?\n$/.exec(lines[last - 1] ?? "")?.[0] ?? "";
  return { before: lines.slice(0, first).join(""), after: lineEnd + lines.slice(last).join("") };
}

function holds(text: string, wanted: Value): boolean {
  try {
    return isDeepStrictEqual(plain(parse(text, options)), plain(wanted));
  } catch (error) {
    if (error instanceof TomlError) return false;
    throw error;
  }
}

/** Without the entry if `value` is undefined; then an empty table of servers is as good as none. */
function withEntry(read: Value, value: Value | undefined): Value {
  const { [container]: servers, ...rest } = read;
  const { [entryName]: _, ...others } = isValue(servers) ? servers : {};
  const left = value === undefined ? others : { ...others, [entryName]: value };
  return Object.keys(left).length === 0 ? rest : { ...rest, [container]: left };
}

/** To compare: without prototypes, and without an empty table of servers. */
function plain(value: Value): unknown {
  return structuredClone(withEntry(value, ownEntry(value)));
}

function ownEntry(read: Value): Value | undefined {
  const servers = read[container];
  const found = isValue(servers) ? servers[entryName] : undefined;
  return isValue(found) ? found : undefined;
}

function parsed(text: string, file: string): Value {
  try {
    return parse(text, options);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new SetupProblem({ code: "command.agentSetup.syntax", values: { file, line: error.line } }, { cause: error });
  }
}

function byHand(file: string): SetupProblem {
  return new SetupProblem({ code: "command.agentSetup.byHand", values: { file, name: `${container}.${entryName}` } });
}
