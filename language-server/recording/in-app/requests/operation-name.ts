/** What GraphQL allows as a name; longer ones are nobody's. */
const name = /^[A-Za-z_]\w{0,99}$/;
const named = /^\s*(?:#[^\n]*\n\s*)*(?:query|mutation|subscription)\s+([A-Za-z_]\w{0,99})/;
const graphqlPath = /\/graphql\/?$/i;

/** Whether requests for a path are told apart by what they ask: `path` is without its query. */
export function isGraphql(path: string): boolean {
  return graphqlPath.test(path);
}

/**
 * The operation's name in a request for GraphQL; "" if nothing tells it cheaply. `body`: what the app has made of it, of any type; `query`: that of
 * its URL, without `?`.
 */
export function operationName(body: unknown, query: string): string {
  const { operationName: given, query: text } = fieldsOf(body);
  if (typeof given === "string" && name.test(given)) return given;
  if (typeof text === "string") return named.exec(text)?.[1] ?? "";
  const inUrl = new URLSearchParams(query);
  const asked = inUrl.get("operationName") ?? "";
  return name.test(asked) ? asked : (named.exec(inUrl.get("query") ?? "")?.[1] ?? "");
}

function fieldsOf(body: unknown): { readonly operationName?: unknown; readonly query?: unknown } {
  return typeof body === "object" && body !== null ? body : {};
}
