import { isSameMasked } from "../../masking/same-command.ts";
import { maskedArguments } from "../../masking/masked-arguments.ts";
import type { RunFacts } from "./run-facts.ts";
import { madeOnce } from "../../made-once.ts";

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
