import { stat } from "node:fs/promises";
import path from "node:path";
import { judgedBefore, newestGood, type PassedRun, unlikeNearest } from "../../analysis/compare/before/judged-pair.ts";
import { isFitBefore, standingOf, standingText } from "../../analysis/compare/before/standing.ts";
import { unlikenesses, unlikenessText } from "../../analysis/compare/before/unlikeness.ts";
import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import { UserError } from "../../analysis/user-error.ts";
import { listRuns, readRun, type StoredRun } from "../../history/run-store.ts";
import type { Run } from "../../history/run.ts";
import { isUnwanted } from "../../history/baseline.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { Terminal } from "../command.ts";
import { ifRefused } from "../../platform/refusals.ts";

type Output = Pick<Terminal, "err" | "words">;

/** More are only counted. */
const mostNamed = 10;

/** The runs of a folder of runs, newest first; undefined for anything else, such as a run's own folder. */
export async function runsIn(target: string): Promise<readonly StoredRun[] | undefined> {
  if (!(await isFolder(target)) || (await isRun(target))) return undefined;
  const runs = await listRuns(target);
  return runs.length === 0 ? undefined : runs;
}

/** Whether it is the folder of one run. */
export async function isRun(target: string): Promise<boolean> {
  return (await stat(path.join(target, "run.json")).catch(ifRefused)) !== undefined;
}

/** The newest run that neither failed nor was cancelled, else the newest. Newer ones are named. */
export function reportedRun(runs: readonly StoredRun[], terms: Output | undefined): StoredRun {
  const facts = factsOf(runs);
  const at = runs.findIndex(({ run }) => !isUnwanted(standingOf(run, facts)));
  const chosen = runs[Math.max(0, at)] as StoredRun;
  const passed = facts
    .slice(0, Math.max(0, at))
    .map((run) => ({ run, why: { kind: "standing", standing: standingOf(run, facts) } }) as const);
  if (terms !== undefined) reportPassed(passed, terms);
  return chosen;
}

/**
 * Both sides of `compare RUNS`: the newest good run and the run before it that is like it; all between are named. Rejects with a UserError if
 * there is no such pair.
 */
export function judgedRuns(folder: string, runs: readonly StoredRun[], terms: Output): { readonly before: string; readonly after: string } {
  const { words } = terms;
  const facts = factsOf(runs);
  const newest = newestGood(facts);
  if (newest === undefined) throw new UserError("terminal.noGoodRun", { folder, why: standingIn(facts[0] as Run, facts, terms) });
  const { base, passed } = judgedBefore(newest.run, facts, words.share);
  const unlike = base === undefined ? unlikeNearest(newest.run, facts, words.share) : undefined;
  if (base === undefined) {
    reportPassed(newest.passed, terms);
    throw unlike === undefined
      ? new UserError("terminal.oneRun", { folder })
      : new UserError("terminal.noneLike", { name: newest.run.id, why: unlikenessText(unlike) });
  }
  reportPassed([...newest.passed, ...passed], terms);
  return { before: folderOf(base, runs), after: folderOf(newest.run, runs) };
}

/** Of a folder that stands for the run after. Newer ones that are not good are named. */
export function newestOf(runs: readonly StoredRun[], terms: Output): string {
  const newest = newestGood(factsOf(runs));
  reportPassed(newest?.passed ?? [], terms);
  return newest === undefined ? (runs[0] as StoredRun).folder : folderOf(newest.run, runs);
}

/**
 * Of a folder that stands for the run before: the newest that is like `next`, else the newest that is but for its folder, as of another
 * checkout, else the newest good one. Newer ones are named.
 */
export async function newestLike(runs: readonly StoredRun[], nextFolder: string, terms: Output): Promise<string> {
  const [next, facts] = [await readRun(nextFolder), factsOf(runs)];
  const others = facts.filter(({ id }) => id !== next.id);
  const elsewhere = (run: Run): Run => ({ ...run, app: { ...run.app, cwd: next.app.cwd, argv: movedTo(run, next.app.cwd) } });
  const found =
    others.find((run) => isFitBefore(run, next, facts)) ??
    others.find((run) => isFitBefore(elsewhere(run), next, facts)) ??
    others.find((run) => standingOf(run, facts).kind === "good") ??
    facts[0];
  const chosen = found as Run;
  const passed = others.slice(0, others.indexOf(chosen)).flatMap((run): readonly PassedRun<Run>[] => {
    const standing = standingOf(run, facts);
    if (standing.kind !== "good") return [{ run, why: { kind: "standing", standing } }];
    const [unlikeness] = unlikenesses(elsewhere(run), next, terms.words.share, facts);
    return unlikeness === undefined ? [] : [{ run, why: { kind: "unlike", unlikeness } }];
  });
  reportPassed(passed, terms);
  return folderOf(chosen, runs);
}

function reportPassed(passed: readonly PassedRun<Run>[], { err, words }: Output): void {
  const say = (text: CommandText): void => void err.write(`heatline: ${harmless(words.say(text))}\n`);
  for (const { run, why } of passed.slice(0, mostNamed)) {
    const reason =
      why.kind === "unlike" ? unlikenessText(why.unlikeness) : (standingText(why.standing, words.share) ?? { code: "standing.good" });
    say({ code: "command.passedOver", values: { id: run.id, name: run.name, why: words.say(reason) } });
  }
  const more = passed.length - mostNamed;
  if (more > 0) say({ code: "command.morePassedOver", values: { shown: words.count(more), count: more } });
}

function standingIn(run: Run, runs: readonly Run[], { words }: Output): string {
  const text = standingText(standingOf(run, runs), words.share);
  return text === undefined ? "" : words.say(text);
}

/** Its command line as if it ran there: paths below its own folder are below the other one. */
function movedTo({ app }: Run, cwd: string): readonly string[] {
  return app.argv.map((word) => (word.startsWith(`${app.cwd}${path.sep}`) ? cwd + word.slice(app.cwd.length) : word));
}

function factsOf(runs: readonly StoredRun[]): readonly Run[] {
  return runs.map(({ run }) => run);
}

function folderOf(run: Run, runs: readonly StoredRun[]): string {
  return (runs.find((stored) => stored.run === run) as StoredRun).folder;
}

/** Whether there is a folder. */
export async function isFolder(file: string): Promise<boolean> {
  return (await stat(file).catch(ifRefused))?.isDirectory() === true;
}
