/** Combines disposables, of vscode-jsonrpc's too, into one; the last is disposed first. (DisposableStack is not in the editor's Node yet.) */
export function combinedDisposable(disposables: readonly (Disposable | { dispose: () => void })[]): Disposable {
  return {
    [Symbol.dispose]() {
      for (const each of disposables.toReversed()) {
        if (Symbol.dispose in each) each[Symbol.dispose]();
        else each.dispose();
      }
    },
  };
}
