/**
 * Command lines of load tools are split into words as a POSIX shell does, without its other features, so that a URL in a word cannot become
 * a command. `${url}`, `${connections}` and `${duration}` (in seconds) are replaced. The package string-argv loses escaped quotes and
 * blanks, and does not report open quotes or whether a `|` was quoted.
 */
export interface CommandValues {
  readonly url: string;
  readonly connections: number;
  /** Whole seconds. */
  readonly duration: number;
}

export type CommandProblem =
  | { readonly code: "no-command" | "unclosed-quote" }
  /** `value` only has a meaning in a shell. */
  | { readonly code: "shell-syntax"; readonly value: string }
  | { readonly code: "unknown-placeholder"; readonly value: string };

export type CommandPlaceholder = keyof CommandValues;
const commandPlaceholders: readonly CommandPlaceholder[] = ["url", "connections", "duration"];

/** Program and arguments with values filled in; only for a command line without problems. `platform`: as Node names it. */
export function commandWords(command: string, values: CommandValues, platform: string): readonly string[] {
  const { words } = split(command, platform);
  return words.map(({ text }) => text.replace(placeholder, (all, name: string) => (isKnown(name) ? String(values[name]) : all)));
}

export function usesPlaceholder(command: string, name: CommandPlaceholder): boolean {
  return command.includes(`\${${name}}`);
}

/** The first problem of a command line; undefined if there is none. */
export function commandProblem(command: string): CommandProblem | undefined {
  // The platforms differ only in the text of the words.
  const { words, closed } = split(command, "linux");
  if (!closed) return { code: "unclosed-quote" };
  if (words.length === 0 || words[0]?.text === "") return { code: "no-command" };
  const operator = words.find(({ text, quoted }) => !quoted && /^(\|{1,2}|&{1,2}|;|\d?>{1,2}(&\d)?|<{1,2})/.test(text));
  const ended = words.find(({ text, quoted }) => !quoted && /[;&|]$/.test(text));
  const shell = operator ?? ended;
  if (shell !== undefined) return { code: "shell-syntax", value: shell.text };
  for (const { text } of words) {
    for (const [all, name = ""] of text.matchAll(placeholder)) if (!isKnown(name)) return { code: "unknown-placeholder", value: all };
  }
  return undefined;
}

const placeholder = /\$\{([^}]*)\}/g;

function isKnown(name: string): name is CommandPlaceholder {
  return (commandPlaceholders as readonly string[]).includes(name);
}

interface Word {
  readonly text: string;
  /** Whether any part of it was quoted or escaped. */
  readonly quoted: boolean;
}

function split(command: string, platform: string): { readonly words: readonly Word[]; readonly closed: boolean } {
  const words: Word[] = [];
  let text = "";
  let inWord = false;
  let quoted = false;
  let quote = "";
  const end = (): void => {
    if (inWord) words.push({ text, quoted });
    [text, inWord, quoted] = ["", false, false];
  };
  for (let at = 0; at < command.length; at += 1) {
    const char = command[at] ?? "";
    if (char === "\\" && isEscape(command.slice(at), quote, platform)) {
      text += command[at + 1] ?? "";
      [inWord, quoted] = [true, true];
      at += 1;
    } else if (quote !== "") {
      if (char === quote) quote = "";
      else text += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      [inWord, quoted] = [true, true];
    } else if (/\s/.test(char)) end();
    else {
      text += char;
      inWord = true;
    }
  }
  end();
  return { words, closed: quote === "" };
}

/**
 * Whether the backslash at the start of `rest` escapes what follows. In Windows paths it is a separator, so it only escapes a blank, a quote or
 * another backslash; on Windows the latter only in a row that ends before a blank or a quote, as paths of network folders begin with two.
 */
function isEscape(rest: string, quote: string, platform: string): boolean {
  const [, next = ""] = (platform === "win32" ? /^\\+([^]?)/ : /^\\([^]?)/).exec(rest) ?? [];
  return quote === "" ? /[\s"'\\]/.test(next) : quote === '"' && /["\\]/.test(next);
}
