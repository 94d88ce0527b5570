import { socketAddress } from "../../../language-server/analysis/load/socket-address.ts";

/** A server's origin in short: `3000`, and more only if it is not plain http on this machine's usual address. */
export function shortOrigin(origin: string): string {
  return origin.replace(/^http:\/\/127\.0\.0\.1:/, "");
}

/** `localhost` and `127.0.0.1` are one; false for an address that is not whole. */
export function sameServer(one: string, other: string): boolean {
  const [first, second] = [originOf(one), originOf(other)];
  return first !== "" && first === second;
}

function originOf(address: string): string {
  return (URL.parse(address)?.origin ?? "").replace(/(?<=\/\/)(?:localhost|127\.0\.0\.1|\[::1\])(?=:|$)/, "localhost");
}

/** Where an app listens, as its head says: `:3000`, and of a socket its path. */
export function listeningPlace(origin: string): string {
  return socketAddress(origin)?.path ?? `:${portOf(origin)}`;
}

/** Undefined if `url` is not a valid URL, or a socket. */
export function portOf(url: string): number | undefined {
  if (!URL.canParse(url) || socketAddress(url) !== undefined) return undefined;
  const { port, protocol } = new URL(url);
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
