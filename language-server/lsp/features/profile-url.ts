import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { shownUrl } from "../../analysis/masking/masked-url.ts";
import { fetchProfile } from "../../opening/fetch/fetched-profile.ts";
import { wantsLogin, profileUrl } from "../../opening/fetch/http-response.ts";
import { type OpenedUrl, openUrl } from "../../protocol/shown-run.ts";
import { respond } from "../respond.ts";
import { summaryOf } from "../runs/run-summary.ts";
import type { Workspace } from "../workspace.ts";

/** Several windows may share a folder, and each shows one. */
const mostKept = 5;

/** Fetches a profile and shows it. Its file is kept: it is read again after a change of settings, and in the next session. */
export function profileUrlFeature(workspace: Workspace): Disposable {
  return respond(workspace, openUrl, async ({ url: text, folder, authorization, plainHttp, proxies, kept }, signal): Promise<OpenedUrl> => {
    const url = profileUrl(text);
    const name = shownUrl(url);
    const file = path.join(folder, randomUUID());
    try {
      await fetchProfile(url, file, { authorization, plainHttp, proxies, signal });
    } catch (error) {
      if (wantsLogin(error)) return { kind: "wantsLogin" };
      throw error;
    }
    try {
      const run = await workspace.openProfile(file, { name }, kept, signal);
      await keepNewest(folder);
      return { kind: "shown", summary: await summaryOf(run, workspace, signal), file, name };
    } catch (error) {
      if (workspace.shown?.view.folder !== file) await rm(file, { force: true });
      throw error;
    }
  });
}

async function keepNewest(folder: string): Promise<void> {
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  // Another window may remove a file at the same time.
  const dated = await Promise.allSettled(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  const newestFirst = dated.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])).sort((one, other) => other.at - one.at);
  await Promise.allSettled(newestFirst.slice(mostKept).map(({ file }) => rm(file, { force: true })));
}
