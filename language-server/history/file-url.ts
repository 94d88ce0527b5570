import { fileURLToPath } from "node:url";
import { isTouchable } from "../platform/touchable-path.ts";

/** Path of a `file:` URL; undefined if it cannot be a file of this machine: on another host, a device, or with invalid escapes. */
export function pathOfFileUrl(url: string): string | undefined {
  try {
    const file = fileURLToPath(url);
    return isTouchable(file) ? file : undefined;
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return undefined;
    throw error;
  }
}
