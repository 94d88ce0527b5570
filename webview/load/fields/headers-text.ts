import { headerName } from "../../../language-server/analysis/load/load-problems.ts";

export type Headers = Readonly<Record<string, string>>;

/** One `name: value` per line, as the form shows headers. */
export function headersToText(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** Parses such lines; `badLine` is the first (1-based) that is not a header. The last of several values for a name wins. */
export function headersFromText(text: string): { readonly headers: Headers; readonly badLine: number | undefined } {
  const headers: Record<string, string> = {};
  let badLine: number | undefined;
  text.split("\n").forEach((line, row) => {
    if (line.trim() === "") return;
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim();
    if (colon > 0 && headerName.test(name)) headers[name] = line.slice(colon + 1).trim();
    else badLine ??= row + 1;
  });
  return { headers, badLine };
}
