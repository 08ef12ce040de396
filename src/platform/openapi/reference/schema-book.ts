import { randomBytes } from "node:crypto";
import { own, textOf, writePointer } from "../pointer.ts";
import { isReference, type Located, type Resolver } from "../references.ts";
import { escaped, plain } from "./foreign-text.ts";

/** A schema that has a name, and a place of its own in the reference. */
export interface NamedSchema {
  readonly index: number;
  readonly name: string;
  readonly at: Located;
}

/** Members under which schemas have names. */
const namedUnder = new Set(["schemas", "definitions", "$defs"]);

/**
 * The schemas of a description that have names. Where each is shown is known when all is written: until then a link to
 * it is a mark that no description can hold.
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

  /** The named schema that a reference leads to, through references that have no name. */
  named(at: Located): NamedSchema | undefined {
    let step: Located | undefined = at;
    for (let hops = 0; step !== undefined && isReference(step.value) && hops < 20; hops += 1) {
      const target: Located | undefined = this.resolver.target(textOf(own(step.value, "$ref")), step.file);
      if (target !== undefined && hasName(target)) return isSmall(target.value) ? undefined : this.enter(target);
      step = target;
    }
    return undefined;
  }

  enter(at: Located): NamedSchema {
    const key = at.file + writePointer(at.steps);
    const known = this.#schemas.get(key);
    if (known !== undefined) return known;
    const made = { index: this.#byIndex.length, name: plain(nameOf(at), 100) || "Schema", at };
    this.#schemas.set(key, made);
    this.#byIndex.push(made);
    return made;
  }

  at(index: number): NamedSchema | undefined {
    return this.#byIndex[index];
  }

  link({ index, name }: NamedSchema): string {
    return `[${escaped(name)}](${this.#mark}:${index})`;
  }

  /** The same for what need not be shown because of it: all that it holds stands with the link. */
  mention({ index, name }: NamedSchema): string {
    return `[${escaped(name)}](${this.#mark}:${index}?)`;
  }

  /** The named schemas that must be shown for a text. */
  linked(text: string): NamedSchema[] {
    const links = [...text.matchAll(this.#links)].filter(([, , , mentioned]) => mentioned === undefined);
    const found = new Set(links.map(([, , index]) => Number(index)));
    return [...found].flatMap((index) => this.#byIndex[index] ?? []);
  }

  /** The text with each link leading where `addressOf` says; what is shown nowhere is its name alone. */
  resolveLinks(text: string, addressOf: (schema: NamedSchema) => string | undefined): string {
    return text.replace(this.#links, (_, label: string, index: string) => {
      const schema = this.#byIndex[Number(index)];
      const address = schema && addressOf(schema);
      return address === undefined ? label : `[${label}](${address})`;
    });
  }
}

/** Characters of what a value without parts says of itself, that are said again wherever it is referred to. */
const mostOfSmall = 250;

/** A value without parts, of which little is said: it needs no place of its own. */
function isSmall(value: unknown): boolean {
  const type = own(value, "type");
  if (type !== "string" && type !== "integer" && type !== "number" && type !== "boolean") return false;
  const said = [own(value, "description"), own(value, "enum"), own(value, "pattern")].filter(
    (one) => one !== undefined,
  );
  return (JSON.stringify(said)?.length ?? 0) <= mostOfSmall;
}

/** Of a file of its own, or among schemas. */
const hasName = ({ steps }: Located) => steps.length === 0 || namedUnder.has(steps.at(-2) ?? "");

function nameOf({ file, steps }: Located): string {
  return steps.at(-1) ?? file.replace(/^.*\//, "").replace(/\.\w+$/, "");
}
