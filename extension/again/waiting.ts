import * as vscode from "vscode";

/** Resolves with what `look` finds, now or after one of the events; undefined once it is cancelled. */
export function until<Found>(
  token: vscode.CancellationToken,
  events: readonly vscode.Event<unknown>[],
  look: () => Found | undefined,
): Promise<Found | undefined> {
  return new Promise((resolve) => {
    const lookNow = (): void => {
      const found = look();
      if (found === undefined && !token.isCancellationRequested) return;
      listening.dispose();
      resolve(found);
    };
    const listening = vscode.Disposable.from(...[...events, token.onCancellationRequested].map((event) => event(lookNow)));
    lookNow();
  });
}
