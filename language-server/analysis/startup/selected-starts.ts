/** `start 3`, `start 3 worker 1` */
const startName = /^start (\d+)\b/;

/** How many starts a selection of threads (ids; null for all) is of; 0 for a run that is not of starts. */
export function selectedStarts(
  run: {
    readonly startup?: { readonly starts: number } | undefined;
    readonly threads: readonly { readonly id: number; readonly name: string }[];
  },
  selected: readonly number[] | null,
): number {
  if (run.startup === undefined) return 0;
  if (selected === null) return run.startup.starts;
  const names = run.threads.flatMap(({ id, name }) => (selected.includes(id) ? (startName.exec(name)?.[1] ?? []) : []));
  return new Set(names).size;
}
