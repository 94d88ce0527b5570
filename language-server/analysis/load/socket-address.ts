/** A server that listens on a Unix domain socket, or on a named pipe of Windows, in place of a port. */
export interface SocketAddress {
  readonly scheme: "http" | "https";
  /** A Linux socket without a file (abstract) starts with `@`. */
  readonly path: string;
}

const address = /^(?:(https?)\+)?unix:(?:\/\/(?=\/))?(.+)$/i;
const pipe = /^[\\/]{2}[.?][\\/]pipe[\\/].+$/i;

/** Reads `unix:/run/app.sock`, `https+unix:/run/app.sock` and `\\.\pipe\app`; undefined for any other text, such as a URL with a host. */
export function socketAddress(text: string): SocketAddress | undefined {
  if (pipe.test(text)) return { scheme: "http", path: text };
  const [, scheme = "http", path] = address.exec(text) ?? [];
  return path === undefined ? undefined : { scheme: scheme.toLowerCase() === "https" ? "https" : "http", path };
}

/** The URL by which requests name the server, as curl does: it has no host. */
export function socketOrigin({ scheme }: SocketAddress): string {
  return `${scheme}://localhost`;
}

/** As `net.connect` takes it. */
export function connectPath(path: string): string {
  return path.startsWith("@") ? `\0${path.slice(1)}` : path;
}

/** Whether a host is this machine by its name alone; as in a URL, with an IPv6 address in brackets. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127(\.\d+){3}$/.test(host) || ["[::1]", "0.0.0.0", "[::]"].includes(host);
}
