import type { FirstResponse } from "../../language-server/analysis/load/first-response.ts";
import type { LoadRequest } from "../../language-server/analysis/load/load.ts";
import type { ChosenRequest } from "./screen-context.ts";

const ownOrigin = /^https?:\/\/[^/?#]*/i;

/** `requests` by the scheme that their server speaks; undefined if it speaks that of the plan, or if one of several names its own. */
export function byOtherScheme(
  { doubt, firstLine: origin }: Pick<FirstResponse, "doubt" | "firstLine">,
  requests: readonly LoadRequest[],
): ChosenRequest | undefined {
  const [first] = requests;
  if (doubt !== "scheme" || first === undefined) return undefined;
  const { method, path } = first;
  if (!requests.some((each) => ownOrigin.test(each.path))) return { method, path, baseUrl: origin };
  return requests.length > 1 ? undefined : { method, path: path.replace(ownOrigin, origin) };
}
