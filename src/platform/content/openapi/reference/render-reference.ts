import { own, toRecord, toText } from "../pointer.ts";
import { inside } from "../references.ts";
import { readEarlier } from "../spec-book.ts";
import { type Api, type ApiOperation, readApi, type Tag } from "./api.ts";
import { block, headingWords, inline } from "./foreign-text.ts";
import { operationRow, operationText, operationTitle } from "./operation-text.ts";
import { overviewText } from "./overview.ts";
import { type Draft, PageSet, pageTitle, type Section } from "./pages.ts";
import type { ReferenceRequest, RenderedReference } from "./rendered.ts";
import { SchemaBook } from "./schema-book.ts";
import { schemaSection } from "./schema-table.ts";

/** Renders a reference: an overview, a page for each tag, one for webhooks and, if requested, pages for schemas. */
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

/** The properties that all parts of a page share. */
type PageProps = Pick<Draft, "key" | "title" | "description" | "props">;

/** Characters of a page's operations and schemas, and of all pages; number of pages; and milliseconds. */
const limits = { page: 250_000, all: 20_000_000, pages: 2000, milliseconds: 90_000 };

/** The remaining space, and how much did not fit. */
class ReferenceBudget {
  readonly #end = performance.now() + limits.milliseconds;
  #characters = limits.all;
  /** Operations, schemas and pages that were left out. */
  left = 0;

  get isLeft(): boolean {
    return this.#characters > 0 && performance.now() < this.#end;
  }

  spend({ text }: Section): void {
    this.#characters -= text.length;
  }

  /** Creates a section only if there is room for it. */
  take(make: () => Section): Section | undefined {
    if (this.isLeft) {
      const section = make();
      this.spend(section);
      if (section.text.length <= limits.page) return section;
    }
    this.left += 1;
    return undefined;
  }
}

class ReferenceWriter {
  readonly #request: ReferenceRequest;
  readonly #api: Api;
  readonly #book: SchemaBook;
  readonly #pages: PageSet;
  readonly #overview: string;
  readonly #budget = new ReferenceBudget();

  constructor(request: ReferenceRequest, api: Api) {
    this.#request = request;
    this.#api = api;
    this.#book = new SchemaBook(api.resolver);
    this.#pages = new PageSet(request.seed, this.#book);
    this.#overview = `/pages/${request.page}`;
  }

  write(): RenderedReference {
    for (const tag of this.#api.tags) this.#tagPages(tag);
    if (this.#api.webhooks.length > 0) this.#webhookPages();
    if (this.#request.models) this.#modelPages();
    const pages = this.#pages.drafts.map((draft) => this.#pages.write(draft, draft));
    const title = pageTitle(toText(own(own(this.#api.root.value, "info"), "title")) || this.#request.slug);
    return { title, text: this.#overviewPage(title), pages };
  }

  /** An operation is on the page of its first tag, and is listed on those of its other tags. */
  #tagPages(tag: Tag): void {
    const all = this.#api.operations.filter(({ tags }) => (tags[0] ?? "") === tag.name);
    const elsewhere = this.#api.operations.filter(
      ({ tags }) => (tags[0] ?? "") !== tag.name && tags.includes(tag.name),
    );
    if (all.length + elsewhere.length === 0) return;
    const title = pageTitle(tag.title);
    const props = { doc: "operations", page: tag.name || title };
    const pageProps = { key: `tag:${tag.name}`, title, description: findSummary(tag.description), props };
    const shown = all.flatMap((operation) => this.#shown(operation, false) ?? []);
    if (this.#request.byOperation) this.#operationPages(pageProps, tag, shown, elsewhere);
    else {
      this.#addInParts(shown, pageProps, ({ items, isFirst }) =>
        createLead(isFirst ? aboutTag(tag) : [], [...toOperations(items), ...(isFirst ? elsewhere : [])]),
      );
    }
  }

  /** The page of a tag, with a page below it for each operation. */
  #operationPages(pageProps: PageProps, tag: Tag, shown: readonly Shown[], elsewhere: readonly ApiOperation[]): void {
    const lead = createLead(aboutTag(tag), [...toOperations(shown), ...elsewhere]);
    this.#add({ ...pageProps, parent: null, props: { ...pageProps.props, doc: "tag" }, lead, sections: [] });
    for (const { operation, section } of shown) {
      const { method, path } = operation;
      const draft = {
        key: `operation:${method} ${path}`,
        parent: pageProps.key,
        title: section.title,
        description: undefined,
        props: { doc: "operation", page: pageProps.title, method },
        lead: () => section.text,
        sections: this.#schemasFor([section]),
      };
      this.#add(draft, operation);
    }
  }

  #webhookPages(): void {
    const shown = this.#api.webhooks.flatMap((operation) => this.#shown(operation, true) ?? []);
    const props = { doc: "operations", page: "Webhooks" };
    const about = ["Requests that the API sends to your server."];
    this.#addInParts(shown, { key: "webhooks", title: "Webhooks", description: undefined, props }, ({ items }) =>
      createLead(about, toOperations(items)),
    );
  }

  #modelPages(): void {
    const { root, dialect } = this.#api;
    const all = dialect === "2.0" ? inside(root, "definitions") : inside(inside(root, "components"), "schemas");
    for (const name of Object.keys(toRecord(all.value))) this.#book.enter(inside(all, name));
    const models: { section: Section }[] = [];
    // Writing these may encounter further schemas that are not yet placed.
    for (let index = 0; ; index += 1) {
      const schema = this.#book.at(index);
      if (schema === undefined) break;
      const section = this.#budget.take(() => schemaSection(schema, this.#book, 2));
      if (section !== undefined) models.push({ section });
    }
    models.sort((one, other) => (one.section.title.toLowerCase() < other.section.title.toLowerCase() ? -1 : 1));
    const pageProps = { key: "models", title: "Models", description: undefined, props: { doc: "models" } };
    this.#addInParts(models, pageProps, () => () => "Schemas of requests and responses.");
  }

  /** The text of an operation; undefined if there is no room for it. */
  #shown(operation: ApiOperation, isWebhook: boolean): Shown | undefined {
    const around = { api: this.#api, book: this.#book, overview: this.#overview };
    const section = this.#budget.take(() => ({
      title: operationTitle(operation),
      level: 2,
      text: operationText(operation, around, isWebhook),
      target: operation,
    }));
    return section && { operation, section };
  }

