import { fileURLToPath } from "node:url";
import { isTouchable } from "../platform/touchable-path.ts";

/** Path of a `file:` URL; undefined for one that no file of this machine has: on another host, of a device, or with invalid escapes. */
export function pathOfFileUrl(url: string): string | undefined {
  try {
    const file = fileURLToPath(url);
    return isTouchable(file) ? file : undefined;
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return undefined;
    throw error;
  }
}
