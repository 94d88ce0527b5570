import path from "node:path";

/** Folders from `from` up to `top`, both included; only `from` if it is not inside `top`. */
export function foldersUp(from: string, top: string): readonly string[] {
  const folders = [from];
  while (isInside(folders.at(-1) ?? top, top)) folders.push(path.dirname(folders.at(-1) ?? top));
  return folders;
}

function isInside(folder: string, top: string): boolean {
  const relative = path.relative(top, folder);
  return relative !== "" && relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
