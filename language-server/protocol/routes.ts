import * as v from "valibot";
import type { SourceRoute } from "../analysis/routes/source-routes.ts";
import { request } from "./message.ts";

const params = v.object({
  /** Absolute paths: the folder the app runs in, and its entry file, or "" if unknown. */
  folder: v.string(),
  program: v.string(),
});

/** The routes found in an app's source, in the order of its files, at most 200; file paths are relative to the app's folder. */
export const routes = request<readonly SourceRoute[]>()("heatline/routes", params);
