import type { LoadPlan, LoadRequest } from "../../language-server/analysis/load/load.ts";

/** Whether a header's value may let others in: authorization, cookie, x-api-key, x-csrf-token. */
function isSecret(header: string): boolean {
  return /authorization|cookie|token|secret|api-?key/i.test(header);
}

/** A plan without the values of such headers, and those values in order. */
export function parted(plan: LoadPlan): { readonly plan: LoadPlan; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const open = changed(plan, (value) => {
    secrets.push(value);
    return "";
  });
  return { plan: open, secrets };
}

/** Puts the values back; the plan itself if they are not of the same headers any more. */
export function rejoined(plan: LoadPlan, secrets: readonly string[]): LoadPlan {
  const left = [...secrets];
  const whole = changed(plan, () => left.shift());
  return parted(plan).secrets.length === secrets.length ? whole : plan;
}

/** Leaves out such headers, except values that `isOpen` already, and names what it left out. */
export function withoutSecrets(
  plan: LoadPlan,
  isOpen: (value: string) => boolean,
): { readonly plan: LoadPlan; readonly names: readonly string[] } {
  const names = new Set<string>();
  const open = changed(plan, (value, name) => {
    if (isOpen(value)) return value;
    names.add(name);
    return undefined;
  });
  return { plan: open, names: [...names] };
}

function changed(plan: LoadPlan, change: (value: string, name: string) => string | undefined): LoadPlan {
  const headersOf = (request: LoadRequest): LoadRequest => ({
    ...request,
    headers: Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) => {
        const now = isSecret(name) ? change(value, name) : value;
        return now === undefined ? [] : [[name, now]];
      }),
    ),
  });
  return { ...plan, requests: plan.requests.map(headersOf), setup: plan.setup.map(headersOf) };
}
