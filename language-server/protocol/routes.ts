import * as v from "valibot";
import type { SourceRoute } from "../analysis/routes/source-routes.ts";
import type { Request } from "./message.ts";

const params = v.object({
  /** Absolute paths: where the app runs, and the file that it starts with, or "" where that is not known. */
  folder: v.string(),
  program: v.string(),
});

/** The routes that stand in an app's source, in the order of its files, at most 200; files by their paths relative to the app's folder. */
export const routes: Request<typeof params, readonly SourceRoute[]> = { method: "heatline/routes", params };
