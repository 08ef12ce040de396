import { own, recordOf, textOf } from "../pointer.ts";
import { inside } from "../resolve.ts";
import { readEarlier } from "../spec-book.ts";
import { type Api, type ApiOperation, readApi, type Tag } from "./api.ts";
import { block, headingWords, inline } from "./foreign-text.ts";
import { operationRow, operationText, operationTitle } from "./operation-text.ts";
import { overviewText } from "./overview.ts";
import { type Draft, PageSet, pageTitle, type Section } from "./pages.ts";
import type { ReferenceRequest, RenderedReference } from "./rendered.ts";
import { SchemaBook } from "./schema-book.ts";
import { schemaSection } from "./schema-section.ts";

/** Characters of one page's operations and of its schemas, of all pages, and how many pages there are. */
const most = { page: 250_000, all: 20_000_000, pages: 2000, milliseconds: 90_000 };

/** Writes a reference: an overview, a page for each tag, one for webhooks, and those for schemas where asked for. */
export function renderReference(request: ReferenceRequest): RenderedReference {
  const description = readEarlier(request.files);
  if (description === undefined) throw new Error(`Specification ${request.slug} has no files`);
  const api = readApi(description.root, description.resolver);
  return new ReferenceWriter(request, api).write();
}

interface Shown {
  readonly operation: ApiOperation;
  readonly section: Section;
}

class ReferenceWriter {
  readonly #request: ReferenceRequest;
  readonly #api: Api;
  readonly #book: SchemaBook;
  readonly #pages: PageSet;
  readonly #overview: string;
  readonly #end = performance.now() + most.milliseconds;
  /** Characters that may still be written. */
  #room = most.all;
  /** Operations and schemas that found no room. */
  #left = 0;

  constructor(request: ReferenceRequest, api: Api) {
    this.#request = request;
    this.#api = api;
    this.#book = new SchemaBook(api.resolver);
    this.#pages = new PageSet(request.seed, this.#book);
    this.#overview = `/pages/${request.page}`;
  }

  write(): RenderedReference {
    const { slug, models } = this.#request;
    const first = new Map(this.#api.operations.map((operation) => [operation, operation.tags[0] ?? ""]));
    for (const tag of this.#api.tags) {
      const own_ = this.#api.operations.filter((operation) => first.get(operation) === tag.name);
      const elsewhere = this.#api.operations.filter(
        (operation) => first.get(operation) !== tag.name && operation.tags.includes(tag.name),
      );
      if (own_.length + elsewhere.length > 0) this.#tagPages(tag, own_, elsewhere);
    }
    if (this.#api.webhooks.length > 0) this.#webhookPages();
    if (models) this.#modelPages();
    const pages = this.#pages.drafts.map((draft) => this.#pages.write(draft, draft));
    const title = pageTitle(textOf(own(own(this.#api.root.value, "info"), "title")) || slug);
    return { title, text: this.#overviewPage(title), pages };
  }

  #tagPages(tag: Tag, operations: readonly ApiOperation[], elsewhere: readonly ApiOperation[]): void {
    const key = `tag:${tag.name}`;
    const title = pageTitle(tag.title);
    const props = { doc: "operations", page: tag.name || title };
    const about = [block(tag.description), tag.docs === "" ? "" : `More: ${inline(tag.docs, 500)}`];
    const description = summaryOf(tag.description);
    if (this.#request.byOperation) {
      const shown = operations.flatMap((operation) => this.#shown(operation, false) ?? []);
      const lead = (addressOf: (target: object) => string | undefined) =>
        leadOf(about, [...shown.map(({ operation }) => operation), ...elsewhere], addressOf);
      this.#add({ key, parent: null, title, description, props: { ...props, doc: "tag" }, lead, sections: [] });
      for (const { operation, section } of shown) this.#operationPage(key, title, operation, section);
      return;
    }
    const all = operations.flatMap((operation) => this.#shown(operation, false) ?? []);
    this.#inParts(all, { key, title, description, props }, (part, isFirst) => (addressOf) => {
      const listed = part.map(({ operation }) => operation);
      return leadOf(isFirst ? about : [], isFirst ? [...listed, ...elsewhere] : listed, addressOf);
    });
  }

  #operationPage(parent: string, tag: string, operation: ApiOperation, section: Section): void {
    const { method, path } = operation;
    const schemas = this.#schemasFor([section]);
    this.#add(
      {
        key: `operation:${method} ${path}`,
        parent,
        title: section.title,
        description: undefined,
        props: { doc: "operation", page: tag, method },
        lead: () => section.text,
        sections: schemas,
      },
      operation,
    );
  }

  #webhookPages(): void {
    const all = this.#api.webhooks.flatMap((operation) => this.#shown(operation, true) ?? []);
    const place = {
      key: "webhooks",
      title: "Webhooks",
      description: undefined,
      props: { doc: "operations", page: "Webhooks" },
    };
    this.#inParts(
      all,
      place,
      (part) => (addressOf) =>
        leadOf(
          ["Requests that the API sends to your server."],
          part.map(({ operation }) => operation),
          addressOf,
        ),
    );
  }

  #modelPages(): void {
    const { root, dialect } = this.#api;
    const all = dialect === "2.0" ? inside(root, "definitions") : inside(inside(root, "components"), "schemas");
    for (const name of Object.keys(recordOf(all.value))) this.#book.enter(inside(all, name));
    const sections: { section: Section }[] = [];
    // Schemas without a place among the others are met while these are written.
    for (let index = 0; ; index += 1) {
      const schema = this.#book.at(index);
      if (schema === undefined) break;
      const section = this.#take(() => schemaSection(schema, this.#book, 2));
      if (section !== undefined) sections.push({ section });
    }
    sections.sort((one, other) => (one.section.title.toLowerCase() < other.section.title.toLowerCase() ? -1 : 1));
    const place = { key: "models", title: "Models", description: undefined, props: { doc: "models" } };
    this.#inParts(sections, place, () => () => "Schemas of what is sent and answered.", false);
  }

