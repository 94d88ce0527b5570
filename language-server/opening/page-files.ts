import { readFile } from "node:fs/promises";
import path from "node:path";

/** A built file that an exported page carries; `webview/` is beside the bundle that runs. */
export function pageFile(name: string): Promise<string> {
  return readFile(path.join(__dirname, "webview", name), "utf8");
}
