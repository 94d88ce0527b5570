import * as v from "valibot";
import { DidRenameFilesNotification } from "vscode-languageserver/node";
import type { Workspace } from "../workspace.ts";

const params = v.object({ files: v.array(v.object({ oldUri: v.string(), newUri: v.string() })) });

/** Follows renames of files and folders in the editor: annotations move with the file. */
export function renamesFeature(workspace: Workspace): Disposable {
  const { method } = DidRenameFilesNotification;
  const listener = workspace.connection.onNotification(method, (received: unknown) => {
    const renames = v.safeParse(params, received);
    if (renames.success) workspace.renamed(renames.output.files);
    else workspace.connection.console.error(workspace.textOf("answer.invalid", { method, detail: renames.issues[0].message }));
  });
  return { [Symbol.dispose]: () => listener.dispose() };
}
