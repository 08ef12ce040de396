import type { Block, RichDocument } from "../../../../markdown/document/model.ts";
import type { AlternativeView, MemberView, ShapeView } from "../../../../site/blocks/reference/api-view.ts";
import { isRecord, own, toRecord, toText } from "../pointer.ts";
import { inside, type Located } from "../references.ts";
import { type ApiParameter, schemaIn } from "./api.ts";
import type { Direction } from "./examples.ts";
import { block, plain } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { describedAs } from "./schema-table.ts";
import { collectParts, isAlternative, listConstraints, listTypes, typeWords } from "./schema-words.ts";

/** Members per page and per value, nesting depth, and alternatives. */
const limits = { page: 1500, value: 120, depth: 6, alternatives: 20 };

/** Members and characters of descriptions and examples in one part of an API, which is drawn in one piece. */
const maxPart = { members: 750, characters: 100_000 };

export const emptyShape: ShapeView = { members: [], alternatives: [], left: 0, alternativesLeft: 0 };

/** Reads schemas as collapsible trees for pages. There is one reader per page. */
export class ShapeReader {
  readonly #book: SchemaBook;
  readonly #read: (markdown: string) => RichDocument;
  readonly #known = new Map<string, readonly Block[]>();
  readonly #open = new Set<unknown>();
  /** How many more members the page, and the current value, may have. */
  #left = limits.page;
  #leftOfValue = 0;
  #membersOfPart = maxPart.members;
  #charactersOfPart = maxPart.characters;

  /** `read` parses the Markdown of descriptions. */
  constructor(book: SchemaBook, read: (markdown: string) => RichDocument) {
    this.#book = book;
    this.#read = read;
  }

  beginPart(): void {
    this.#membersOfPart = maxPart.members;
    this.#charactersOfPart = maxPart.characters;
  }

  /** Whether the part may have more members and texts. */
  get hasCapacity(): boolean {
    return this.#membersOfPart > 0 && this.#charactersOfPart > 0;
  }

  /** Counts a text that is shown with the descriptions. */
  spend(text: string | undefined): void {
    this.#charactersOfPart -= text?.length ?? 0;
  }

  /** Links to schemas become their names, because pages show a schema in place. */
  blocks(markdown: string): readonly Block[] {
    const text = this.#book.resolveLinks(markdown, () => undefined).trim();
    if (text === "") return [];
    this.spend(text);
    const known = this.#known.get(text) ?? this.#read(text).nodes;
    this.#known.set(text, known);
    return known;
  }

  /** A type in words, as plain text. */
  type(at: Located): string {
    return this.#plain(typeWords(at, this.#book));
  }

  /** The same for a schema that is shown under its own name. */
  ownType(at: Located): string {
    const found = this.#book.resolver.follow(at);
    return found === undefined ? "" : this.#plain(typeWords(found, this.#book));
  }

  #plain(markdown: string): string {
    const text = this.#book.resolveLinks(markdown, () => undefined);
    return text.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("`", "");
  }

  /** A value's description and constraints. */
  about(at: Located, described = describedAs(at, this.#book)): readonly Block[] {
    const words = listConstraints(at, this.#book).join(", ");
    const sentence = words === "" ? "" : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
    return this.blocks([block(described), sentence].filter((one) => one !== "").join("\n\n"));
  }

  shape(at: Located, direction: Direction): ShapeView {
    this.#leftOfValue = limits.value;
    return this.#shape(at, direction, 0);
  }

  parameter({ name, required, at, schema }: ApiParameter): MemberView {
    this.#leftOfValue = limits.value;
    this.#membersOfPart -= 1;
    const value = this.#book.resolver.follow(schema)?.value;
    const described =
      toText(own(at.value, "description")) ||
      toText(own(schema.value, "description")) ||
      toText(own(value, "description"));
    return {
      name: plain(name, 200),
      type: this.type(schema),
      isRequired: required,
      isDeprecated: own(at.value, "deprecated") === true,
      about: this.about(schema, described),
      shape: this.#shape(schema, "sent", 1),
    };
  }

  #shape(schema: Located, direction: Direction, depth: number): ShapeView {
    const at = this.#book.resolver.follow(schema);
    if (at === undefined || !isRecord(at.value) || depth > limits.depth || this.#open.has(at.value)) return emptyShape;
    this.#open.add(at.value);
    try {
      return this.#opened(at, direction, depth);
    } finally {
      this.#open.delete(at.value);
    }
  }

  #opened(at: Located, direction: Direction, depth: number): ShapeView {
    const { properties, alternatives } = collectParts(at, this.#book);
    const members: MemberView[] = [];
    let left = 0;
    for (const { name, at: member, required } of properties.values()) {
      const value = { ...toRecord(this.#book.resolver.follow(member)?.value), ...toRecord(member.value) };
      if (direction === "sent" && value.readOnly === true) continue;
      if (direction === "answered" && value.writeOnly === true) continue;
      if (this.#left <= 0 || this.#leftOfValue <= 0 || !this.hasCapacity) {
        left += 1;
        continue;
      }
      this.#left -= 1;
      this.#leftOfValue -= 1;
      this.#membersOfPart -= 1;
      members.push({
        name: plain(name, 200),
        type: this.type(member),
        isRequired: required,
        isDeprecated: value.deprecated === true,
        about: this.about(member),
        shape: this.#shape(member, direction, depth + 1),
      });
    }
    const all = alternatives.filter(isAlternative);
    const [only] = all;
    if (only !== undefined && all.length === 1) {
      const inner = this.#shape(only, direction, depth);
      return { ...inner, members: [...members, ...inner.members], left: left + inner.left };
    }
    if (members.length > 0 || all.length > 0 || left > 0) {
      const shown = this.#alternatives(all.slice(0, limits.alternatives), direction, depth);
      const alternativesLeft = shown.length === 0 ? 0 : all.length - shown.length;
      return { members, alternatives: shown, left, alternativesLeft };
    }
    return this.#held(at, direction, depth);
  }

  /** An alternative without contents is already covered by the type in words. */
  #alternatives(all: readonly Located[], direction: Direction, depth: number): AlternativeView[] {
    const views = all.map((one) => {
      const title = plain(toText(own(this.#book.resolver.follow(one)?.value, "title")), 60);
      return { title: title || this.type(one), shape: this.#shape(one, direction, depth + 1) };
    });
    return views.some(({ shape }) => shape.members.length > 0 || shape.alternatives.length > 0) ? views : [];
  }

  /** The contents of a list's items or a map's values. */
  #held(at: Located, direction: Direction, depth: number): ShapeView {
    const types = listTypes(at.value);
    const items = schemaIn(at, "items");
    if (types.includes("array") && isRecord(items.value)) return this.#shape(items, direction, depth + 1);
    const more = inside(at, "additionalProperties");
    return isRecord(more.value) ? this.#shape(schemaIn(at, "additionalProperties"), direction, depth + 1) : emptyShape;
  }
}
