import type { LoadPlan, LoadRequest } from "../../language-server/analysis/load/load.ts";

/** Values of headers and bodies by their place in a plan, such as `requests 0 cookie`; a body's has no name. */
export type Secrets = Readonly<Record<string, string>>;

/** A plan without the values of its headers and without its bodies, and these apart. */
export function parted(plan: LoadPlan): { readonly plan: LoadPlan; readonly secrets: Secrets } {
  const secrets: Record<string, string> = {};
  const take = (value: string, place: string): string => {
    if (value !== "") secrets[place] = value;
    return "";
  };
  return { plan: changed(plan, take), secrets };
}

/** Puts back those whose place the plan still has. */
export function rejoined(plan: LoadPlan, secrets: Secrets): LoadPlan {
  return changed(plan, (value, place) => (Object.hasOwn(secrets, place) ? (secrets[place] ?? value) : value));
}

/** Leaves out headers that let others in, except values that `isOpen` already, and names what it left out. */
export function withoutSecrets(
  plan: LoadPlan,
  isOpen: (value: string) => boolean,
): { readonly plan: LoadPlan; readonly names: readonly string[] } {
  const names = new Set<string>();
  const open = changed(plan, (value, _place, name) => {
    if (!isSecret(name) || isOpen(value)) return value;
    names.add(name);
    return undefined;
  });
  return { plan: open, names: [...names] };
}

/** Authorization, cookie, x-api-key, x-csrf-token. */
function isSecret(header: string): boolean {
  return /authorization|cookie|token|secret|api-?key/i.test(header);
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
