import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import { maskedFields } from "../../language-server/analysis/masking/masked-json.ts";
import { maskedQuery, type Substitute } from "../../language-server/analysis/masking/masked-url.ts";
import { hasReference } from "../../language-server/analysis/load/setup/setup-references.ts";
import { isSecretHeader } from "../../language-server/analysis/masking/secret-names.ts";
import { changed, variableOf, withPaths } from "./plan-secrets.ts";

/** What in a plan is secret. A separate bundle with the tables of that, loaded when a plan is kept. */

/**
 * Names of the headers, parameters of paths and fields of bodies that let others in, except those with variables, and in values, paths and
 * bodies that `isWritten` already.
 */
export function secretNames(plan: LoadPlan, isWritten: (value: string) => boolean): readonly string[] {
  const names = new Set<string>();
  replaced(plan, isWritten, (name, value) => {
    names.add(name);
    return value;
  });
  return [...names];
}

/** Leaves them out, or has them name variables of the environment. */
export function withoutSecrets(plan: LoadPlan, isWritten: (value: string) => boolean, as: "variables" | "nothing"): LoadPlan {
  return replaced(plan, isWritten, (name) => (as === "nothing" ? undefined : `\${env:${variableOf(name)}}`));
}

function replaced(
  plan: LoadPlan,
  isWritten: (value: string) => boolean,
  other: (name: string, secret: string) => string | undefined,
): LoadPlan {
  const within: Substitute = (name, secret) => (hasVariable(secret) ? secret : (other(name, secret) ?? ""));
  const inBody = (body: string): string =>
    /^[\w.%+-]+=/.test(body) ? maskedQuery(`?${body}`, within).slice(1) : maskedFields(body, within);
  const open = changed(plan, (value, _place, name) => {
    if (value === "" || isWritten(value)) return value;
    if (name === "") return inBody(value);
    return isSecretHeader(name) && !hasVariable(value) ? other(name, value) : value;
  });
  return withPaths(open, (path) => (isWritten(path) ? path : maskedQuery(path, within)));
}

/** `${env:TOKEN}`, the `:token` of a proposal, which the form asks for, or `{{login.token}}`, which an answer has. */
function hasVariable(value: string): boolean {
  return /\$\{\w+:|^:\w+$/.test(value) || hasReference(value);
}

/** A path as the app itself reports what it answered: `/me?token=:token`. */
export function openPathOf(path: string): string {
  return maskedQuery(path, (key) => `:${key.replaceAll(/\W/g, "_")}`);
}
