import { readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { LoadPlan, LoadRequest } from "../../analysis/load/load.ts";
import type { Bytes } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";

/** A body is held in memory, by the load tool once per connection. */
const largestBody: Bytes = 16 * 1024 * 1024;

/**
 * The plan with absolute paths of its body files. Rejects with a UserError if one is missing, too large, or not in the app's folder: a plan may
 * come with a stranger's workspace, and must not send the user's other files.
 */
export async function findBodyFiles(plan: LoadPlan, appFolder: string): Promise<LoadPlan> {
  const find = async (request: LoadRequest): Promise<LoadRequest> => {
    if (request.bodyFile === undefined || request.bodyFile === "") return request;
    return { ...request, bodyFile: await foundBodyFile(path.resolve(appFolder, request.bodyFile), appFolder) };
  };
  return { ...plan, requests: await Promise.all(plan.requests.map(find)), setup: await Promise.all(plan.setup.map(find)) };
}

async function foundBodyFile(file: string, appFolder: string): Promise<string> {
  const entry = await stat(file).catch(() => undefined);
  if (entry?.isFile() !== true) throw new UserError("load.noBodyFile", { file });
  if (entry.size > largestBody) throw new UserError("load.largeBodyFile", { file, megabytes: largestBody / 1024 / 1024 });
  // Links are followed: one in the folder may lead out of it.
  const [folder, real] = await Promise.all([realpath(appFolder), realpath(file)]);
  if (!real.startsWith(folder + path.sep)) throw new UserError("load.bodyFileElsewhere", { file, folder: appFolder });
  return file;
}

/** The body to send: the file's bytes, or the text; undefined if none. `bodyFile` is absolute. */
export async function bodyOf({ body, bodyFile = "" }: LoadRequest): Promise<string | Buffer | undefined> {
  if (bodyFile !== "") return readFile(bodyFile);
  return body === "" ? undefined : body;
}