  /**
   * Adds as many pages as the sections need, each with the schemas that it links to and that are not shown elsewhere.
   */
  #addInParts<Item extends { readonly section: Section }>(
    items: readonly Item[],
    pageProps: PageProps,
    leadFor: (part: Part<Item>) => Draft["lead"],
  ): void {
    for (const part of inParts(items, pageProps)) {
      const sections = part.items.map(({ section }) => section);
      const { key, title } = part;
      const schemas = this.#schemasFor(sections);
      this.#add({ ...pageProps, key, title, parent: null, lead: leadFor(part), sections: [...sections, ...schemas] });
    }
  }

  #schemasFor(sections: readonly Section[]): Section[] {
    return this.#request.models ? [] : pageSchemas(sections, this.#book, this.#budget);
  }

  #add(draft: Draft, target?: object): void {
    if (this.#pages.drafts.length >= limits.pages) this.#budget.left += 1;
    else this.#pages.add(draft, target);
  }

  #overviewPage(title: string): string {
    const tops = this.#pages.drafts.filter(({ parent }) => parent === null);
    const lines = tops.map((draft) => {
      const about = draft.description === undefined ? "" : `: ${inline(draft.description)}`;
      return `- [${headingWords(draft.title)}](${this.#pages.pageAddress(draft)})${about}`;
    });
    const { left } = this.#budget;
    const parts = [
      `# ${headingWords(title)}`,
      overviewText(this.#api, this.#request.slug),
      ...(lines.length === 0 ? ["It describes no operations."] : ["## Pages", lines.join("\n")]),
      left === 0
        ? ""
        : `${left} of its operations, schemas and pages ${left === 1 ? "is" : "are"} left out: this reference would become too large. The specification has them.`,
    ];
    return `${this.#pages.resolve(parts.filter((part) => part !== "").join("\n\n"), undefined)}\n`;
  }
}

const toOperations = (shown: readonly Shown[]) => shown.map(({ operation }) => operation);

/** A tag's own description. */
const aboutTag = ({ description, docs }: Tag): string[] => [
  block(description),
  docs === "" ? "" : `More: ${inline(docs, 500)}`,
];

/** The introduction of a page: its subject and its operations. */
function createLead(about: readonly string[], operations: readonly ApiOperation[]): Draft["lead"] {
  return (findAddress) => {
    const rows = operations.map((operation) => operationRow(operation, findAddress(operation)));
    return [...about, rows.join("\n")].filter((one) => one !== "").join("\n\n");
  };
}

/** The first sentence of a description, for use below a title. */
function findSummary(description: string): string | undefined {
  const line =
    description
      .split(/\n\s*\n|(?<=[.!?])\s/)[0]
      ?.replace(/\s+/g, " ")
      .trim() ?? "";
  return line === "" || line.length > 200 || /[<>{}`[\]]/.test(line) ? undefined : line;
}

/** The items on one of the pages, with the page's name. */
interface Part<Item> {
  readonly items: readonly Item[];
  readonly isFirst: boolean;
  readonly key: string;
  readonly title: string;
}

/** Splits items into as many parts as pages are needed; an empty list gives one part. */
function inParts<Item extends { readonly section: Section }>(
  items: readonly Item[],
  { key, title }: { readonly key: string; readonly title: string },
): Part<Item>[] {
  const parts: Item[][] = [[]];
  let size = 0;
  for (const item of items) {
    if (size > 0 && size + item.section.text.length > limits.page) {
      parts.push([]);
      size = 0;
    }
    size += item.section.text.length;
    parts.at(-1)?.push(item);
  }
  return parts.map((part, index) => ({
    items: part,
    isFirst: index === 0,
    key: index === 0 ? key : `${key}:${index + 1}`,
    title: parts.length === 1 ? title : `${title}, part ${index + 1} of ${parts.length}`,
  }));
}

/** The schemas that sections link to, directly or through other schemas, as sections of the same page. */
function pageSchemas(sections: readonly Section[], book: SchemaBook, budget: ReferenceBudget): Section[] {
  const found: Section[] = [];
  const open = [...new Set(sections.flatMap(({ text }) => book.linked(text)))];
  const known = new Set(open);
  let size = 0;
  let left = 0;
  for (const schema of open) {
    if (size > limits.page || !budget.isLeft) {
      left += 1;
      continue;
    }
    const section = schemaSection(schema, book, 3);
    size += section.text.length;
    budget.spend(section);
    found.push(section);
    for (const next of book.linked(section.text)) {
      if (!known.has(next)) open.push(next);
      known.add(next);
    }
  }
  if (found.length === 0 && left === 0) return [];
  const note =
    left === 0 ? "" : `${left} more schemas are not shown: the page would become too long. The specification has them.`;
  return [{ title: "Schemas", level: 2, text: note, target: undefined }, ...found];
}
