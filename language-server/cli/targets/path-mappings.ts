import path from "node:path";
import type { PathMappings } from "../../analysis/sources/source-paths.ts";
import { UsageError } from "../command.ts";

/** Parses texts of the form `REMOTE=LOCAL`. */
export function mappingsFrom(texts: readonly string[]): PathMappings {
  return Object.fromEntries(
    texts.map((text) => {
      const [remote = "", ...local] = text.split("=");
      if (remote.trim() === "" || local.join("=").trim() === "")
        throw new UsageError({ code: "command.badMapping", values: { value: text } });
      return [remote, path.resolve(local.join("="))];
    }),
  );
}