  /** The text of an operation; undefined where there is no room for it. */
  #shown(operation: ApiOperation, isWebhook: boolean): Shown | undefined {
    const around = { api: this.#api, book: this.#book, overview: this.#overview };
    const section = this.#take(() => ({
      title: operationTitle(operation),
      level: 2,
      text: operationText(operation, around, isWebhook),
      target: operation,
    }));
    return section && { operation, section };
  }

  #take(make: () => Section): Section | undefined {
    if (this.#room > 0 && performance.now() < this.#end) {
      const section = make();
      this.#room -= section.text.length;
      if (section.text.length <= most.page) return section;
    }
    this.#left += 1;
    return undefined;
  }

  /** As many pages as the sections need, each with the schemas that it links to and that are shown nowhere else. */
  #inParts<Item extends { readonly section: Section }>(
    items: readonly Item[],
    { title, key, ...place }: Omit<Draft, "lead" | "sections" | "parent">,
    leadFor: (part: readonly Item[], isFirst: boolean) => Draft["lead"],
    withSchemas = true,
  ): void {
    const parts: Item[][] = [[]];
    let size = 0;
    for (const item of items) {
      if (size > 0 && size + item.section.text.length > most.page) {
        parts.push([]);
        size = 0;
      }
      size += item.section.text.length;
      parts.at(-1)?.push(item);
    }
    for (const [index, part] of parts.entries()) {
      const sections = part.map(({ section }) => section);
      const schemas = withSchemas ? this.#schemasFor(sections) : [];
      const number = index === 0 ? "" : `:${index + 1}`;
      const named = parts.length === 1 ? title : `${title}, part ${index + 1} of ${parts.length}`;
      this.#add({
        ...place,
        parent: null,
        key: key + number,
        title: named,
        lead: leadFor(part, index === 0),
        sections: [...sections, ...schemas],
      });
    }
  }

  /** Schemas that a page shows itself, with those that they need. */
  #schemasFor(sections: readonly Section[]): Section[] {
    if (this.#request.models) return [];
    const found: Section[] = [];
    const open = [...new Set(sections.flatMap(({ text }) => this.#book.linked(text)))];
    const known = new Set(open);
    let size = 0;
    let left = 0;
    for (const schema of open) {
      if (size > most.page || this.#room <= 0 || performance.now() > this.#end) {
        left += 1;
        continue;
      }
      const section = schemaSection(schema, this.#book, 3);
      size += section.text.length;
      this.#room -= section.text.length;
      found.push(section);
      for (const next of this.#book.linked(section.text)) {
        if (!known.has(next)) open.push(next);
        known.add(next);
      }
    }
    if (found.length === 0 && left === 0) return [];
    const note =
      left === 0
        ? ""
        : `${left} more schemas are not shown: the page would become too long. The specification has them.`;
    return [{ title: "Schemas", level: 2, text: note, target: undefined }, ...found];
  }

  #add(draft: Draft, target?: object): void {
    if (this.#pages.drafts.length >= most.pages) this.#left += 1;
    else this.#pages.add(draft, target);
  }

  #overviewPage(title: string): string {
    const tops = this.#pages.drafts.filter(({ parent }) => parent === null);
    const lines = tops.map((draft) => {
      const about = draft.description === undefined ? "" : `: ${inline(draft.description)}`;
      return `- [${headingWords(draft.title)}](${this.#pages.pageAddress(draft)})${about}`;
    });
    const parts = [
      `# ${headingWords(title)}`,
      overviewText(this.#api, this.#request.slug),
      ...(lines.length === 0 ? ["It describes no operations."] : ["## Pages", lines.join("\n")]),
      ...(this.#left === 0
        ? []
        : [
            `${this.#left} of its operations, schemas and pages ${this.#left === 1 ? "is" : "are"} left out: this reference would become too large. The specification has them.`,
          ]),
    ];
    return `${this.#pages.resolve(parts.filter((part) => part !== "").join("\n\n"), undefined)}\n`;
  }
}

function leadOf(
  about: readonly string[],
  operations: readonly ApiOperation[],
  addressOf: (target: object) => string | undefined,
): string {
  const rows = operations.map((operation) => operationRow(operation, addressOf(operation)));
  return [...about, rows.join("\n")].filter((one) => one !== "").join("\n\n");
}

/** The first sentence of a description, as the line below a title. */
function summaryOf(description: string): string | undefined {
  const line =
    description
      .split(/\n\s*\n|(?<=[.!?])\s/)[0]
      ?.replace(/\s+/g, " ")
      .trim() ?? "";
  return line === "" || line.length > 200 || /[<>{}`[\]]/.test(line) ? undefined : line;
}
