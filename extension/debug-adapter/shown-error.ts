import path from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { reasonOf } from "../../language-server/analysis/failure-reason.ts";
import { plainText } from "../../language-server/analysis/escaping/markdown-text.ts";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { withOwnFile } from "../../language-server/platform/installation/own-files.ts";
import type { CodedText } from "../../language-server/texts/coded-text.ts";

const userErrorId = 1000;
const bugId = 1001;

interface ShownError extends DebugProtocol.Message {
  /** `stack` is for the log, where there is more to know than the text. */
  readonly variables: { readonly text: string; readonly stack?: string };
}

/** A failed request's error as DAP shows it to the user; anything but a UserError is reported as a bug. `linksLog`: with a link to our log. */
export function shownError(thrown: unknown, translate: (text: CodedText) => string, linksLog: boolean): ShownError {
  const error = withOwnFile(thrown, path.dirname(process.argv[1] ?? ""));
  const isBug = !(error instanceof UserError);
  if (isBug) console.error(error);
  const text = plainText(translate(isBug ? { code: "session.bug", values: { reason: reasonOf(error) } } : error.coded));
  const stack = error instanceof Error && (isBug || error.cause !== undefined) ? traceOf(error) : undefined;
  return {
    id: isBug ? bugId : userErrorId,
    format: "{text}",
    variables: { text, ...(stack === undefined ? {} : { stack }) },
    showUser: true,
    ...(linksLog ? { url: "command:heatline.showLog", urlLabel: translate({ code: "session.showLog" }) } : {}),
  };
}

/** What was thrown, and what that rests on. */
function traceOf({ stack, message, cause }: Error): string {
  return [stack ?? message, ...(cause instanceof Error ? [cause.stack ?? cause.message] : [])].join("\n");
}
