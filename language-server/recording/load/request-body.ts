import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { LoadPlan, LoadRequest } from "../../analysis/load/load.ts";
import { UserError } from "../../analysis/user-error.ts";

/** The plan with absolute paths of its body files. Rejects with a UserError if one is missing. */
export async function findBodyFiles(plan: LoadPlan, appFolder: string): Promise<LoadPlan> {
  const find = async (request: LoadRequest): Promise<LoadRequest> => {
    if (request.bodyFile === undefined || request.bodyFile === "") return request;
    const file = path.resolve(appFolder, request.bodyFile);
    const isFile = await stat(file).then(
      (entry) => entry.isFile(),
      () => false,
    );
    if (isFile) return { ...request, bodyFile: file };
    throw new UserError("load.noBodyFile", { file });
  };
  return { ...plan, requests: await Promise.all(plan.requests.map(find)), setup: await Promise.all(plan.setup.map(find)) };
}

/** The body to send: the file's bytes, or the text; undefined if none. `bodyFile` is absolute. */
export async function bodyOf({ body, bodyFile = "" }: LoadRequest): Promise<string | Buffer | undefined> {
  if (bodyFile !== "") return readFile(bodyFile);
  return body === "" ? undefined : body;
}
