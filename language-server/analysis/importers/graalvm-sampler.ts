import { budget, FileBudget } from "../budget.ts";
import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import { shortened } from "../shortened.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { type JsonObject, jsonOf, listOf, recordOf, wholeOf } from "./json-values.ts";
import { type NamedFunction, StackProfile, nativeFunction, stackFile } from "./stack-profile.ts";

/** Its default period. */
const usualPeriod: Microseconds = 10_000;
/** Longer than any name and path. */
const longestName = 2000;

/**
 * The tree of calls that GraalVM's CPU sampler writes (`--cpusampler --cpusampler.Output=json`), for GraalJS and other languages on Truffle: each
 * node is a function at its start, with the number of samples that it was innermost in.
 */
export const graalvmSamplerImporter: TextImporter = {
  name: "GraalVM CPU sampler",
  title: "format.graalvm",
  extensions: ["json"],
  reads: "text",
  recognises: (head) =>
    /^\s*\{/.test(head) && (/"tool"\s*:\s*"cpusampler"/.test(head) || /"contexts"\s*:[^]*"self_hit_count"\s*:/.test(head)),
  read: readSampler,
};

/** Throws a UserError if it is not valid JSON, or has no samples. */
function readSampler(text: string): ImportedFile {
  const fileBudget = new FileBudget();
  const threads = listOf(recordOf(jsonOf(text, "graalvm.damaged"))["contexts"])
    .map(recordOf)
    .flatMap((context) => {
      const period = Number(context["period"]) * 1000;
      const interval = period > 0 && Number.isFinite(period) ? period : usualPeriod;
      return listOf(context["profile"])
        .map(recordOf)
        .map(({ thread, samples }) => ({
          name: threadName(thread),
          profile: profileOf(listOf(samples), interval, new StackProfile(fileBudget)),
        }));
    })
    .filter(({ profile }) => profile.times.length > 0);
  if (threads.length === 0) throw new UserError("graalvm.empty");
  const kept = threads.slice(0, budget.threads);
  const named = kept.map(({ name, profile }, index) => ({ name: index === 0 ? "main" : name, profile }));
  return stackFile(named, {
    hasTimes: false,
    problems: [
      { code: "graalvm.onlyFunctions", count: 1 },
      ...(threads.length > kept.length ? [{ code: "profile.manyThreads" as const, count: threads.length - kept.length }] : []),
    ],
  });
}

/** `Thread[#3,main,5,main]`: its name is the second part. */
function threadName(thread: unknown): string {
  const text = typeof thread === "string" ? thread : "";
  return /^Thread\[#\d+,([^,]*),/.exec(text)?.[1] ?? text;
}

function profileOf(roots: readonly unknown[], interval: Microseconds, profile: StackProfile): StackProfile {
  const open = roots.map((node) => ({ node: recordOf(node), under: -1 }));
  // A deep tree would be too deep for recursion.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stack = profile.stackRow(next.under, profile.functionRow(functionOf(next.node)));
    const count = Math.trunc(Number(next.node["self_hit_count"]));
    if (count > 0) profile.add(stack, profile.times.length * interval, count, interval);
    for (const child of listOf(next.node["children"])) open.push({ node: recordOf(child), under: stack });
  }
  return profile;
}

/** Names of code without one begin with a colon: `:program`, `:anonymous`, `:=>`. */
function functionOf({ root_name: name, source_section: section }: JsonObject): NamedFunction {
  const { path, start_line: line, start_column: column } = recordOf(section);
  const text = shortened(typeof name === "string" ? name : "", longestName);
  if (typeof path !== "string" || path === "") return nativeFunction(text);
  return { name: text.startsWith(":") ? "" : text, url: path, line: wholeOf(line), column: wholeOf(column) };
}
