import { existsSync } from "node:fs";
import path from "node:path";

/** The top of the Git checkout that a folder is in, else the folder itself. A linked checkout has a file in place of Git's folder. */
export function checkoutRoot(folder: string): string {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, ".git"))) return at;
    if (at === path.dirname(at)) return path.resolve(folder);
  }
}
