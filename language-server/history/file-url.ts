import { fileURLToPath } from "node:url";

/** Path of a `file:` URL; undefined for one that no file of this machine has: on another host, or with invalid escapes. */
export function pathOfFileUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return undefined;
    throw error;
  }
}
