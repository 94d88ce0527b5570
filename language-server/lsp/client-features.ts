import { type ClientCapabilities, MarkupKind } from "vscode-languageserver/node";
import type { ServerOptions } from "../protocol/settings.ts";

/** What a client can show and run. A client that does not say is assumed to have the least. */
export interface ClientFeatures {
  /** The format of hovers. */
  readonly markup: MarkupKind;
  /** It has Heatline's commands, and draws VS Code's icons. */
  readonly runsCommands: boolean;
  readonly refreshesLenses: boolean;
  /** Shows the documentation of a diagnostic's code. */
  readonly describesCodes: boolean;
}

export const leastFeatures: ClientFeatures = {
  markup: MarkupKind.PlainText,
  runsCommands: false,
  refreshesLenses: false,
  describesCodes: false,
};

/** Capabilities of any other shape count as none. */
export function clientFeaturesOf({ workspace, textDocument }: ClientCapabilities, { commands }: ServerOptions): ClientFeatures {
  // In the order of the client's preference.
  const formats = [textDocument?.hover?.contentFormat].flat();
  return {
    markup: formats.find((format) => format === MarkupKind.Markdown || format === MarkupKind.PlainText) ?? leastFeatures.markup,
    runsCommands: commands,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    describesCodes: textDocument?.publishDiagnostics?.codeDescriptionSupport === true,
  };
}
