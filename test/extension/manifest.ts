import { readFileSync } from "node:fs";
import path from "node:path";

/** The part of JSON Schema that our attributes use. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

interface Setting {
  readonly default: unknown;
  readonly scope?: string;
  readonly order?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly extensionKind: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
    readonly virtualWorkspaces: { readonly supported: boolean; readonly description: string };
  };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly category: string; readonly icon?: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string; readonly group?: string }[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly type?: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly when?: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly colors: readonly {
      readonly id: string;
      readonly defaults: Readonly<Record<"dark" | "light" | "highContrast" | "highContrastLight", string>>;
    }[];
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly toolReferenceName: string;
      readonly displayName: string;
      readonly userDescription: string;
      readonly modelDescription: string;
      readonly canBeReferencedInPrompt: boolean;
      readonly icon: string;
      readonly tags: readonly string[];
      readonly inputSchema: object;
    }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string; readonly label: string }[];
    readonly chatSkills: readonly { readonly path: string }[];
    readonly debuggers: readonly {
      readonly type: string;
      readonly configurationAttributes: Readonly<Record<"launch" | "attach", { readonly properties: Readonly<Record<string, Schema>> }>>;
    }[];
  };
}

export const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../../package.json"), "utf8")) as Manifest;
