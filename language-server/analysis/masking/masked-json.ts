import type { Substitute } from "./masked-url.ts";
import { secretKind } from "./secret-names.ts";
import { mask, maskedValue } from "./secret-values.ts";

/** A field's name, in quotes that may themselves be escaped, or bare as in JavaScript and YAML's flow style. */
const field = /(?:(\\{0,7}["'])([^"'\\\n]{1,120})\1|(?<=[{,]\s{0,9})([A-Za-z_$][\w$-]{0,120}))\s{0,20}:\s{0,20}/g;

/** Fields whose value is the name of what the field beside it holds: `{"name": "Authorization", "value": "…"}`. */
const naming = new Set(["name", "key", "header", "field"]);
const named = new Set(["value", "val", "content"]);

/** A text of JSON or of a JavaScript object, also within a string or cut short, without the values of its secret fields. */
export function maskedFields(text: string, other?: Substitute): string {
  const parts: string[] = [];
  let from = 0;
  let beside = "";
  field.lastIndex = 0;
  for (let found = field.exec(text); found !== null; found = field.exec(text)) {
    const [, nameQuote = "", quotedName, bareName = ""] = found;
    const name = quotedName ?? bareName;
    const start = found.index + found[0].length;
    if (naming.has(name)) beside = stringAt(text, start)?.text ?? "";
    const of = named.has(name) ? beside : name;
    const kind = secretKind(of);
    // What a harmless field holds is looked at field by field.
    field.lastIndex = start;
    if (kind === undefined) continue;
    const value = stringAt(text, start) ?? blockAt(text, start) ?? bareAt(text, start);
    field.lastIndex = value.end;
    const shown = value.quote === undefined ? mask : maskedValue(value.text, kind, of);
    if (shown === value.text) continue;
    const put = other === undefined ? shown : other(of, value.text);
    const quote = value.quote === undefined || value.quote === "" ? nameQuote : value.quote;
    parts.push(text.slice(from, start), quote, put, quote);
    from = value.end;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(from);
}

interface Value {
  /** Without its quotes. */
  readonly text: string;
  readonly end: number;
  /** Undefined for an object or a list. */
  readonly quote: string | undefined;
}

function stringAt(text: string, start: number): Value | undefined {
  const [quote] = /^\\{0,7}["']/.exec(text.slice(start, start + 8)) ?? [];
  if (quote === undefined) return undefined;
  const first = start + quote.length;
  const end = stringEnd(text, first, quote);
  return { text: text.slice(first, text.startsWith(quote, end - quote.length) && end > first ? end - quote.length : end), end, quote };
}

function bareAt(text: string, start: number): Value {
  const sign = /[,}\]\s]/g;
  sign.lastIndex = start;
  const end = sign.exec(text)?.index ?? text.length;
  return { text: text.slice(start, end), end, quote: "" };
}

function blockAt(text: string, start: number): Value | undefined {
  if (text[start] !== "{" && text[start] !== "[") return undefined;
  const end = blockEnd(text, start);
  return { text: text.slice(start, end), end, quote: undefined };
}

/** Behind the same quote, with as many backslashes before it; a string that is cut short ends with the text. */
function stringEnd(text: string, start: number, quote: string): number {
  const sign = quote.slice(-1);
  const escapes = quote.length - 1;
  let slashes = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "\\") slashes += 1;
    else {
      if (text[at] === sign && (escapes === 0 ? slashes % 2 === 0 : slashes <= escapes)) return at + 1;
      slashes = 0;
    }
  }
  return text.length;
}

function blockEnd(text: string, start: number): number {
  const sign = /\\{0,7}["']|[[{\]}]/g;
  sign.lastIndex = start;
  let depth = 0;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const [all] = found;
    if (all === "[" || all === "{") depth += 1;
    else if (all === "]" || all === "}") depth -= 1;
    else sign.lastIndex = stringEnd(text, sign.lastIndex, all);
    if (depth === 0) return sign.lastIndex;
  }
  return text.length;
}
