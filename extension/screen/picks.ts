import * as vscode from "vscode";
import { plainText } from "../../language-server/analysis/escaping/markdown-text.ts";

export interface PickItem extends vscode.QuickPickItem {
  /** Id of a codicon to show before the label; the label itself shows none. */
  readonly icon?: string;
}

interface Drawn<Item> extends vscode.QuickPickItem {
  readonly item: Item;
}

type Items<Item> = readonly Item[] | Promise<readonly Item[]>;

/** Resolves with the picked item. */
export async function pickOne<Item extends PickItem>(items: Items<Item>, options: vscode.QuickPickOptions): Promise<Item | undefined> {
  const drawn = items instanceof Promise ? items.then((all) => all.map(draw)) : items.map(draw);
  return (await vscode.window.showQuickPick(drawn, plainOptions(options)))?.item;
}

/** Resolves with the items that are ticked when the user accepts. */
export async function pickMany<Item extends PickItem>(
  items: readonly Item[],
  options: vscode.QuickPickOptions,
): Promise<readonly Item[] | undefined> {
  const picked = await vscode.window.showQuickPick(items.map(draw), { ...plainOptions(options), canPickMany: true });
  return picked?.map(({ item }) => item);
}

interface Ticking<Item> {
  readonly placeHolder: string;
  /** Those that are ticked at first. */
  readonly isTicked: (item: Item) => boolean;
  /** What the ticked items come to: the title of the list. */
  readonly summary: (ticked: readonly Item[]) => string;
}

/** As `pickMany`, with some items ticked at first, and `others`, which cannot be and stand below that heading. At least one is ticked. */
export function pickTicked<Item extends PickItem>(
  items: readonly Item[],
  others: { readonly heading: string; readonly items: readonly Item[] },
  { placeHolder, isTicked, summary }: Ticking<Item>,
): Promise<readonly Item[] | undefined> {
  const able = items.map(draw);
  const separator = { label: plainText(others.heading), kind: vscode.QuickPickItemKind.Separator } as const;
  const pick = vscode.window.createQuickPick<Drawn<Item> | typeof separator>();
  const ticked = (): readonly Drawn<Item>[] => able.filter((item) => pick.selectedItems.includes(item));
  const showSummary = (): void => {
    pick.title = plainText(summary(ticked().map(({ item }) => item)));
  };
  pick.placeholder = plainText(placeHolder);
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.items = others.items.length === 0 ? able : [...able, separator, ...others.items.map(draw)];
  pick.selectedItems = able.filter(({ item }) => isTicked(item));
  showSummary();
  return new Promise((resolve) => {
    pick.onDidChangeSelection((selected) => {
      if (selected.length !== ticked().length) pick.selectedItems = ticked();
      showSummary();
    });
    pick.onDidAccept(() => {
      if (ticked().length === 0) return;
      resolve(ticked().map(({ item }) => item));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

interface Question {
  readonly title: string;
  readonly prompt?: string;
  /** What is wrong with the input; undefined if it is valid. */
  readonly problem: (value: string) => string | undefined;
}

export function askText({ title, prompt, value, problem }: Question & { readonly value: string }): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: plainText(title),
    ...(prompt === undefined ? {} : { prompt: plainText(prompt) }),
    value,
    validateInput: (text) => {
      const wrong = problem(text);
      return wrong === undefined ? undefined : plainText(wrong);
    },
  });
}

/** The same for what nobody should see, and with room for a look elsewhere. */
export function askSecret({ title, prompt = "", problem }: Question): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: plainText(title),
    prompt: plainText(prompt),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text === "" ? undefined : problem(text)),
  });
}

function draw<Item extends PickItem>(item: Item): Drawn<Item> {
  const { icon, label, description, detail, kind, picked, alwaysShow } = item;
  return {
    item,
    label: icon === undefined ? plainText(label) : `$(${icon}) ${plainText(label)}`,
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(detail === undefined ? {} : { detail: plainText(detail) }),
    ...(kind === undefined ? {} : { kind }),
    ...(picked === undefined ? {} : { picked }),
    ...(alwaysShow === undefined ? {} : { alwaysShow }),
  };
}

function plainOptions(options: vscode.QuickPickOptions): vscode.QuickPickOptions {
  return {
    ...options,
    ...(options.title === undefined ? {} : { title: plainText(options.title) }),
    ...(options.placeHolder === undefined ? {} : { placeHolder: plainText(options.placeHolder) }),
  };
}
