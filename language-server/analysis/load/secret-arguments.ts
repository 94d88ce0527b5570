import { maskedArguments } from "../masking/masked-arguments.ts";
import { maskedLabel } from "../masking/masked-load.ts";
import { maskedUrls } from "../masking/masked-url.ts";
import { maskedText } from "../masking/masked-text.ts";
import { isSecretHeader } from "../masking/secret-names.ts";
import { commandWords, usesPlaceholder } from "./load-command.ts";
import { toolAbilities } from "./load-tools.ts";
import type { LoadPlan, LoadRequest, LoadTool } from "./load.ts";
import { type FilledRequest, hasReference } from "./setup/setup-references.ts";

/** A secret of a plan that its tool would have in its arguments, which every user of the machine can read. */
export type SecretArgument = { readonly code: "secret-argument"; readonly tool: LoadTool } & (
  | { readonly what: "header"; readonly name: string }
  /** `shown`: masked. */
  | { readonly what: "path" | "command"; readonly shown: string }
);

/** Tools that take everything in a way that only the user can read, to be used instead. */
export const hidingTools = ["autocannon", "wrk"] as const satisfies readonly LoadTool[];

/** Its requests may be those of a plan, or have what set-up requests obtained. */
type FilledPlan = Pick<LoadPlan, "tool" | "command"> & { readonly requests: readonly FilledRequest[] };

/** The first such secret; undefined if there is none. */
export function secretArgument(plan: FilledPlan): SecretArgument | undefined {
  const { tool, requests } = plan;
  const command = tool === "command" ? (plan.command ?? "") : "";
  const written = secretWords(command);
  if (written !== undefined) return { code: "secret-argument", tool, what: "command", shown: written };
  const { sendsRequests, hides } = toolAbilities[tool];
  const isShown = (text: string): boolean => hides.but?.test(text) === true;
  const sent = sendsRequests ? requests : usesPlaceholder(command, "url") ? requests.slice(0, 1) : [];
  for (const request of sent) {
    const { path, headers, obtained } = request;
    const header = sendsRequests
      ? Object.entries(headers).find(([name, value]) => isSecretValue(name, value, request) && (!hides.headers || isShown(value)))
      : undefined;
    if (header !== undefined) return { code: "secret-argument", tool, what: "header", name: header[0] };
    if (sendsRequests && hasLogin(path) && !hides.headers) return { code: "secret-argument", tool, what: "path", shown: maskedUrls(path) };
    if (hasSecretPath(request) && (!hides.paths || isShown(path)))
      return { code: "secret-argument", tool, what: "path", shown: maskedLabel(obtained?.path ?? path) };
  }
  return undefined;
}

/** Headers that are for the user's eyes only, and the others. */
export function headersByEyes(request: Pick<FilledRequest, "headers" | "obtained">): {
  readonly secret: LoadRequest["headers"];
  readonly open: LoadRequest["headers"];
} {
  const [secret, open] = [true, false].map((of) =>
    Object.fromEntries(Object.entries(request.headers).filter(([name, value]) => isSecretValue(name, value, request) === of)),
  ) as [LoadRequest["headers"], LoadRequest["headers"]];
  return { secret, open };
}

/** Whether its path has a secret by a name, or a value of an answer. */
export function hasSecretPath({ path, obtained }: FilledRequest): boolean {
  return obtained?.path !== undefined || hasReference(path) || maskedLabel(path) !== path;
}

/** A full URL with a name or a password, which become a header. */
function hasLogin(path: string): boolean {
  return /^https?:\/\/[^/?#]*@/i.test(path);
}

/** Of a header. */
function isSecretValue(name: string, value: string, { obtained }: Pick<FilledRequest, "obtained">): boolean {
  if (obtained?.headers.includes(name) === true) return true;
  return value !== "" && (isSecretHeader(name) || hasReference(value) || maskedText(value) !== value);
}

/** The words of a command line that have a secret, masked. */
function secretWords(command: string): string | undefined {
  const words = commandWords(command, { url: "http://localhost/", connections: 1, duration: 1 }, "linux");
  const masked = maskedArguments(words);
  const secret = masked.filter((word, index) => word !== words[index]);
  return secret.length === 0 ? undefined : secret.join(" ");
}
