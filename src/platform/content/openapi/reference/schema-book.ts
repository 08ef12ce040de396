import { randomBytes } from "node:crypto";
import { own, toText, writePointer } from "../pointer.ts";
import { isReference, type Located, type Resolver } from "../references.ts";
import { escaped, plain } from "./foreign-text.ts";

/** A schema that has a name, and its own location in the reference. */
export interface NamedSchema {
  readonly index: number;
  readonly name: string;
  readonly at: Located;
}

/** Members whose values are named schemas. */
const namedUnder = new Set(["schemas", "definitions", "$defs"]);

/**
 * The named schemas of a description. Their locations are known only when everything is written; until then, a link is
 * a mark that no description can contain.
 */
export class SchemaBook {
  readonly resolver: Resolver;
  readonly #mark = randomBytes(12).toString("hex");
  readonly #schemas = new Map<string, NamedSchema>();
  readonly #byIndex: NamedSchema[] = [];
  readonly #links = new RegExp(`\\[((?:\\\\.|[^\\\\[\\]])*)\\]\\(${this.#mark}:(\\d+)(\\?)?\\)`, "g");

  constructor(resolver: Resolver) {
    this.resolver = resolver;
  }

  /** The named schema that a reference leads to, also through unnamed references. */
  named(at: Located): NamedSchema | undefined {
    let step: Located | undefined = at;
    for (let hops = 0; step !== undefined && isReference(step.value) && hops < 20; hops += 1) {
      const target: Located | undefined = this.resolver.target(toText(own(step.value, "$ref")), step.file);
      if (target !== undefined && hasName(target)) return isSmall(target.value) ? undefined : this.enter(target);
      step = target;
    }
    return undefined;
  }

  enter(at: Located): NamedSchema {
    const key = at.file + writePointer(at.steps);
    const known = this.#schemas.get(key);
    if (known !== undefined) return known;
    const namedSchema = { index: this.#byIndex.length, name: plain(getName(at), 100) || "Schema", at };
    this.#schemas.set(key, namedSchema);
    this.#byIndex.push(namedSchema);
    return namedSchema;
  }

  at(index: number): NamedSchema | undefined {
    return this.#byIndex[index];
  }

  link({ index, name }: NamedSchema): string {
    return `[${escaped(name)}](${this.#mark}:${index})`;
  }

  /** A link that does not require showing the schema, because its contents are next to the link. */
  mention({ index, name }: NamedSchema): string {
    return `[${escaped(name)}](${this.#mark}:${index}?)`;
  }

  /** The named schemas that must be shown because a text links to them. */
  linked(text: string): NamedSchema[] {
    const links = [...text.matchAll(this.#links)].filter(([, , , mentioned]) => mentioned === undefined);
    const found = new Set(links.map(([, , index]) => Number(index)));
    return [...found].flatMap((index) => this.#byIndex[index] ?? []);
  }

  /** Replaces links by the addresses from `findAddress`; a schema that is not shown becomes its plain name. */
  resolveLinks(text: string, findAddress: (schema: NamedSchema) => string | undefined): string {
    return text.replace(this.#links, (_, label: string, index: string) => {
      const schema = this.#byIndex[Number(index)];
      const address = schema && findAddress(schema);
      return address === undefined ? label : `[${label}](${address})`;
    });
  }
}

/** Maximum length of a simple value's description that is repeated at each reference. */
const maxSmallLength = 250;

/** Whether a schema is a simple value with a short description, which needs no location of its own. */
function isSmall(value: unknown): boolean {
  const type = own(value, "type");
  if (type !== "string" && type !== "integer" && type !== "number" && type !== "boolean") return false;
  const details = [own(value, "description"), own(value, "enum"), own(value, "pattern")].filter(
    (one) => one !== undefined,
  );
  return (JSON.stringify(details)?.length ?? 0) <= maxSmallLength;
}

/** Whether it is a whole file, or is among named schemas. */
const hasName = ({ steps }: Located) => steps.length === 0 || namedUnder.has(steps.at(-2) ?? "");

function getName({ file, steps }: Located): string {
  return steps.at(-1) ?? file.replace(/^.*\//, "").replace(/\.\w+$/, "");
}
