import { textFrame } from "../stack-text.ts";
import type { NamedFunction } from "../stack-profile.ts";
import type { FirefoxFrame } from "./firefox-thread.ts";

const address = /^0x[\da-f]+$/i;
/** Where Firefox loaded a script from, and by which chain of loaders. */
const loaders = " -> ";

/** A script's function, as far as either format tells. Lines and columns are from 1; 0 if unknown. */
interface ScriptFunction {
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

interface FramePlace {
  readonly line: number;
  readonly column: number;
  readonly category: number;
}

export function scriptFrame({ name, url, line, column }: ScriptFunction, place: FramePlace): FirefoxFrame {
  const file = url.split(loaders).at(-1) ?? "";
  return { func: { name, url: file, line, column }, isScript: true, isMachineCode: false, isNameless: false, ...placed(place) };
}

/** A function of JavaScript that samply found by its machine code: `hash /app/util.js:24:11`, as V8 names it for perf. */
export function labelFrame(name: string, place: FramePlace): FirefoxFrame {
  const func = textFrame(`JS:${name}`);
  return { func: func.url === "" ? native(name) : func, isScript: true, isMachineCode: false, isNameless: false, ...placed(place) };
}

/** `library` is "" if unknown. */
export function nativeFrame(name: string, library: string, place: FramePlace): FirefoxFrame {
  const isNameless = address.test(name);
  const func = isNameless ? native(library || "[unknown]") : textFrame(name);
  const isMachineCode = func.url !== "";
  return { func, isScript: isMachineCode, isMachineCode, isNameless, line: 0, column: -1, category: place.category };
}

function native(name: string): NamedFunction {
  return { name, url: "", line: 0, column: 0 };
}

function placed({ line, column, category }: FramePlace): FramePlace {
  return { line, column: line === 0 ? -1 : column - 1, category };
}
