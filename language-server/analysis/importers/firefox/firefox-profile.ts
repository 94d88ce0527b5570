import { budget, FileBudget } from "../../budget.ts";
import type { Problem } from "../../profile/profile.ts";
import { UserError } from "../../user-error.ts";
import type { ImportedFile, TextImporter } from "../importer.ts";
import { type JsonObject, jsonOf, listOf, recordOf } from "../json-values.ts";
import { FirefoxStacks } from "./firefox-stacks.ts";
import { type FirefoxThread, numberOf, rowsInOrder } from "./firefox-thread.ts";
import { geckoThread } from "./gecko-thread.ts";
import { isOfTime, processedThread } from "./processed-thread.ts";
import { stackFile } from "../stack-profile.ts";

/** Profiles of Firefox, by itself or saved by profiler.firefox.com, and of samply and others that write its format. */
export const firefoxImporter: TextImporter = {
  name: "Firefox profile",
  title: "format.firefox",
  extensions: ["json"],
  files: /profile\.json(\.gz)?$/,
  reads: "text",
  recognises: (head) =>
    /^\s*\{\s*"meta"\s*:\s*\{[^]*?"(?:interval|startTime|categories|processType|stackwalk|preprocessedProfileVersion)"\s*:/.test(head) ||
    /^\s*\{\s*"libs"\s*:\s*\[(?:\s*\]\s*,\s*"meta"\s*:\s*\{|[^]*?"breakpadId"\s*:)/.test(head),
  read: readFirefox,
};

/** Throws a UserError if the file has another format after all, or no samples of time. Invalid entries are skipped. */
function readFirefox(text: string): ImportedFile {
  const file = recordOf(jsonOf(text, "firefox.damaged"));
  const isProcessed = recordOf(file["meta"])["preprocessedProfileVersion"] !== undefined;
  const { threads, ofMemory } = isProcessed ? processedThreads(file) : { threads: geckoThreads(file), ofMemory: 0 };
  const fileBudget = new FileBudget();
  const read = threads.slice(0, budget.threads).map((open) => {
    const thread = open();
    const stacks = new FirefoxStacks(thread, fileBudget);
    for (const row of rowsInOrder(thread.samples)) stacks.add(thread.samples.at(row));
    return { thread, stacks };
  });
  const sampled = read.filter(({ stacks }) => stacks.profile.times.length > 0);
  if (sampled.length === 0) throw new UserError(ofMemory > 0 ? "firefox.memory" : "firefox.empty");
  const inOrder = sampled.toSorted((a, b) => b.stacks.scripted - a.stacks.scripted);
  const names = threadNames(inOrder.map(({ thread }) => thread));
  const stacks = inOrder.map((each) => each.stacks);
  return stackFile(
    stacks.map(({ profile }, index) => ({ name: names[index] ?? "", profile })),
    { problems: problemsOf(stacks, threads.length - read.length) },
  );
}

/** A file can have very many threads, of which few are read. */
type UnreadThread = () => FirefoxThread;

function processedThreads(profile: JsonObject): { readonly threads: readonly UnreadThread[]; readonly ofMemory: number } {
  const all = listOf(profile["threads"]).map(recordOf);
  const ofTime = all.filter(isOfTime);
  return { threads: ofTime.map((thread) => () => processedThread(profile, thread)), ofMemory: all.length - ofTime.length };
}

/** Profiles of further processes are inside that of the first one. */
function geckoThreads(profile: JsonObject, first: JsonObject = recordOf(profile["meta"]), depth = 0): readonly UnreadThread[] {
  const delay = numberOf(recordOf(profile["meta"])["startTime"]) - numberOf(first["startTime"]);
  // What a process recorded may be a text of JSON in old versions, and is null where that failed.
  const threads = listOf(profile["threads"]).map((thread) => () => geckoThread(profile, recordOf(thread), first, delay));
  const processes = depth < deepestProcess ? listOf(profile["processes"]) : [];
  return [...threads, ...processes.flatMap((process) => geckoThreads(recordOf(process), first, depth + 1))];
}

/** Firefox itself nests processes one level deep. */
const deepestProcess = 10;

/** The threads' names; if several share one, with the process or a number. */
function threadNames(threads: readonly FirefoxThread[]): readonly string[] {
  const plain = threads.map(({ name }) => name || "thread");
  const withProcess = threads.map(({ process }, index) => (process === "" ? "" : `${plain[index]} (${process})`));
  const withId = threads.map(({ id }, index) => `${withProcess[index] || plain[index]} ${id || index + 1}`);
  const isOnly = (names: readonly string[], index: number): boolean =>
    names[index] !== "" && names.indexOf(names[index] ?? "") === names.lastIndexOf(names[index] ?? "");
  return plain.map((name, index) => [plain, withProcess, withId].find((names) => isOnly(names, index))?.[index] ?? `${name} ${index + 1}`);
}

function problemsOf(stacks: readonly FirefoxStacks[], left: number): readonly Problem[] {
  const isScripted = stacks.some(({ scripted }) => scripted > 0);
  return [
    ...(isScripted ? [] : [{ code: "firefox.noJavaScript" as const, count: 1 }]),
    ...(isScripted && !stacks.some(({ hasLines }) => hasLines) ? [{ code: "firefox.onlyFunctions" as const, count: 1 }] : []),
    ...(left > 0 ? [{ code: "profile.manyThreads" as const, count: left }] : []),
  ];
}
