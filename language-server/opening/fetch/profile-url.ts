import { urlProblem } from "../../analysis/profile-url.ts";
import { UserError } from "../../analysis/user-error.ts";

/** A URL that a profile can be fetched from. Throws a UserError for any other text. */
export function profileUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const problem = urlProblem(url);
  if (url === undefined || problem !== undefined) throw new UserError(problem ?? "url.invalid");
  return url;
}
