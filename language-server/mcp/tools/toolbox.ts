import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { isUserError } from "../../analysis/user-error.ts";
import { issueReason } from "../../analysis/issue-reason.ts";
import { localised } from "../../texts/localised.ts";
import { plain } from "../answer/figures.ts";
import type { Outgoing } from "../wire/messages.ts";
import { InputRequired } from "../wire/questions.ts";
import { Refusal, type Tool, type ToolDefinition, type Toolbox } from "./tool.ts";

/** What a toolbox's tools share, and how it ends. */
export interface SharedState {
  readonly forgetRoots: () => void;
  readonly close: () => Promise<void>;
}

/** Checks what a client sends, and puts into a result whatever comes of it. `explain`: why an unexpected error came, for the model. */
export function toolboxOf<Session extends SharedState>(
  definitions: readonly ToolDefinition<v.GenericSchema, Session>[],
  session: Session,
): Toolbox {
  const found = new Map(definitions.map((each) => [each.name, each] as const));
  let tools: readonly Tool[] | undefined;

  async function outcome(
    tool: Tool,
    input: unknown,
    work: (of: (typeof definitions)[number], checked: unknown) => Promise<Outgoing | undefined>,
  ) {
    const definition = found.get(tool.name) as (typeof definitions)[number];
    try {
      return await work(definition, checkedInput(definition.input, input));
    } catch (error) {
      if (error instanceof InputRequired) return error.result;
      const text = error instanceof Refusal ? error.message : isUserError(error) ? localised(error.coded, "en") : undefined;
      if (text === undefined) throw error;
      return { content: [{ type: "text", text }], isError: true };
    }
  }

  return {
    get tools() {
      return (tools ??= definitions.map(listed));
    },
    async call(tool, input, call) {
      const result = await outcome(tool, input, async ({ ready, run }, checked) => {
        await ready?.(checked, call, session);
        const { text, data } = await run(checked, call, session);
        return { content: [{ type: "text", text }], structuredContent: data };
      });
      return result as Outgoing;
    },
    prepare: (tool, input, call) =>
      outcome(tool, input, async ({ ready }, checked) => {
        await ready?.(checked, call, session);
        return undefined;
      }),
    forgetRoots: () => session.forgetRoots(),
    close: () => session.close(),
  };
}

function listed({ name, title, description, input, output, hints, isLong = false }: ToolDefinition<v.GenericSchema, never>): Tool {
  return { name, title, description, inputSchema: schemaOf(input), outputSchema: schemaOf(output), hints, isLong };
}

/** `ignore`: what JSON Schema cannot say is checked all the same. */
function schemaOf(schema: v.GenericSchema): object {
  const { $schema: _, ...found } = toJsonSchema(schema, { errorMode: "ignore", target: "draft-2020-12" });
  return found;
}

function checkedInput(schema: v.GenericSchema, input: unknown): unknown {
  const known = "entries" in schema ? (schema.entries as object) : {};
  const odd = Object.keys(input as object).find((key) => !Object.hasOwn(known, key));
  if (Array.isArray(input)) throw new Refusal(`The arguments must be an object. ${namesOf(schema)}`);
  if (odd !== undefined) throw new Refusal(`There is no argument “${plain(odd)}”. ${namesOf(schema)}`);
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const name = plain(v.getDotPath(issue) ?? "arguments");
  if (issue.type === "strict_object" && issue.expected === "never") throw new Refusal(`There is no argument “${name}”. ${namesOf(schema)}`);
  const valid = describedIn(schemaOf(schema), issue);
  throw new Refusal(
    `The argument “${name}” is not valid: ${localised(reasonText(issue), "en")}.${valid === undefined ? "" : ` Expected: ${valid}`}`,
  );
}

/** What the schema says of the value that an issue is about. */
function describedIn(schema: object, { path }: v.BaseIssue<unknown>): string | undefined {
  let at: JsonSchema | undefined = schema;
  for (const { key } of path ?? []) at = typeof key === "number" ? at?.items : at?.properties?.[String(key)];
  return at?.description;
}

interface JsonSchema {
  readonly description?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

function reasonText(issue: v.BaseIssue<unknown>): Parameters<typeof localised>[0] {
  const reason = issueReason(issue);
  return typeof reason === "string" ? { code: "text.plain", values: { text: reason } } : reason;
}

function namesOf(schema: v.GenericSchema): string {
  const entries = "entries" in schema ? Object.keys(schema.entries as object) : [];
  return entries.length === 0 ? "It takes none." : `Known: ${entries.join(", ")}.`;
}
