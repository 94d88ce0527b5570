import type { LoadPlan, LoadRequest } from "../../language-server/analysis/load/load.ts";

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

/** `x-api-key` → `X_API_KEY`. */
export function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z\d]+/g, "_");
}

/** Without its query, and without the name and password of a full URL. */
function openPath(path: string): string {
  return path.replace(/[?#].*$/s, "").replace(/^(https?:\/\/)[^/]*@/i, "$1");
}

/** `change` returns the new value of a path. */
export function withPaths(plan: LoadPlan, change: (path: string, place: string) => string): LoadPlan {
  return mapped(plan, (request, place) => ({ ...request, path: change(request.path, `path ${place}`) }));
}

/** `change` returns the new value of a header or, without a name, of a body; undefined leaves the header out. */
export function changed(plan: LoadPlan, change: (value: string, place: string, name: string) => string | undefined): LoadPlan {
  return mapped(plan, (request, place) => {
    const headers = Object.entries(request.headers).flatMap(([name, value]) => {
      const now = change(value, `${place} ${name}`, name);
      return now === undefined ? [] : [[name, now] as const];
    });
    return { ...request, headers: Object.fromEntries(headers), body: change(request.body, `${place} `, "") ?? "" };
  });
}

function mapped(plan: LoadPlan, change: (request: LoadRequest, place: string) => LoadRequest): LoadPlan {
  const all = (list: "requests" | "setup"): LoadRequest[] => plan[list].map((request, index) => change(request, `${list} ${index}`));
  return { ...plan, requests: all("requests"), setup: all("setup") };
}
