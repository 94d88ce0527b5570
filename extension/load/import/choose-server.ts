import type { ImportedServer } from "./imported.ts";

/** `localhost` and `127.0.0.1` are one; false for an address that is not whole. */
export function sameServer(one: string, other: string): boolean {
  const [first, second] = [originOf(one), originOf(other)];
  return first !== "" && first === second;
}

function originOf(address: string): string {
  return (URL.parse(address)?.origin ?? "").replace(/(?<=\/\/)(?:localhost|127\.0\.0\.1|\[::1\])(?=:|$)/, "localhost");
}

/** Whether requests to this server are meant for the app. */
export function isOwn({ origin }: ImportedServer, own: readonly string[]): boolean {
  return origin === "" || own.some((each) => sameServer(each, origin));
}

/** The app's own servers as one, if the file has any; else all servers, for the user to choose from. */
export function candidatesOf(servers: readonly ImportedServer[], own: readonly string[]): readonly ImportedServer[] {
  const mine = servers.filter((server) => isOwn(server, own));
  if (mine.length === 0) return servers;
  const requests = mine.flatMap((server) => server.requests);
  return [{ origin: mine.find(({ origin }) => origin !== "")?.origin ?? "", requests, asked: mine.flatMap(({ asked }) => asked) }];
}
