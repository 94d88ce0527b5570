import { TickLogDecoder, type DecodedTickLog, type LogWindow } from "../../../language-server/analysis/tick-log/tick-log-decoder.ts";
import { certainties, functionKinds } from "../../../language-server/analysis/profile/profile.ts";

/** Each sample as `outer line:column > inner line:column`; ≈ marks an inferred frame, ~ a restored one. */
export function drawn({ profile }: DecodedTickLog): string[] {
  const { stacks, functions, samples } = profile;
  return Array.from(samples.stack, (stack) => {
    const frames: string[] = [];
    for (let at = stack; at >= 0; at = stacks.prefix[at] as number) {
      const func = stacks.func[at] as number;
      const mark = { exact: "", repaired: "~", inferred: "≈", unknown: "?" }[certainties[stacks.certainty[at] as number] ?? "exact"];
      const isScript = functionKinds[functions.kind[func] as number] === "script";
      frames.push(`${mark}${functions.name[func]}${isScript ? ` ${stacks.line[at]}:${stacks.column[at]}` : ""}`);
    }
    return frames.reverse().join(" > ");
  });
}

export function decode(log: string, window?: LogWindow): DecodedTickLog {
  const decoder = new TickLogDecoder();
  decoder.push(log);
  return decoder.profile(window);
}

// outer calls inner at 1:26; inner's work is at 2:26.
export const source = String.raw`function outer() { return inner(); }\nfunction inner() { return work(); }\n`;
export const app = `v8-version,11,3,244,8,-node.38,0
profiler,begin,1000
code-creation,Builtin,2,10,0x1000,256,StringEqual
code-creation,Builtin,2,10,0x1100,256,ArrayPrototypeMap
code-creation,BytecodeHandler,0,10,0x1200,256,AddHandler
code-creation,JS,10,100,0x2000,64,outer file:///app.js:1:15,0xa00,~
script-source,7,file:///app.js,${source}
code-source-info,0x2000,7,14,36,C0O14C10O26C20O34,,
code-creation,JS,10,110,0x3000,64,inner file:///app.js:2:15,0xb00,~
code-source-info,0x3000,7,51,73,C0O51C10O63C20O71,,
code-creation,JS,13,120,0x4000,256,outer file:///app.js:1:15,0xa00,*
code-source-info,0x4000,7,14,36,C0O14C16O26C32O63I0C64O34,F0O26,S0xb00
`;
