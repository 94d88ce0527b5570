import type { Command } from "../command.ts";
import type { Words } from "../words/words.ts";

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  /** On one line. */
  readonly about: string;
  readonly options: readonly CompletedOption[];
  readonly operands: Command["operands"];
}

/** What follows an option: nothing, words to choose from, files and folders, branches and tags of Git, or something that cannot be listed. */
export type OptionValue = "none" | "any" | "path" | "ref" | readonly string[];

interface CompletedOption {
  /** Without dashes. */
  readonly name: string;
  readonly short: string | undefined;
  readonly value: OptionValue;
  readonly isRepeatable: boolean;
}

const help: CompletedOption = { name: "help", short: "h", value: "none", isRepeatable: false };

/** What the scripts of all shells say: each command with the options that it itself parses. */
export function completedCommands(commands: readonly Command[], { say }: Pick<Words, "say">): readonly CompletedCommand[] {
  return commands.map(({ name, summary, options, operands }) => ({
    name,
    about: say(summary),
    options: [
      ...Object.entries(options).map(([option, { type, short, multiple = false, completes }]): CompletedOption => ({
        name: option,
        short,
        value: type === "boolean" ? "none" : (completes ?? "any"),
        isRepeatable: multiple,
      })),
      help,
    ],
    operands,
  }));
}

/** As they are typed: `-o`, `--output`. */
export function typed({ name, short }: CompletedOption): readonly string[] {
  return short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`];
}

/** Prints them, one a line; nothing outside of a repository. */
export const listRefs = "git for-each-ref --format='%(refname:short)' refs/heads refs/tags 2>/dev/null";

/** In place of a command. */
export const globalOptions = ["--help", "--version"] as const;
