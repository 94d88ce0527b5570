import { budget, FileBudget } from "../budget.ts";
import { UserError } from "../user-error.ts";
import { shortened } from "../shortened.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import type { Microseconds } from "../units.ts";
import { StackProfile, stackFile } from "./stack-profile.ts";
import { eachLine } from "./stack-text.ts";
import { madeOnce } from "../collections.ts";

/** `P123;T0:124;/app/a.py:work:7;/app/a.py:leaf:3 1105`: the process, the thread, frames with the line each is at, and microseconds. */
const sample = /^P(\d+);T([^;]*?)((?:;.*)?) (\d+)$/;
const frame = /^(.*):([^:]*):(\d+)$/;
const mode = /^# mode: (\w+)\r?$/m;
/** Longer than any name and path. */
const longestFrame = 2000;
/** A thread without Python on its stack. */
const frameless: Place = { name: "(program)", url: "", line: 0 };

/**
 * Austin's samples of Python (github.com/P403n1x87/austin, since 3.0 with a head of comments). They look like collapsed stacks, but their
 * numbers are times, each line is one sample, and each frame names the line that it was at.
 */
export const austinImporter: TextImporter = {
  name: "austin samples",
  title: "format.austin",
  extensions: ["txt"],
  reads: "text",
  recognises: (head) => /^# austin: \d/.test(head),
  read: readAustin,
};

/** Throws a UserError if the numbers are not times alone, or if there is no sample. */
function readAustin(text: string): ImportedFile {
  const kind = mode.exec(text)?.[1] ?? "wall";
  if (kind !== "wall" && kind !== "cpu") throw new UserError("austin.notTime", { mode: kind });
  const code = new AustinCode();
  const threads = new Map<string, AustinSample[]>();
  let odd = 0;
  for (const line of eachLine(text)) {
    if (line === "" || line.startsWith("#")) continue;
    const [, pid, thread = "", frames = "", time] = sample.exec(line) ?? [];
    const label = `${thread} (${pid})`;
    const name = threads.has(label) || threads.size < budget.threads ? label : "other threads";
    const places = frames.split(";").slice(1);
    if (time === undefined) odd++;
    else if (Number(time) > 0)
      madeOnce(threads, name, () => []).push({ frames: places.map((each) => code.place(each)), time: Number(time) });
  }
  if (threads.size === 0) throw new UserError("collapsed.empty");
  const fileBudget = new FileBudget();
  const found = [...threads].map(([name, samples], index) => ({
    name: index === 0 ? "main" : name,
    profile: profileOf(samples, code, new StackProfile(fileBudget)),
  }));
  return stackFile(found, { problems: odd > 0 ? [{ code: "collapsed.badLines", count: odd }] : [] });
}

interface Place {
  readonly name: string;
  readonly url: string;
  readonly line: number;
}

interface AustinSample {
  /** Callers first. */
  readonly frames: readonly Place[];
  readonly time: Microseconds;
}

/** Frames by their text, and the first line that each function was seen at: austin does not say where it starts. */
class AustinCode {
  readonly #places = new Map<string, Place>();
  readonly #starts = new Map<string, number>();

  place(text: string): Place {
    return madeOnce(this.#places, text, () => {
      const [, url = "", name = shortened(text, longestFrame), line] = (text.length <= longestFrame ? frame.exec(text) : null) ?? [];
      const place = { name, url, line: Number(line ?? 0) };
      const key = keyOf(place);
      this.#starts.set(key, Math.min(this.#starts.get(key) ?? place.line, place.line));
      return place;
    });
  }

  startOf(place: Place): number {
    return this.#starts.get(keyOf(place)) ?? 0;
  }
}

function keyOf({ name, url }: Place): string {
  return `${url}\n${name}`;
}

function profileOf(samples: readonly AustinSample[], code: AustinCode, profile: StackProfile): StackProfile {
  const rowOf = (place: Place): number => profile.functionRow({ ...place, line: code.startOf(place), column: 0 });
  let elapsed = 0;
  for (const { frames, time } of samples) {
    let stack = frames.length === 0 ? profile.stackRow(-1, rowOf(frameless)) : -1;
    for (const place of frames) stack = profile.stackRow(stack, rowOf(place), place.line);
    profile.add(stack, elapsed, 1, time);
    elapsed += time;
  }
  return profile;
}
