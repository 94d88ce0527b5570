/** The scripts of a run, by what V8 called them and by their text. */
export interface RunTexts {
  readonly scripts: readonly { readonly url: string; readonly hash: string }[];
}

/** Runs grouped by equal text: no script that two of a group have in common differs, and they have some in common. Node's own are left out. */
export function groupsOfEqualText<Facts extends RunTexts>(runs: readonly Facts[]): readonly (readonly Facts[])[] {
  const groups: { readonly texts: Map<string, string>; readonly runs: Facts[] }[] = [];
  for (const run of runs) {
    const texts = run.scripts.filter(({ url }) => !url.startsWith("node:"));
    const group = groups.find((each) => isOf(each.texts, texts));
    if (group === undefined) groups.push({ texts: new Map(texts.map(({ url, hash }) => [url, hash])), runs: [run] });
    else {
      group.runs.push(run);
      // A script that was seen in one start alone still tells this text from others.
      for (const { url, hash } of texts) group.texts.set(url, hash);
    }
  }
  return groups.map(({ runs: found }) => found);
}

function isOf(group: ReadonlyMap<string, string>, texts: RunTexts["scripts"]): boolean {
  const common = texts.filter(({ url }) => group.has(url));
  return common.length > 0 && common.every(({ url, hash }) => group.get(url) === hash);
}
