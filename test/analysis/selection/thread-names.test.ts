import { expect, test } from "vitest";
import { comparedPart, factsOfPart, selectionOfPart } from "../../../language-server/analysis/selection/compared-part.ts";
import { keptOf, selectionIn } from "../../../language-server/analysis/selection/kept-selection.ts";
import { everything } from "../../../language-server/analysis/selection/selection.ts";

const threadsOf = (...names: readonly string[]) => names.map((name, id) => ({ id, name }));
const one = threadsOf("main", "child 4711", "child 4711 worker 1", "worker 1");
const other = threadsOf("main", "worker 1", "child 52 worker 1", "child 52");
const several = threadsOf("main", "child 52", "child 53");
const asked = { function: () => true, file: () => true, measure: undefined };

/** The threads of `there` that are compared with, and chosen after, those of `here`. */
function foundIn(there: readonly { readonly id: number; readonly name: string }[], here: typeof there, ...ids: readonly number[]): unknown {
  const selection = { ...everything, threads: ids };
  const part = comparedPart(selection, here);
  const chosen = selectionOfPart(part, there)?.threads;
  const facts = factsOfPart({ cpuMs: 1, threads: there }, part).threads.map(({ id }) => id);
  const kept = selectionIn(keptOf(selection, here), { ...asked, threads: there });
  expect(chosen ?? facts).toEqual(facts);
  expect(chosen ?? kept.selection.threads).toEqual(kept.selection.threads);
  return { chosen: chosen?.map((id) => there[id]?.name), dropped: kept.dropped };
}

test("a child process is that of another run by its name without the pid, where both runs have only one of that name", () => {
  expect(foundIn(other, one, 1)).toEqual({ chosen: ["child 52"], dropped: [] });
  expect(foundIn(other, one, 0, 2)).toEqual({ chosen: ["main", "child 52 worker 1"], dropped: [] });
  expect(foundIn(other, one, 3)).toEqual({ chosen: ["worker 1"], dropped: [] });
  expect(foundIn(several, one, 1)).toEqual({ chosen: undefined, dropped: ["child"] });
  expect(foundIn(threadsOf("main", "child 7"), several, 1)).toEqual({ chosen: undefined, dropped: ["child 52"] });
  expect(foundIn(several, several, 1)).toEqual({ chosen: ["child 52"], dropped: [] });
});
