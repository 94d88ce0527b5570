interface Tool {
  prepareInvocation(options: { readonly input: unknown }): Promise<unknown>;
  invoke(options: { readonly input: unknown }, token: unknown): Promise<unknown>;
}

interface Definition {
  readonly args: readonly string[];
  command: string;
}

interface DefinitionProvider {
  provideMcpServerDefinitions(): Promise<readonly Definition[]>;
  resolveMcpServerDefinition(definition: Definition): Promise<Definition>;
}

/** A fake of `vscode.lm`: keeps what is registered. */
export const lm = {
  tools: new Map<string, Tool>(),
  providers: new Map<string, DefinitionProvider>(),
  registerTool(name: string, tool: Tool): { dispose(): void } {
    this.tools.set(name, tool);
    return { dispose: () => void this.tools.delete(name) };
  },
  registerMcpServerDefinitionProvider(id: string, provider: DefinitionProvider): { dispose(): void } {
    this.providers.set(id, provider);
    return { dispose: () => void this.providers.delete(id) };
  },
};
