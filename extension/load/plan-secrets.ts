import type { LoadPlan, LoadRequest } from "../../language-server/analysis/load/load.ts";
import { maskedFields } from "../../language-server/analysis/masking/masked-json.ts";
import { maskedQuery, type Substitute } from "../../language-server/analysis/masking/masked-url.ts";
import { isSecretHeader } from "../../language-server/analysis/masking/secret-names.ts";

/**
 * What may hold secrets, by its place in a plan: values of headers (`requests 0 cookie`), bodies (without a name), paths with a query
 * (`path requests 0`) and the command line (`command`).
 */
export type Secrets = Readonly<Record<string, string>>;

/** A plan without the values of its headers, its bodies, queries and command line, and these apart. */
export function parted(plan: LoadPlan): { readonly plan: LoadPlan; readonly secrets: Secrets } {
  const secrets: Record<string, string> = {};
  const take = (value: string, place: string): string => {
    if (value !== "") secrets[place] = value;
    return "";
  };
  const takePath = (path: string, place: string): string => {
    const open = openPath(path);
    if (open !== path) secrets[place] = path;
    return open;
  };
  const open = withPaths(changed(plan, take), takePath);
  return { plan: plan.command === undefined ? open : { ...open, command: take(plan.command, "command") }, secrets };
}

/** Puts back those whose place the plan still has. */
export function rejoined(plan: LoadPlan, secrets: Secrets): LoadPlan {
  const put = (value: string, place: string): string => (Object.hasOwn(secrets, place) ? (secrets[place] ?? value) : value);
  const whole = withPaths(
    changed(plan, (value, place) => put(value, place)),
    (path, place) => (openPath(put(path, place)) === path ? put(path, place) : path),
  );
  return plan.command === "" ? { ...whole, command: put("", "command") } : whole;
}

/** The plan with the texts of `written`, such as `${env:TOKEN}`, for values that VS Code has made of them. */
export function asWritten(plan: LoadPlan, filledIn: LoadPlan, written: LoadPlan): LoadPlan {
  const [before, after] = [valuesOf(filledIn), valuesOf(written)];
  const text = (value: string, place: string): string => (value === before.get(place) ? (after.get(place) ?? value) : value);
  const open = withPaths(changed(plan, text), text);
  return plan.command === undefined ? open : { ...open, command: text(plan.command, "command") };
}

function valuesOf(plan: LoadPlan): ReadonlyMap<string, string> {
  const values = new Map([["command", plan.command ?? ""]]);
  const note = (value: string, place: string): string => {
    values.set(place, value);
    return value;
  };
  withPaths(changed(plan, note), note);
  return values;
}

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

/** `${env:TOKEN}`, or the `:token` of a proposal, which the form asks for. */
function hasVariable(value: string): boolean {
  return /\$\{\w+:|^:\w+$/.test(value);
}

/** `x-api-key` → `X_API_KEY`. */
export function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z\d]+/g, "_");
}

/** Without its query, and without the name and password of a full URL. */
function openPath(path: string): string {
  return path.replace(/[?#].*$/s, "").replace(/^(https?:\/\/)[^/]*@/i, "$1");
}

function withPaths(plan: LoadPlan, change: (path: string, place: string) => string): LoadPlan {
  const changedIn = (list: "requests" | "setup"): LoadRequest[] =>
    plan[list].map((request, index) => ({ ...request, path: change(request.path, `path ${list} ${index}`) }));
  return { ...plan, requests: changedIn("requests"), setup: changedIn("setup") };
}

/** `change` returns the new value of a header or, without a name, of a body; undefined leaves the header out. */
function changed(plan: LoadPlan, change: (value: string, place: string, name: string) => string | undefined): LoadPlan {
  const changedIn = (list: "requests" | "setup"): LoadRequest[] =>
    plan[list].map((request, index) => {
      const headers = Object.entries(request.headers).flatMap(([name, value]) => {
        const now = change(value, `${list} ${index} ${name}`, name);
        return now === undefined ? [] : [[name, now] as const];
      });
      const body = change(request.body, `${list} ${index} `, "") ?? "";
      return { ...request, headers: Object.fromEntries(headers), body };
    });
  return { ...plan, requests: changedIn("requests"), setup: changedIn("setup") };
}
