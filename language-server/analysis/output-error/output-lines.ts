import { parsedJson } from "../parsed-json.ts";

const escapes = new RegExp(String.raw`\u001B\[[\d;?]*[ -/]*[@-~]`, "g");
/** What a package manager or a task runner puts before each line of a program. */
const prefixed = /^(\S.*?[^\s\w(]\s?)(?:\s{4,}at .+:\d+:\d+\)?(?: \{)?|Node\.js v\d+\.\d+\.\d+)$/;
const mostJoined = 4;

/** The lines of a program's output without colours, without the prefixes of task runners, and with the errors in a logger's JSON spelt out. */
export function plainLines(output: string): readonly string[] {
  const lines = output
    .replaceAll(escapes, "")
    .split(/\r?\n/)
    .flatMap((line) => loggedLines(line) ?? [line]);
  const prefixes = [...new Set(lines.flatMap((line) => prefixed.exec(line)?.[1] ?? []))].toSorted((a, b) => b.length - a.length);
  if (prefixes.length === 0) return lines.map((line) => line.trimEnd());
  return lines.map((line) => {
    const prefix = prefixes.find((each) => line.startsWith(each.trimEnd()));
    return (prefix === undefined ? line : line.slice(prefix.length)).trimEnd();
  });
}

/** A message of several lines on one: all of it where its first line ends in a colon, as for a list of what is wrong. */
export function joinedLines(lines: readonly string[]): string {
  const [first = "", ...others] = lines.map((line) => line.trim());
  const reason = /^\[?UnhandledPromiseRejection: .* with the reason (.*?)\.?\]?(?: \{)?$/.exec(first)?.[1];
  if (reason !== undefined) return `UnhandledPromiseRejection: ${reason}`;
  const whole = first.replace(/^\[(\w.*)\](?: \{)?$/, "$1");
  if (!whole.endsWith(":")) return whole;
  const stop = others.findIndex((line) => !/^(?:[-*•]\s+)?[\p{L}"'`]/u.test(line));
  const list = others.slice(0, Math.min(mostJoined, stop === -1 ? others.length : stop));
  return [whole, ...list].join(" ");
}

/** Of a line of JSON, as pino, bunyan and winston write them: the stack of its error, else its message. Undefined for any other line. */
function loggedLines(line: string): readonly string[] | undefined {
  const start = /^[^{]{0,80}(?=\{")/.exec(line)?.[0];
  if (start === undefined) return undefined;
  const entry = parsedJson(line.slice(start.length));
  const stack = [entry, valueOf(entry, "err"), valueOf(entry, "error")].map((each) => valueOf(each, "stack")).find(isText);
  const text = stack ?? [valueOf(entry, "msg"), valueOf(entry, "message")].find(isText);
  return text?.split("\n");
}

function valueOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
