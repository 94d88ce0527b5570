import { sameServer } from "../../../webview/load/fields/origins.ts";
import type { ImportedServer } from "./imported.ts";

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
