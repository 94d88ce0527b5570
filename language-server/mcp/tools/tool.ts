import * as v from "valibot";
import type { Client } from "../wire/generations.ts";
import type { Outgoing } from "../wire/messages.ts";
import type { Question, Root } from "../wire/questions.ts";

/** Arguments and hints that tools have alike. */

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

export const runName = name;
export const run = v.optional(v.pipe(name, v.description("A run, such as r-4kq2p9, from an earlier answer; default: the newest.")));
export const by = v.optional(
  v.pipe(
    v.picklist(["attributed", "self", "total"]),
    v.description(
      "attributed (default): own code with the library and native code that it calls; self: the line alone; total: with all that it calls.",
    ),
  ),
  "attributed",
);
export const functionName = v.pipe(
  name,
  v.description("A function, such as f-9c2mx1, from an earlier answer; or its name, or name@file:line."),
);

export const reads: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

/** What the editor calls it, and its name in the engine. */
export const heatBy = { attributed: "withLibraries", self: "self", total: "total" } as const;

/** What a tool may do, as clients show it to their users. */
interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

/** A call of a tool. */
export interface ToolCall {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** `total` is not known of all work. */
  readonly progress: (progress: { readonly progress: number; readonly total?: number | undefined }, message: string) => void;
  /** Whether the user says yes; undefined if the client cannot ask. May throw InputRequired. */
  readonly ask: (question: Question) => Promise<boolean | undefined>;
  /** The client's folders; undefined if it does not say. */
  readonly roots: () => Promise<readonly Root[] | undefined>;
}

/** The same in words and as data: clients hand one or the other to the model. */
export interface Answer {
  readonly text: string;
  readonly data: Outgoing;
}

/** A tool as it is written: `Session` is what all calls of a connection share. */
export interface ToolDefinition<Input extends v.GenericSchema, Session> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A strict object: a misspelt argument is refused, not ignored. */
  readonly input: Input;
  readonly output: v.GenericSchema;
  readonly hints: Hints;
  /** It starts something and may take minutes. */
  readonly isLong?: boolean;
  /** What must hold before anything is started. Throws a Refusal, or asks the user. */
  readonly ready?: (input: v.InferOutput<Input>, call: ToolCall, session: Session) => Promise<void>;
  readonly run: (input: v.InferOutput<Input>, call: ToolCall, session: Session) => Promise<Answer>;
}

/** A tool as a client lists it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly hints: Hints;
  readonly isLong: boolean;
}

export interface Toolbox {
  readonly tools: readonly Tool[];
  /** A result of `tools/call`; what the tool cannot do is one, too. Rejects when aborted. */
  readonly call: (tool: Tool, input: unknown, call: ToolCall) => Promise<Outgoing>;
  /** The result if there is nothing to start, or if the user has to be asked first; undefined: it can begin. */
  readonly prepare: (tool: Tool, input: unknown, call: ToolCall) => Promise<Outgoing | undefined>;
  readonly forgetRoots: () => void;
  readonly close: () => Promise<void>;
}

/** Why a tool did not do what was asked: what happened and what to do, for the model to read. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
