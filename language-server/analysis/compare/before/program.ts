import { isSameMasked } from "../../masking/secret-values.ts";
import { maskedArguments } from "../../masking/masked-arguments.ts";
import { madeOnce } from "../../collections.ts";
import type { LoadReport } from "../../load/load.ts";

/** What a run says about itself without its samples; `run.json` has all of it. */
export interface RunFacts {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly app: { readonly cwd: string; readonly argv: readonly string[] };
  readonly end: "load-ended" | "cancelled" | "exited" | "stopped" | "crashed" | "time-cap" | "disconnected" | "recovered";
  readonly exitCode?: number | undefined;
  /** Whether it was recorded from the first line of an app that listened on no port, or a part that was asked for; older runs do not say. */
  readonly window?: "first-line" | "measured" | undefined;
  /** Of one from the first line, when the app first listened; it then went on until the user ended it. */
  readonly listenedAtMs?: number | undefined;
  /** A load was to follow, and never began. */
  readonly lacksLoad?: boolean | undefined;
  /** Where the error is that ended the app; `isLoading`: code could not be read or loaded. */
  readonly failure?: { readonly isLoading: boolean } | undefined;
  readonly load?: LoadReport | undefined;
  readonly test?: { readonly runner: string; readonly file: string; readonly name: string } | undefined;
  /** What ran is the start of the app, that often. */
  readonly startup?: { readonly starts: number } | undefined;
  readonly threads: readonly { readonly busyTicks: number }[];
  /** The user marked it as its app's baseline. */
  readonly baseline?: boolean | undefined;
}

/** Whether a run started before another. */
export function isEarlier(a: Pick<RunFacts, "startedAt" | "id">, b: Pick<RunFacts, "startedAt" | "id">): boolean {
  return a.startedAt < b.startedAt || (a.startedAt === b.startedAt && a.id < b.id);
}

type Ran = Pick<RunFacts, "app" | "load" | "test">;

/** What ran, in the form that is equal for two starts of it. */
export interface Program {
  /** With slashes. */
  readonly folder: string;
  /** After the Node.js that ran it; masked, relative to the folder, and without port numbers. Empty if unknown, as for an imported profile. */
  readonly words: readonly string[];
}

const portWord = "${port}";
const portOption = /^(?:--?|\/)?(?:[\w-]+[-_])?port$/i;

/** Lists are compared pair by pair, so that each run is read only once. */
const known = new WeakMap<Ran["app"], Program>();

export function programOf(run: Ran): Program {
  return madeOnce(known, run.app, () => readProgram(run));
}

/** Any Node.js, whichever secrets were kept, and at whichever port. A program that is not known is no other's. */
export function isSameCommand(a: Ran, b: Ran): boolean {
  const [before, after] = [programOf(a).words, programOf(b).words];
  return before.length > 0 && before.length === after.length && before.every((word, index) => isSameMasked(word, after[index] ?? ""));
}

/** A test is the same however it was started. */
export function isSameTest({ test: a }: Ran, { test: b }: Ran): boolean {
  return a?.file === b?.file && a?.name === b?.name && a?.runner === b?.runner;
}

/** Its figures are those of starts alone. */
export function isOfStarts({ startup }: Pick<RunFacts, "startup">): boolean {
  return startup !== undefined;
}

/** It has what ran before its first server listened, beside what came then. */
export function hasStart({ listenedAtMs }: Pick<RunFacts, "listenedAtMs">): boolean {
  return listenedAtMs !== undefined;
}

export function isSameFolder(a: Ran, b: Ran): boolean {
  return programOf(a).folder === programOf(b).folder;
}

function readProgram({ app, load }: Ran): Program {
  const folder = slashed(app.cwd).replace(/(?<=.)\/+$/, "");
  const masked = maskedArguments(app.argv.slice(1));
  const port = /^https?:\/\/[^/?#]*:(\d+)/i.exec(load?.url ?? "")?.[1];
  return {
    folder,
    words: masked.map((word, index) => (isPort(word, masked[index - 1] ?? "", port) ? portWord : withoutPorts(relative(word, folder)))),
  };
}

/** `C:\app` and `c:/app` are one folder. */
function slashed(path: string): string {
  const drive = /^([A-Za-z]:)[\\/]/.exec(path)?.[1];
  if (drive === undefined) return path.startsWith("\\\\") ? path.replaceAll("\\", "/") : path;
  return drive.toLowerCase() + path.slice(2).replaceAll("\\", "/");
}

/** `/app/server.js`, `./server.js` and `server.js`, also behind an option: `--config=/app/x.json`. */
function relative(word: string, folder: string): string {
  const equals = /^[\w.-]+=/.exec(word)?.[0] ?? "";
  const path = slashed(word.slice(equals.length));
  const isWindows = /^[a-z]:\//.test(folder);
  const given = isWindows ? path.replaceAll("\\", "/") : path;
  const below = given.startsWith(`${folder}/`) ? given.slice(folder.length + 1) : given.replace(/^(?:\.\/)+(?=.)/, "");
  return equals + below;
}

/** A number after an option that is called port, or the one at which the app was then loaded. A short `-p` may be any number below 1024. */
function isPort(word: string, before: string, loaded: string | undefined): boolean {
  if (!/^\d{1,5}$/.test(word)) return false;
  return word === loaded || portOption.test(before) || (before === "-p" && Number(word) >= 1024);
}

/** `--port=3000`, `PORT=3000`, `http://shop:3000/`, `localhost:3000`; not `cart.js:12`. */
function withoutPorts(word: string): string {
  const [, name = ""] = /^([\w/-]+)=\d{1,5}$/.exec(word) ?? [];
  if (portOption.test(name)) return `${name}=${portWord}`;
  return word.replace(/((?:\/\/[\w.-]+|\blocalhost|\b\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])):\d{1,5}(?!\d)/gi, `$1:${portWord}`);
}
