import { madeOnce } from "../collections.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { Line } from "../units.ts";

/** An import whose module might be loaded when it is first used. */
export interface ImportCandidate {
  /** Where it is, as the run has it: of compiled code, in its source. */
  readonly path: string;
  readonly line: Line;
  readonly specifier: string;
  /** Of the module. */
  readonly name: string;
  /** Positions of candidates that load this one. */
  readonly within: readonly number[];
  /** SHA-256 (hex) of the importing source as it ran; "" if that is not known. */
  readonly hash: string;
}

const known = new WeakMap<SourceProfile, boolean>();

/** Whether a module's top level was seen running that other code than Node's own had imported. */
export function hasImports(profile: SourceProfile): boolean {
  return madeOnce(known, profile, () => found(profile));
}

function found({ functions, sources, threads }: SourceProfile): boolean {
  const isCode = functions.name
    .map((_, func) => sources[functions.source[func] as number]?.category ?? "node")
    .map((category) => category !== "node");
  const isModule = functions.name.map((name, func) => name === "(top level)" && isCode[func] === true);
  return threads.some(({ stacks: { prefix, func } }) => {
    const isInCode = new Uint8Array(prefix.length);
    return prefix.some((below, row) => {
      const ran = func[row] as number;
      const isCalled = below !== -1 && isInCode[below] === 1;
      if (isCalled && isModule[ran] === true) return true;
      isInCode[row] = isCalled || isCode[ran] === true ? 1 : 0;
      return false;
    });
  });
}
