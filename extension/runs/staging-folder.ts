import { ownFolder } from "../../language-server/platform/private/owned-folder.ts";
import { makePrivateFolder } from "../../language-server/platform/private/private-folder.ts";

/**
 * A new private folder of this process, from which an export is copied to its place. Rejects with the error of the file system. A separate
 * bundle, loaded for the first export.
 */
export async function stagingFolder(): Promise<string> {
  const folder = await makePrivateFolder("export");
  await ownFolder(folder);
  return folder;
}
