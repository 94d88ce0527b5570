// VS Code's own profile visualizer outside of VS Code: node this EXTENSION PROFILE PAGE. Opens a .cpuprofile with the extension's custom
// editor, writes the resulting page, and prints the seconds this took and the peak memory. The replacement for the `vscode` module only
// passes the file to the extension.
const { readFileSync, writeFileSync } = require("node:fs");
const { readFile } = require("node:fs/promises");
const Module = require("node:module");
const path = require("node:path");

const [extension, profile, page] = process.argv.slice(2);
const providers = new Map();
const disposable = { dispose() {} };

const vscode = {
  EventEmitter: class {
    event = () => disposable;
    fire() {}
  },
  Position: class {
    line;
    character;
    constructor(line, character) {
      this.line = line;
      this.character = character;
    }
  },
  Uri: { joinPath: (_base, ...parts) => parts.at(-1) },
  commands: { registerCommand: () => disposable, executeCommand: async () => undefined },
  languages: { registerCodeLensProvider: () => disposable },
  window: {
    registerCustomEditorProvider(type, provider) {
      providers.set(type, provider);
      return disposable;
    },
  },
  workspace: { fs: { readFile }, registerTextDocumentContentProvider: () => disposable },
};

const load = Module._load;
Module._load = (request, ...rest) => (request === "vscode" ? vscode : load(request, ...rest));

async function main() {
  require(path.join(extension, "out/extension.js")).activate({ subscriptions: [], extensionUri: extension });
  const provider = providers.get("jsProfileVisualizer.cpuprofile.table");
  const webview = { options: {}, html: "", onDidReceiveMessage: () => disposable, asWebviewUri: (file) => `/${file}` };
  const began = performance.now();
  const document = await provider.openCustomDocument(profile);
  await provider.resolveCustomEditor(document, { webview });
  const seconds = (performance.now() - began) / 1000;
  const kilobytes = Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  writeFileSync(page, webview.html);
  console.log(JSON.stringify({ seconds, megabytes: kilobytes / 1024 }));
}

void main();
