import * as vscode from "vscode";
import { plainText } from "../../language-server/analysis/escaping/markdown-text.ts";

/** Its texts are set by `describeView` alone. */
export type PlainView<Node> = Readonly<vscode.TreeView<Node>>;

/** Sets the text beside a view's title, or the one above its rows. */
export function describeView<Node>(
  view: vscode.TreeView<Node>,
  { description, message }: { readonly description?: string; readonly message?: string },
): void {
  if (description !== undefined) view.description = plainText(description);
  if (message !== undefined) view.message = plainText(message);
}

/** A tree view whose contents are loaded when VS Code first shows it. */
export class LazyTree<Node> implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly view: PlainView<Node>;
  readonly #load: () => Promise<vscode.TreeDataProvider<Node>>;
  readonly #changed = new vscode.EventEmitter<void | Node | Node[] | null | undefined>();
  #contents: Promise<vscode.TreeDataProvider<Node>> | undefined;
  #follows: vscode.Disposable | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    id: string,
    options: Pick<vscode.TreeViewOptions<Node>, "showCollapseAll">,
    load: () => Promise<vscode.TreeDataProvider<Node>>,
  ) {
    this.#load = load;
    this.view = vscode.window.createTreeView(id, { ...options, treeDataProvider: this });
  }

  async getTreeItem(node: Node): Promise<vscode.TreeItem> {
    return (await this.#loaded()).getTreeItem(node);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    return (await (await this.#loaded()).getChildren(node)) ?? [];
  }

  async getParent(node: Node): Promise<Node | null | undefined> {
    return (await this.#loaded()).getParent?.(node);
  }

  #loaded(): Promise<vscode.TreeDataProvider<Node>> {
    this.#contents ??= this.#load().then((contents) => {
      this.#follows = contents.onDidChangeTreeData?.((changed) => this.#changed.fire(changed));
      return contents;
    });
    return this.#contents;
  }

  dispose(): void {
    for (const each of [this.view, this.#changed, this.#follows]) each?.dispose();
  }
}
