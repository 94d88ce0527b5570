/**
 * How cmd.exe reads arguments, by the rules of Stack Overflow's answer 7970912 (its source is not public). wine's cmd.exe reads per cent
 * signs in another way, so it cannot be used here.
 */

type Variables = Readonly<Record<string, string>>;

/** The script that a command line starts, and the arguments of a program that this script calls with its own arguments (`%*`). */
export function readThroughScript(line: string, variables: Variables): { readonly script: string; readonly args: readonly string[] } {
  const given = withoutCarets(expanded(line, variables));
  const [name = ""] = /^(?:"[^"]*"|[^" ])+/.exec(given) ?? [];
  // In the script, the text put in place of `%*` is not searched for variables again.
  return { script: name.replaceAll('"', ""), args: programArguments(withoutCarets(given.slice(name.length))) };
}

/** `%NAME%` and `%NAME:a=b%`, `%NAME:~1,2%` of variables that exist; all else is kept, as in a command line, not in a script. */
function expanded(line: string, variables: Variables): string {
  return line.replaceAll(
    /%([^%:]+)(?::(?:~(-?\d+)(?:,(-?\d+))?|([^=%]+)=([^%]*)))?%/g,
    (all, name: string, ...how: (string | undefined)[]) => {
      const value = Object.entries(variables).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
      if (value === undefined) return all;
      const [from, length, sought, put = ""] = how;
      if (sought !== undefined) return value.replaceAll(sought, put);
      return from === undefined ? value : value.slice(Number(from)).slice(0, length === undefined ? undefined : Number(length));
    },
  );
}

/** Outside quotes a caret protects the next character and is dropped. Throws for an operator without it, which would start another command. */
function withoutCarets(line: string): string {
  let [text, isQuoted] = ["", false];
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === "\n") throw new Error(`The command ends at a line break: ${line}`);
    if (char === "^" && !isQuoted) text += line.charAt((at += 1));
    else {
      if (char === '"') isQuoted = !isQuoted;
      if (!isQuoted && /[&|<>()]/.test(char)) throw new Error(`${char} is not protected: ${line}`);
      text += char;
    }
  }
  return text;
}

/** Microsoft's rules for the `argv` of C programs: backslashes count only before a quote, where two are one. */
function programArguments(line: string): readonly string[] {
  const found: string[] = [];
  const words = line.matchAll(/(?:\\+(?!["\\])|(?:\\\\)*\\"|(?:\\\\)*"(?:\\+(?!["\\])|(?:\\\\)*\\"|[^"\\])*(?:\\\\)*"|[^\s"\\])+/g);
  for (const [word] of words)
    found.push(word.replaceAll(/(\\*)"/g, (_all, { length }: string) => "\\".repeat(length >> 1) + (length % 2 === 1 ? '"' : "")));
  return found;
}
