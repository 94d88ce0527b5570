import path from "node:path";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { serve } from "./server.ts";

// Transport by arguments: --node-ipc, --stdio, --socket=PORT or --pipe=NAME.
serve(createConnection(ProposedFeatures.all), path.join(__dirname, "analysis-worker.js"));
