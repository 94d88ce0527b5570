import type { LoadPlan, LoadRequest } from "../../language-server/analysis/load/load.ts";

/** A plan without the values of its headers and without its bodies, and these in order. */
export function parted(plan: LoadPlan): { readonly plan: LoadPlan; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const take = (value: string): string => {
    secrets.push(value);
    return "";
  };
  return { plan: changed(plan, take, take), secrets };
}

/** Puts them back; the plan itself if they are not of its requests any more. */
export function rejoined(plan: LoadPlan, secrets: readonly string[]): LoadPlan {
  const left = [...secrets];
  const put = (): string => left.shift() ?? "";
  return parted(plan).secrets.length === secrets.length ? changed(plan, put, put) : plan;
}

/** Leaves out headers that let others in, except values that `isOpen` already, and names what it left out. */
export function withoutSecrets(
  plan: LoadPlan,
  isOpen: (value: string) => boolean,
): { readonly plan: LoadPlan; readonly names: readonly string[] } {
  const names = new Set<string>();
  const open = changed(plan, (value, name) => {
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

/** `header` returns a header's new value, or undefined to leave it out. */
function changed(
  plan: LoadPlan,
  header: (value: string, name: string) => string | undefined,
  bodyOf: (body: string) => string = (body) => body,
): LoadPlan {
  const changedRequest = (request: LoadRequest): LoadRequest => {
    const headers = Object.entries(request.headers).flatMap(([name, value]) => {
      const now = header(value, name);
      return now === undefined ? [] : [[name, now] as const];
    });
    return { ...request, headers: Object.fromEntries(headers), body: bodyOf(request.body) };
  };
  return { ...plan, requests: plan.requests.map(changedRequest), setup: plan.setup.map(changedRequest) };
}
