import type { RunWarning } from "../../history/schema/run-warning.ts";
import type { AppWarning } from "../in-app/messages.ts";
import { shortened } from "../../analysis/shortened.ts";

const mostFrames = 20;

/** A warning with the scripts on its stack, innermost first, without Node's own. */
export function runWarning({ name, message, stack }: AppWarning): RunWarning {
  const frames = stack.split("\n").flatMap((line) => {
    const [, url = "", at = "", column = ""] = /^\s+at (?:.*\()?((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/.exec(line) ?? [];
    return url === "" ? [] : [{ url, line: Number(at), column: Number(column) - 1 }];
  });
  return { name, message: shortened(message, 1000), frames: frames.slice(0, mostFrames) };
}
