import path from "node:path";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { Lifecycle } from "./lifecycle.ts";
import { serve } from "./server.ts";

// Transport by arguments: --node-ipc, --stdio, --socket=PORT or --pipe=NAME.
const lifecycle = new Lifecycle();
serve(createConnection(ProposedFeatures.all, { messageStrategy: lifecycle }), lifecycle, path.join(__dirname, "analysis-worker.js"));
