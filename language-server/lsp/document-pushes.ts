import { inBackground } from "./respond.ts";
import type { Workspace } from "./workspace.ts";

/** Annotations are updated after a pause in typing this long; until then the editor moves the old ones. */
const pauseMs = 100;

export interface DocumentPushes extends Disposable {
  /** Pushes for every open document, but for those that can wait. */
  readonly pushAll: (canWait?: (uri: string) => boolean) => void;
  readonly push: (uri: string) => void;
}

/** Calls `push` for a document when it opens and, while `followsEdits` holds, after edits. */
export function pushPerDocument(workspace: Workspace, push: (uri: string) => Promise<void>, followsEdits: () => boolean): DocumentPushes {
  const { connection, documents } = workspace;
  const timers = new Map<string, NodeJS.Timeout>();
  const openedAt = new Map<string, number>();

  const pushNow = (uri: string): void => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    void inBackground(connection, () => push(uri));
  };
  const listeners = [
    documents.onDidOpen(({ document }) => {
      openedAt.set(document.uri, document.version);
      pushNow(document.uri);
    }),
    documents.onDidChangeContent(({ document }) => {
      if (!followsEdits() || openedAt.get(document.uri) === document.version) return;
      clearTimeout(timers.get(document.uri));
      timers.set(
        document.uri,
        setTimeout(() => pushNow(document.uri), pauseMs),
      );
    }),
    documents.onDidClose(({ document }) => {
      clearTimeout(timers.get(document.uri));
      timers.delete(document.uri);
      openedAt.delete(document.uri);
    }),
  ];
  return {
    pushAll(canWait = () => false) {
      for (const uri of documents.keys()) if (!canWait(uri)) pushNow(uri);
    },
    push: pushNow,
    [Symbol.dispose]() {
      for (const listener of listeners) listener.dispose();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
