/** Where the inspector of a running app is listening. */
export interface InspectorPlace {
  readonly host: string;
  readonly port: number;
}

/** Parses `9229`, `localhost:9229` or `[::1]:9229`; undefined for anything else. */
export function parseInspectorPlace(text: string): InspectorPlace | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:]+)\]:|([\w.-]+):)?(\d{1,5})$/.exec(text.trim()) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { host: bracketed ?? plain ?? "127.0.0.1", port } : undefined;
}
