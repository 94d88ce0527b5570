/** Combines disposables into one; the last is disposed first. (DisposableStack is not in the editor's Node yet.) */
export function combinedDisposable(disposables: readonly Disposable[]): Disposable {
  return {
    [Symbol.dispose]() {
      for (const disposable of disposables.toReversed()) disposable[Symbol.dispose]();
    },
  };
}
