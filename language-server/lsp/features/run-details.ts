import * as v from "valibot";
import { runDetails } from "../../protocol/protocol.ts";
import { answer } from "../respond.ts";
import { detailsOf } from "../runs/run-details.ts";
import type { Workspace } from "../workspace.ts";

const noParams = v.pipe(
  v.unknown(),
  v.transform((): Record<string, never> => ({})),
);

/** How the shown run was measured, in words. */
export function runDetailsFeature(workspace: Workspace): Disposable {
  return answer(
    workspace.connection,
    () => workspace.texts,
    runDetails,
    noParams,
    async () => {
      const { shown, locale } = workspace;
      return shown === undefined ? null : detailsOf(shown.view, shown.live, locale);
    },
  );
}
