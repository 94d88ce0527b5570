import type { CommandText } from "../texts/command-text.ts";

/** Node says what is wrong with an option in English only, and has one error code for several problems. `known`: the command's options, without dashes. */
export function optionProblem(message: string, command: string, known: readonly string[]): CommandText {
  const option = /'(?:-\w, )?(-[^ '=]*)/.exec(message)?.[1] ?? "";
  const values = { option, command };
  const unexpected = /^Unexpected argument '([^]*?)'\. /.exec(message)?.[1];
  if (unexpected !== undefined) return { code: "command.unexpectedArgument", values: { value: unexpected, command } };
  if (message.startsWith("Unknown option")) {
    const names = [...known, "help"].map((name) => `--${name}`);
    return likeOne("command.unknownOption", values, nearestOf(option, names));
  }
  if (message.includes("does not take an argument")) return { code: "command.unneededValue", values };
  if (message.includes("argument missing")) return { code: "command.noValue", values };
  return { code: "command.unclearValue", values };
}

export function commandProblem(name: string, known: readonly string[]): CommandText {
  return likeOne("command.noSuchCommand", { name, commands: known.join(", ") }, nearestOf(name, known));
}

function likeOne(
  code: "command.unknownOption" | "command.noSuchCommand",
  values: Readonly<Record<string, string>>,
  nearest: string | undefined,
): CommandText {
  return nearest === undefined ? { code, values } : { code: `${code}Like`, values: { ...values, nearest } };
}

/** Undefined if nothing is like it. */
function nearestOf(written: string, known: readonly string[]): string | undefined {
  return known
    .map((name) => ({ name, edits: editsBetween(written, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(name.replace(/^--/, "").length / 3)))
    .sort((one, other) => one.edits - other.edits)[0]?.name;
}

/** Letters to add, leave out, replace or swap with the next one. */
function editsBetween(from: string, to: string): number {
  let [before, above] = [[] as readonly number[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let at = 1; at <= from.length; at += 1) {
    const row = [at];
    for (let next = 1; next <= to.length; next += 1) {
      const isEqual = from[at - 1] === to[next - 1];
      const isSwapped = from[at - 1] === to[next - 2] && from[at - 2] === to[next - 1];
      const edits = [(above[next] ?? 0) + 1, (row[next - 1] ?? 0) + 1, (above[next - 1] ?? 0) + (isEqual ? 0 : 1)];
      row.push(Math.min(...edits, ...(isSwapped ? [(before[next - 2] ?? Number.POSITIVE_INFINITY) + 1] : [])));
    }
    [before, above] = [above, row];
  }
  return above[to.length] ?? 0;
}
