/** Whether a host is this machine by its name alone; as in a URL, with an IPv6 address in brackets. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127(\.\d+){3}$/.test(host) || ["[::1]", "0.0.0.0", "[::]"].includes(host);
}
