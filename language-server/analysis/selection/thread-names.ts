import type { CodedText } from "../../texts/coded-text.ts";

interface Named {
  readonly name: string;
}

/** Another run's child processes have other pids: `child worker 2` for `child 4711 worker 2`. */
function withoutPid(name: string): string {
  return name.replace(/^child \d+/, "child");
}

/** What threads are called in other runs, too: without a pid, where that names none but them. */
export function commonNames(chosen: readonly Named[], all: readonly Named[]): readonly string[] {
  return chosen.map(({ name }) =>
    all.filter((each) => withoutPid(each.name) === withoutPid(name)).length === 1 ? withoutPid(name) : name,
  );
}

/** For a message: a name may contain a comma. */
export function quotedNames([first = "", ...others]: readonly string[]): CodedText {
  return others.reduce<CodedText>((names, name) => ({ code: "selection.names", values: { names, name } }), {
    code: "selection.name",
    values: { name: first },
  });
}

/** The threads of that name, of which there may be several; else the only one that is called so without its pid. */
export function threadsCalled<Thread extends Named>(name: string, all: readonly Thread[]): readonly Thread[] {
  const found = all.filter((thread) => thread.name === name);
  if (found.length > 0) return found;
  const alike = all.filter((thread) => withoutPid(thread.name) === name);
  return alike.length === 1 ? alike : [];
}

/** The same for several names, in the order of the run. */
export function threadsNamed<Thread extends Named>(names: readonly string[], all: readonly Thread[]): readonly Thread[] {
  const found = new Set(names.flatMap((name) => threadsCalled(name, all)));
  return all.filter((thread) => found.has(thread));
}
