import { z } from "zod";
import type { ModelSettings } from "./settings.ts";

/** What not every service takes, and how it is asked for. */
export interface RequestForm {
  readonly schema: boolean;
  readonly temperature: boolean;
  readonly limit: "max_tokens" | "max_completion_tokens";
}

const fullest: RequestForm = { schema: true, temperature: true, limit: "max_tokens" };
/** What each service was found to take, for as long as the process lives. */
const known = new WeakMap<ModelSettings, RequestForm>();

export const formFor = (settings: ModelSettings): RequestForm => known.get(settings) ?? fullest;

export const keepForm = (settings: ModelSettings, form: RequestForm): void => void known.set(settings, form);

/** A form without what the service objects to; undefined when there is nothing to leave out. */
export function withoutObjection(form: RequestForm, objection: string): RequestForm | undefined {
  if (form.limit === "max_tokens" && /max_completion_tokens|['"`]max_tokens/.test(objection)) {
    return { ...form, limit: "max_completion_tokens" };
  }
  if (form.temperature && /temperature/.test(objection)) return { ...form, temperature: false };
  // Some only say that something is wrong with the request.
  return form.schema ? { ...form, schema: false } : undefined;
}

export function bodyFor(
  { model }: ModelSettings,
  form: RequestForm,
  messages: readonly object[],
  answer: { readonly name: string; readonly schema: object; readonly tokens: number },
): object {
  const { name, schema } = answer;
  return {
    model,
    messages,
    [form.limit]: answer.tokens,
    ...(form.temperature ? { temperature: 0 } : {}),
    ...(form.schema ? { response_format: { type: "json_schema", json_schema: { name, strict: true, schema } } } : {}),
  };
}

/** What only some services take of a schema. Answers are held to all of it when they are here. */
const unevenlyKnown = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern", "format"];

export function schemaOf(schema: z.ZodType): object {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, {
    override({ jsonSchema }) {
      for (const name of unevenlyKnown) delete (jsonSchema as Record<string, unknown>)[name];
    },
  });
  return plain;
}
