/** What VS Code's guides ask of an extension, row by row: the test that holds it (file, and words of its title), or why it is not followed. */
export type Convention = { readonly asks: string } & ({ readonly test: readonly [file: string, title: string] } | { readonly why: string });

const conventions = "extension/conventions.test.ts";
const contributions = "extension/contributions.test.ts";
const texts = "extension/texts.test.ts";

export const conventionList: readonly Convention[] = [
  { asks: "activation loads little", test: ["package/entry.test.ts", "what VS Code loads at activation is small"] },
  { asks: "features load on first use", test: [contributions, "no feature is loaded before the first use of one"] },
  { asks: "narrow activation events", test: [contributions, "a Node project activates the extension through its package.json"] },
  {
    asks: "settings have a scope and a place of their own",
    test: [conventions, "every setting has a scope, and its own position in the list"],
  },
  { asks: "every contributed setting is read", test: [contributions, "every contributed setting is read, and no other"] },
  { asks: "bounds are the same wherever a value is given", test: [conventions, "the sampling interval has the same bounds"] },
  { asks: "a renamed value still works", test: [contributions, "the former name of a setting's value is still accepted"] },
  { asks: "restrictedConfigurations", test: [conventions, "an untrusted workspace cannot decide which files are read"] },
  { asks: "Restricted Mode runs no code", test: ["extension/app/attach.test.ts", "in Restricted Mode processes are not listed"] },
  { asks: "virtual workspaces are declared", test: [conventions, "what it needs of a workspace is declared"] },
  { asks: "it runs where the workspace is", test: [conventions, "what it needs of a workspace is declared"] },
  { asks: "every command is registered, and no other", test: [contributions, "activation registers exactly the commands"] },
  { asks: "commands have a category and sentence-like titles", test: [conventions, "commands have Heatline's category"] },
  {
    asks: "commands that need an argument are not in the palette",
    test: [conventions, "a command that needs an argument is not in the palette"],
  },
  { asks: "keys have a when", test: [conventions, "no key binding is active where it does nothing"] },
  { asks: "keys that others take are named", test: [conventions, "the guide names the programs that also use a key"] },
  { asks: "menus name existing commands", test: [contributions, "every menu entry and key binding refers to a contributed command"] },
  { asks: "view titles have at most five buttons", test: [conventions, "a view's title has at most five buttons"] },
  { asks: "empty views say what to do", test: [conventions, "an empty view says what to do"] },
  { asks: "icons of product icon theme", test: [conventions, "buttons have product icons"] },
  { asks: "colours are theme colours for all four themes", test: [conventions, "every colour has a default for each kind of theme"] },
  { asks: "not by colour alone", test: ["extension/heat/heat-style.test.ts", "the eight icons differ in shape, not only in colour"] },
  { asks: "few decoration types", test: ["extension/heat/heat-style.test.ts", "at most twelve decoration types are in use"] },
  {
    asks: "decorations have a rangeBehavior",
    test: ["extension/heat/line-decorations.test.ts", "a line's decoration does not extend to text that is inserted above it"],
  },
  {
    asks: "diff editors are left alone",
    test: ["extension/heat/line-decorations.test.ts", "the sides of a diff editor are not annotated"],
  },
  { asks: "lenses in two stages", test: ["server/lens-hover.test.ts", "lenses are listed without texts, which follow one by one"] },
  { asks: "lenses are debounced", test: ["server/lens-hover.test.ts", "while one types, lenses are listed once"] },
  {
    asks: "long work shows progress and can be cancelled",
    test: ["extension/screen/progress.test.ts", "long tasks can be cancelled"],
  },
  {
    asks: "what is soon done interrupts nobody",
    test: ["extension/screen/progress.test.ts", "short tasks are shown only in the status bar"],
  },
  { asks: "errors say what to do", test: [contributions, "for a command that fails the message says what to do"] },
  { asks: "errors lead to the log", test: ["extension/errors.test.ts", "an error with a cause offers the log"] },
  {
    asks: "notifications can be turned off",
    test: ["extension/runs/run-summary.test.ts", "with notifications of runs off, only a run whose requests failed is notified"],
  },
  { asks: "one status bar item", test: ["extension/status-item.test.ts", "one item says what the app does"] },
  {
    asks: "webviews have a strict content security policy",
    test: [conventions, "a webview loads nothing but what its policy names"],
  },
  { asks: "webviews are accessible", test: ["webview/flame-filter.test.ts", "axe finds nothing serious in the bar and its menu"] },
  {
    asks: "a canvas reports to screen readers what is selected",
    test: ["webview/flame.test.ts", "a screen reader announces which frame is selected"],
  },
  {
    asks: "a canvas has a twin for the keyboard",
    test: ["webview/flame-filter.test.ts", "only below, hide and the list are about the frame"],
  },
  {
    asks: "webviews keep no hidden context: compare panel",
    test: ["extension/compare/compare-panel.test.ts", "a hidden panel has no page"],
  },
  {
    asks: "webviews keep no hidden context: flame panel",
    why: "speedscope can say neither where the user has zoomed to nor what they look for, and reads a large run for a second: retainContextWhenHidden is on for this panel alone.",
  },
  {
    asks: "a tool for language models that starts or writes something says what, and asks",
    test: ["extension/agent/prepared-call.test.ts", "before something is started the user reads what"],
  },
  {
    asks: "such a tool checks its input, and says in words what is wrong",
    test: ["extension/agent/mcp-link.test.ts", "what it refuses is an error in its words"],
  },
  { asks: "such tools can be named in a prompt", test: ["extension/agent/manifest-tools.test.ts", "each tool can be named in a prompt"] },
  { asks: "texts are localised, whole", test: [texts, "every language has exactly the texts of package.json"] },
];
