import { expect, test } from "vitest";
import { comparedPart, factsOfPart, selectionOfPart } from "../../../language-server/analysis/selection/compared-part.ts";
import { keptOf, selectionIn } from "../../../language-server/analysis/selection/kept-selection.ts";
import { everything } from "../../../language-server/analysis/selection/selection.ts";

const threadsOf = (...names: readonly string[]) => names.map((name, id) => ({ id, name }));
const one = threadsOf("main", "child 4711", "child 4711 worker 1", "worker 1");
const other = threadsOf("main", "worker 1", "child 52 worker 1", "child 52");
const several = threadsOf("main", "child 52", "child 53");
const asked = { function: () => true, group: () => true, file: () => true, measure: undefined, routes: [] };

/** The threads of `there` that are compared with those of `here`, and chosen after them. */
function foundIn(there: readonly { readonly id: number; readonly name: string }[], here: typeof there, ...ids: readonly number[]): unknown {
  const selection = { ...everything, threads: ids };
  const part = comparedPart(selection, here);
  const compared = selectionOfPart(part, there)?.threads?.map((id) => there[id]?.name) ?? [];
  const facts = factsOfPart({ cpuMs: 1, threads: there }, part).threads.map(({ name }) => name);
  const kept = selectionIn(keptOf(selection, here), { ...asked, threads: there });
  return { compared, facts, kept: kept.selection.threads?.map((id) => there[id]?.name) ?? [], dropped: kept.dropped };
}

const all = (...names: readonly string[]): unknown => ({ compared: names, facts: names, kept: names, dropped: [] });
const none = (...dropped: readonly string[]): unknown => ({ compared: [], facts: [], kept: [], dropped });

test("a child process is that of another run by its name without the pid, where both runs have only one of that name", () => {
  expect(foundIn(other, one, 1)).toEqual(all("child 52"));
  expect(foundIn(other, one, 0, 2)).toEqual(all("main", "child 52 worker 1"));
  expect(foundIn(other, one, 3)).toEqual(all("worker 1"));
  expect(foundIn(several, one, 1)).toEqual(none("child"));
  expect(foundIn(threadsOf("main", "child 7"), several, 1)).toEqual(none("child 52"));
  expect(foundIn(several, several, 1)).toEqual(all("child 52"));
});
