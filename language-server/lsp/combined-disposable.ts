/** Many disposables as one; the last is disposed first. (DisposableStack is younger than the editor's Node.) */
export function combinedDisposable(disposables: readonly Disposable[]): Disposable {
  return {
    [Symbol.dispose]() {
      for (const disposable of disposables.toReversed()) disposable[Symbol.dispose]();
    },
  };
}
