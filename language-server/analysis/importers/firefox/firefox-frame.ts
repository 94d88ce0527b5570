import { textFrame } from "../stack-text.ts";
import { type NamedFunction, nativeFunction } from "../stack-profile.ts";
import type { FirefoxFrame } from "./firefox-thread.ts";

const address = /^0x[\da-f]+$/i;
/** What profiler.firefox.com puts before the URL of a script's own code. */
const rootScope = /^\(root scope\) .*/;
/** Where Firefox loaded a script from, and by which chain of loaders. */
const loaders = " -> ";

interface FramePlace {
  readonly line: number;
  readonly column: number;
  readonly category: number;
}

export function scriptFrame({ name, url, line, column }: NamedFunction, place: FramePlace): FirefoxFrame {
  const file = url.split(loaders).at(-1) ?? "";
  const own = name.replace(rootScope, "");
  return { func: { name: own, url: file, line, column }, isScript: true, isMachineCode: false, isNameless: false, ...placed(place) };
}

/** The code of a script outside of its functions: its URL, perhaps with a place and the row of the script. */
const scriptItself = /^([a-z][a-z\d+.-]*:\/\/\S+?)(?::(\d+):(\d+))?(\[\d+\])?$/i;
/** Longer than any URL that a person would read: such a text is not searched. */
const longestUrl = 4000;

/** The frame of a script's own code, which Firefox names by its URL alone; undefined for any other name. */
export function topLevelFrame(name: string, place: FramePlace): FirefoxFrame | undefined {
  const found = name.length > longestUrl ? null : scriptItself.exec(name);
  if (found === null) return undefined;
  const [, url = "", line, column, row] = found;
  if (line === undefined && row === undefined && place.line === 0) return undefined;
  return scriptFrame({ name: "", url, line: Number(line ?? 1), column: Number(column ?? 1) }, place);
}

/** A function of JavaScript that samply found by its machine code: `hash /app/util.js:24:11`, as V8 names it for perf. */
export function labelFrame(name: string, place: FramePlace): FirefoxFrame {
  const func = textFrame(`JS:${name}`);
  return { func: func.url === "" ? nativeFunction(name) : func, isScript: true, isMachineCode: false, isNameless: false, ...placed(place) };
}

/** `library` is "" if unknown. */
export function nativeFrame(name: string, library: string, place: FramePlace): FirefoxFrame {
  const isNameless = address.test(name);
  const func = isNameless ? nativeFunction(library || "[unknown]") : textFrame(name);
  const isMachineCode = func.url !== "";
  return { func, isScript: isMachineCode, isMachineCode, isNameless, line: 0, column: -1, category: place.category };
}

function placed({ line, column, category }: FramePlace): FramePlace {
  return { line, column: line === 0 ? -1 : column - 1, category };
}
