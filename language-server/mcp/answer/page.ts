import * as v from "valibot";
import type { Bytes } from "../../analysis/units.ts";
import { type Answer, Refusal } from "../tools/tool.ts";
import type { Outgoing } from "../wire/messages.ts";
import { createHash } from "node:crypto";
import type { FunctionKey } from "../../answers/parts.ts";

/** Five bits each, without letters that are mistaken for others. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const length = 6;

/** A short name that is the same in each session: of a run by its id. */
export function runHandle(id: string): string {
  return `r-${digest(id)}`;
}

/** Of a function of a run by where it starts. */
export function functionHandle(runId: string, { path, name, line, column }: FunctionKey): string {
  return `f-${digest(JSON.stringify([runId, path, name, line, column]))}`;
}

/** Of a question by its tool, its run and its arguments: a cursor of its answer is of no other one. */
function questionHandle(question: readonly unknown[]): string {
  return digest(JSON.stringify(question));
}

function digest(text: string): string {
  return Array.from(createHash("sha256").update(text).digest().subarray(0, length), (byte) => letters[byte % letters.length]).join("");
}

/** UTF-8 of the text and the data together: the first answer must be cheap to read, further ones were asked for. */
const mostBytes = { first: 2000, further: 4000 } as const satisfies Record<string, Bytes>;

export interface Row {
  readonly text: string;
  readonly data: Outgoing;
}

/** What is around the rows. */
export interface Frame {
  /** The tool, the run and the arguments: a cursor is of one question. */
  readonly question: readonly unknown[];
  /** What was measured, and what the rows are; each answer begins with it. */
  readonly head: readonly string[];
  readonly facts: Outgoing;
  /** Said in place of rows. */
  readonly empty: string;
  /** One call that leads on. */
  readonly next: string;
}

export const cursor = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^p\d{1,6}-[0-9a-z]{6}$/),
    v.description("From an earlier answer: what comes after it. The other arguments must be the same."),
  ),
);

/** What each paged answer has beside its rows. */
export const pageFacts = { more: v.number(), cursor: v.optional(v.string()), next: v.string() };

/** As many rows from the cursor on as there is room for; after the first answer at least one. Throws a Refusal for a cursor that is of no such answer. */
export function page(rows: readonly Row[], from: string | undefined, frame: Frame): Answer {
  const [first = "", asked] = from?.split("-") ?? [];
  if (asked !== undefined && asked !== questionHandle(frame.question))
    throw new Refusal(`The cursor “${from}” is of another question. Repeat the arguments and the run that it came with, or leave it out.`);
  const start = from === undefined ? 0 : Number(first.slice(1));
  if (start > 0 && start >= rows.length) throw new Refusal(`There is nothing after the cursor “${from}”: there are ${rows.length} rows.`);
  const most = from === undefined ? mostBytes.first : mostBytes.further;
  let [low, high] = [Math.min(rows.length, from === undefined ? start : start + 1), rows.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeOf(answerOf(rows, start, middle, frame)) <= most) low = middle;
    else high = middle - 1;
  }
  return answerOf(rows, start, low, frame);
}

function sizeOf({ text, data }: Answer): Bytes {
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(data));
}

function answerOf(rows: readonly Row[], start: number, end: number, { question, head, facts, empty, next }: Frame): Answer {
  const more = rows.length - end;
  const cursor = `p${end}-${questionHandle(question)}`;
  const shown = rows.slice(start, end);
  const listed = rows.length === 0 ? [empty] : shown.map(({ text }, at) => `${start + at + 1}. ${text}`);
  const rest = more === 0 ? [] : [`${more} more: cursor "${cursor}".`];
  return {
    text: [...head, ...listed, ...rest, `Next: ${next}`].join("\n"),
    data: { ...facts, rows: shown.map(({ data }) => data), more, ...(more === 0 ? {} : { cursor }), next },
  };
}
