import type { Writable } from "node:stream";
import type { CommandText } from "../texts/command-text.ts";
import type { Words } from "./words/words.ts";

/** A subcommand of `heatline`. To add one: a file that exports a Command, and a line in main.ts. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: CommandText;
  /** All of them but --help, for `parseArgs`. */
  readonly options: Readonly<Record<string, CommandOption>>;
  /** What stands beside options: words to choose from, files and folders, or a program after `--`. Undefined for what cannot be listed. */
  readonly operands?: readonly string[] | "path" | "program" | undefined;
  /** What `heatline NAME --help` prints. */
  readonly help: CommandText;
  /**
   * Resolves to the exit code. Rejects with a UserError for what the user can fix (exit code 1), and with a UsageError for an invalid
   * command line (2).
   */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
}

/** As `parseArgs` has it. */
interface CommandOption {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: boolean;
  readonly default?: string | boolean;
  /** What a shell offers as its value: words, files and folders, or branches and tags of Git. */
  readonly completes?: readonly string[] | "path" | "ref";
}

/** Where a command writes: results to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly words: Words;
}

/** Where what is recorded is heard: the terminal, or whoever keeps its last lines. */
export interface Listener extends Pick<Terminal, "words"> {
  readonly out: Writable;
  readonly err: Writable & { readonly isTTY?: boolean | undefined };
}

/** A command line that cannot be parsed. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly coded: CommandText;

  constructor(coded: CommandText, options?: ErrorOptions) {
    super(coded.code, options);
    this.coded = coded;
  }
}

/** Parses a number within bounds; `name` is the option's. Undefined if the option was not given. */
export function numberOption(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !(value >= least && value <= most))
    throw new UsageError({ code: "command.notNumber", values: { name, least, most, value: text } });
  return value;
}

export function wholeOption(name: string, text: string | undefined, least: number, most: number): number | undefined {
  const value = numberOption(name, text, least, most);
  if (value !== undefined && !Number.isInteger(value))
    throw new UsageError({ code: "command.notWhole", values: { name, value: text ?? "" } });
  return value;
}
