import type { Integration } from "../../contract/models/integration.ts";
import type { Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";

type Forms = NonNullable<Integration["configurations"]>;
type Configuration = Forms["account"];
type Values = Readonly<Record<string, unknown>>;

/** Maximum size of a configuration as JSON, in characters. */
const maxChars = 50_000;

/**
 * Returns the values given for a form, with its defaults. Throws for an unknown field or an invalid
 * value. A form rendered by a component accepts any members.
 */
export function readConfiguration(form: Configuration, values: Values, field: string): Values {
  if (JSON.stringify(values).length > maxChars) {
    throw new Problem("bad_request", `${field}: a configuration has at most ${maxChars} characters.`);
  }
  const fields = listFields(form);
  if (fields === undefined) return values;
  for (const [name, value] of Object.entries(values)) {
    const expected = fields.get(name);
    if (expected === undefined) {
      const known = [...fields.keys()].join(", ") || "none";
      throw new Problem(
        "bad_request",
        `${field}.${name}: the integration asks for no such field. Its fields: ${known}.`,
      );
    }
    const wrong = wrongWith(expected, value);
    if (wrong !== undefined) throw new Problem("bad_request", `${field}.${name}: ${wrong}.`);
  }
  const defaults = [...fields].flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]]));
  return { ...Object.fromEntries(defaults), ...values };
}

/**
 * What an integration asks for in an organization, or on one space or site. A component that renders a form for one of
 * them may also store values for the others.
 */
export function getForm(
  { configurations }: Pick<Row<"integration">, "configurations">,
  of: "account" | "space" | "site",
): Configuration {
  if (configurations === null) return undefined;
  const forms = JSON.parse(configurations) as Forms;
  return forms[of] ?? [forms.account, forms.space, forms.site].find((form) => form && "componentId" in form);
}

/** Whether all required fields were given. */
export function isComplete(form: Configuration, values: Values): boolean {
  const required = form !== undefined && "required" in form && Array.isArray(form.required) ? form.required : [];
  return required.every((name) => values[name] !== undefined && values[name] !== "");
}

interface Field {
  readonly type: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
}

/** Empty for a form that lists no fields. */
function listFields(form: Configuration): ReadonlyMap<string, Field> | undefined {
  if (form === undefined) return new Map();
  if (!("properties" in form)) return undefined;
  return new Map(Object.entries(form.properties as Record<string, Field>));
}

function wrongWith(field: Field, value: unknown): string | undefined {
  // Scripts store what signing in elsewhere yields under the name of the button that began it.
  if (field.type === "button") return undefined;
  if (typeof value !== field.type)
    return `it takes a ${field.type}, not ${value === null ? "null" : `a ${typeof value}`}`;
  if (field.enum !== undefined && !field.enum.includes(String(value)))
    return `it takes one of ${field.enum.join(", ")}`;
  return undefined;
}
