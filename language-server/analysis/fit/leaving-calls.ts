import { siteKinds, type Syntax } from "../syntax/syntax.ts";
import { madeOnce } from "../made-once.ts";

const calls = new Set((["call", "new", "super", "tag"] as const).map((kind) => siteKinds.indexOf(kind)));
/** Functions of the language that run no code of the app. */
const builtins: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Math),
  ..."now isArray isInteger isFinite isNaN parseInt parseFloat fromCharCode BigInt Number String Error".split(" "),
]);

/** Whether a function may call JavaScript outside of its text, directly or through functions of the text. */
export function leavesText({ functions, sites }: Syntax, row: number): boolean {
  const rows = new Map<string, number[]>();
  functions.calledAs.forEach((names, func) => {
    for (const name of names) madeOnce(rows, name, () => []).push(func);
  });
  const seen = new Set([row]);
  // A function contains its callbacks.
  const isWithin = (func: number): boolean => {
    let at = func;
    while (at > 0 && !seen.has(at)) at = functions.parent[at] as number;
    return seen.has(at);
  };
  for (let before = 0; before < seen.size;) {
    before = seen.size;
    for (let site = 0; site < sites.name.length; site++) {
      if (!calls.has(sites.kind[site] as number) || !isWithin(sites.func[site] as number)) continue;
      const name = sites.name[site] as string;
      const known = rows.get(name);
      if (known !== undefined) for (const each of known) seen.add(each);
      else if (!builtins.has(name)) return true;
    }
  }
  return false;
}
