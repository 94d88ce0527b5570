import { type HttpRequest, httpRequest, type Line } from "./http-request.ts";
import type { Collected } from "./imported.ts";
import { requestNameIn, requestNamesIn, variablesIn } from "./http-variables.ts";

/** `.http` files, as the REST Client extension and JetBrains' editors know them. */

export function importHttpFile(text: string, collected: Collected): void {
  const lines = text.split(/\r\n|\r|\n/);
  const variables = variablesIn(lines);
  const names = requestNamesIn(lines);
  for (const block of blocksOf(lines)) {
    const read = readBlock(block, collected);
    if (read === undefined) continue;
    const request = collected.unlessLarge({ line: read.line }, () => httpRequest(read, variables, names, collected.budget));
    for (const note of request?.notes ?? []) collected.note(note);
    if (request?.found !== undefined) collected.add(request.found);
  }
}

/** What stands between lines of `###`. */
function blocksOf(lines: readonly string[]): readonly (readonly Line[])[] {
  const blocks: Line[][] = [[]];
  lines.forEach((text, index) => {
    if (/^#{3}/.test(text)) blocks.push([]);
    else blocks.at(-1)?.push({ number: index + 1, text });
  });
  return blocks;
}

const comment = /^\s*(?:#|\/\/)/;

/** The parts of a block with one request; undefined if it has none, or one that cannot be sent as it is meant. */
function readBlock(lines: readonly Line[], collected: Collected): HttpRequest | undefined {
  let at = 0;
  let name: string | undefined;
  const here = (): Line | undefined => lines[at];
  for (; here() !== undefined; at += 1) {
    const { number, text } = here() as Line;
    name = requestNameIn(text) ?? name;
    if (text.trim() === "" || comment.test(text) || /^@[\w-]+\s*=/.test(text)) continue;
    // What a script before the request sets is not known.
    if (/^<\s/.test(text)) return refuse(collected, number, { code: "script" });
    if (/^curl\s/.test(text)) return refuse(collected, number, { code: "curl" });
    if (!/^(?:import|run|client\.)\b/.test(text)) break;
    collected.note({ at: { line: number }, code: "statement", value: text.trim() });
  }
  const first = here();
  if (first === undefined) return undefined;
  let target = first.text.trim();
  // A long URL goes on in indented lines, or in ones that begin as a query does.
  for (at += 1; /^(?:\s+\S|[?&])/.test(here()?.text ?? ""); at += 1)
    if (!comment.test(here()?.text ?? "")) target += here()?.text.trim() ?? "";
  const headers: { readonly name: string; readonly value: string; readonly line: number }[] = [];
  for (; here() !== undefined && here()?.text.trim() !== ""; at += 1) {
    const { number, text } = here() as Line;
    if (comment.test(text)) continue;
    if (isHandler(text)) break;
    const [, name, value] = /^\s*([^\s:]+)\s*:(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) return refuse(collected, number, { code: "bad-line", value: text.trim() });
    headers.push({ name, value: value.trim(), line: number });
  }
  return { name, line: first.number, target, headers, body: bodyOf(lines.slice(at), collected) };
}

/** JetBrains' response handlers, redirections of responses and references to them. */
function isHandler(text: string): boolean {
  return /^(?:>\s*\{%|>\s+\S|>>!?\s|<>\s)/.test(text);
}

/** Without empty lines around it, and without what is done with the response: no load does that. */
function bodyOf(lines: readonly Line[], collected: Collected): readonly Line[] {
  const body: Line[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    if (!isHandler(line.text)) {
      body.push(line);
      continue;
    }
    if (/^>\s/.test(line.text)) collected.note({ at: { line: line.number }, code: "script-ignored" });
    if (/^>\s*\{%/.test(line.text)) while (at < lines.length && !lines[at]?.text.includes("%}")) at += 1;
  }
  while (body[0]?.text.trim() === "") body.shift();
  while (body.at(-1)?.text.trim() === "") body.pop();
  return body;
}

function refuse(
  collected: Collected,
  line: number,
  note: { readonly code: "script" | "curl" } | { readonly code: "bad-line"; readonly value: string },
): undefined {
  collected.note({ at: { line }, ...note });
}
