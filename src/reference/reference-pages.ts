import { type Area, areas } from "../contract/areas.ts";
import { type ErrorCode, errors, everywhere } from "../contract/errors.ts";
import { areaByGroup, type Contract } from "../contract/index.ts";
import type { Effect } from "../contract/operation.ts";
import { reaches } from "../contract/reach.ts";
import { code, markdownTable, page, paragraphs } from "./markdown.ts";
import { isPlain, type ModelLink, typeWords } from "./members.ts";
import { type ContractSchemas, type JsonSchema, modelsIn, type OperationSchemas } from "./schemas.ts";
import { modelSection, operationSection } from "./sections.ts";
import { effectMeanings, effectWords, ownErrors, pageOfNoun, titleOfName } from "./words.ts";

/** The reference as Markdown, by file name: an index, a table of contents, a page for each noun and one of models. */
export function referencePages(schemas: ContractSchemas): Map<string, string> {
  const nouns = byNoun(schemas.operations);
  const locations = new ModelLocations(schemas);
  const shared = [undefined, ...(Object.keys(areas) as Area[])].flatMap((area) => sharedModels(area, locations));
  return new Map([
    ["README.md", indexPage(nouns)],
    ["SUMMARY.md", tableOfContents(nouns, shared)],
    ...[...nouns].map(([noun, operations]) => [pageOfNoun(noun), nounPage(noun, operations, locations)] as const),
    ...shared.map(({ file, text }) => [file, text] as const),
  ]);
}

function byNoun(operations: readonly OperationSchemas[]): Nouns {
  const nouns = new Map<keyof Contract, OperationSchemas[]>();
  for (const operation of operations) {
    nouns.set(operation.entry.group, [...(nouns.get(operation.entry.group) ?? []), operation]);
  }
  return nouns;
}

interface ModelsPage {
  readonly area: Area | undefined;
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

/** The page of an area's shared models or, without an area, of models shared across areas; undefined without any. */
function sharedModels(area: Area | undefined, locations: ModelLocations): ModelsPage[] {
  const file = modelsPage(area);
  const models = locations.on(file);
  if (models.length === 0) return [];
  const title = area === undefined ? "Shared models" : `${titleOfName(area)} models`;
  const users = area === undefined ? "operations of several areas" : "several nouns of the area";
  const link = locations.linkFrom(file);
  const text = page(
    `Objects that ${users} take or return: ${models.map(({ name }) => name).join(", ")}.`,
    `# ${title}`,
    "What only one noun uses is described on its page.",
    ...models.map(({ name, schema }) => modelSection(name, schema, 2, link)),
  );
  return [{ area, file, title, text }];
}

function tableOfContents(nouns: Nouns, shared: readonly ModelsPage[]): string {
  const listModels = (area: Area | undefined) =>
    shared.filter((found) => found.area === area).map(({ title, file }) => `* [${title}](${file})`);
  const lines = nounsByArea(nouns).flatMap(({ area, nouns: members }) => [
    "",
    `## ${titleOfName(area)}`,
    "",
    ...members.map((noun) => `* [${titleOfName(noun)}](${pageOfNoun(noun)})`),
    ...listModels(area),
  ]);
  return `${["# API", "", "* [API](README.md)", ...listModels(undefined), ...lines].join("\n")}\n`;
}

type Nouns = ReadonlyMap<keyof Contract, readonly OperationSchemas[]>;

/** The areas that have operations, with their nouns, in the contract's order. */
function nounsByArea(nouns: Nouns): { readonly area: Area; readonly nouns: (keyof Contract)[] }[] {
  return (Object.keys(areas) as Area[])
    .map((area) => ({ area, nouns: [...nouns.keys()].filter((noun) => areaByGroup[noun] === area) }))
    .filter((found) => found.nouns.length > 0);
}

/** The start page of the reference: how to call the API, and what it offers. */
function indexPage(nouns: Nouns): string {
  const total = [...nouns.values()].reduce((sum, operations) => sum + operations.length, 0);
  return page(
    `The ${total} operations of the documentation platform API by area, and what holds for all of them.`,
    "# API",
    `The documentation platform API has ${total} operations. They are found under \`/v1\` of the service's base URL and take a token as \`Authorization: Bearer <token>\`. In the client, an operation is a method that takes one flat object, whatever goes in the path, the query and the body: \`client.pages.get({ spaceId, pageId })\`. The same description for programs is \`openapi.json\` in the project's folder.`,
    "An object in a response may have members that are not listed here. A member that is not required may be missing; it is null only where its type says so. A query parameter that is a list is repeated. A list operation returns `items` and, except on the last page, `next.page`, which is the `page` of the next call.",
    ...nounsByArea(nouns).map(({ area, nouns: members }) => areaSection(area, members, nouns)),
    effectSection(),
    reachSection(),
    everyErrorSection(),
  );
}

function areaSection(area: Area, members: readonly (keyof Contract)[], nouns: Nouns): string {
  const rows = members.map((noun) => [
    `[${titleOfName(noun)}](${pageOfNoun(noun)})`,
    (nouns.get(noun) ?? []).map(({ entry }) => code(entry.name)).join(", "),
  ]);
  return paragraphs(`## ${titleOfName(area)}`, `${areas[area]}.`, markdownTable(["Noun", "Operations"], rows));
}

function effectSection(): string {
  const rows = (Object.keys(effectWords) as Effect[]).map((effect) => [
    `**${effectWords[effect]}**`,
    effectMeanings[effect],
  ]);
  return paragraphs(
    "## Effects",
    "Each operation says in one word what it does. Retries and the hints that hosts are given follow from it.",
    markdownTable(["Effect", "Meaning"], rows),
  );
}

function reachSection(): string {
  const rows = Object.entries(reaches).map(([reach, { does, limit, asks }]) => [
    code(reach),
    `It ${does}.`,
    limit,
    asks ? "yes" : "",
  ]);
  return paragraphs(
    "## Reach",
    "What changes something also says how far that goes; where it depends on the arguments, both ends are named. Confirmation, the limits `--read-only` and `--propose-only` and the scopes of access tokens follow from it.",
    markdownTable(["Reach", "Meaning", "Least limit", "Asks a person"], rows),
  );
}

function everyErrorSection(): string {
  const rows = everywhere.map((name) => [String(errors[name].status), code(name), errors[name].meaning]);
  return paragraphs(
    "## Errors",
    "Every operation may return these in addition to its own. [Errors](../errors.md) lists them all, with what to do about each.",
    markdownTable(["Status", "Code", "Meaning"], rows),
  );
}

/** Everything about one noun: its operations, its own models and its errors. */
function nounPage(noun: keyof Contract, operations: readonly OperationSchemas[], locations: ModelLocations): string {
  const file = pageOfNoun(noun);
  const link = locations.linkFrom(file);
  const models = locations.on(file).map(({ name, schema }) => modelSection(name, schema, 3, link));
  const area = titleOfName(areaByGroup[noun]);
  const names = operations.map(({ entry }) => entry.name).join(", ");
  return page(
    `${titleOfName(noun)} in the API: ${names}.`,
    `# ${titleOfName(noun)}`,
    `Part of the area [${area}](README.md#${area.toLowerCase()}).`,
    ...operations.map((operation) => operationSection(operation, link)),
    models.length === 0 ? undefined : paragraphs("## Models", ...models),
    nounErrorSection(operations),
  );
}

function nounErrorSection(operations: readonly OperationSchemas[]): string {
  const used = new Set(operations.flatMap(({ entry }) => ownErrors(entry.operation)));
  const rows = (Object.keys(errors) as ErrorCode[])
    .filter((name) => used.has(name))
    .map((name) => [String(errors[name].status), code(name), errors[name].meaning]);
  return paragraphs(
    "## Errors",
    markdownTable(["Status", "Code", "Meaning"], rows),
    `${rows.length === 0 ? "Only" : "And"} those that [every operation](README.md#errors) may return.`,
  );
}

/** The page of models used by several nouns: those of one area, or of all. */
const modelsPage = (area?: Area): string => (area === undefined ? "models.md" : `${area}-models.md`);

/** Characters. A longer choice gets a description of its own instead of being repeated at each use. */
const maxChoiceChars = 100;

/** Where each model is described: with the only noun or area that uses it, otherwise on the page of shared models. */
class ModelLocations {
  readonly #models: ContractSchemas["models"];
  readonly #pages = new Map<string, string>();

  constructor({ operations, models }: ContractSchemas) {
    this.#models = models;
    const users = new Map<string, Set<keyof Contract>>();
    for (const operation of operations) {
      for (const model of reachable(operation, models)) {
        users.set(model, (users.get(model) ?? new Set()).add(operation.entry.group));
      }
    }
    for (const [model, nouns] of users) {
      if (this.#inWords(model) === undefined) this.#pages.set(model, pageForNouns([...nouns]));
    }
  }

  /** The models described on a page, in alphabetical order. */
  on(page: string): { readonly name: string; readonly schema: JsonSchema }[] {
    return Object.entries(this.#models)
      .filter(([name]) => this.#pages.get(name) === page)
      .map(([name, schema]) => ({ name, schema }));
  }

  /** Links for the text of one page. */
  linkFrom(page: string): ModelLink {
    return (model) => {
      const file = this.#pages.get(model);
      if (file === undefined) return this.#inWords(model) ?? model;
      return `[${model}](${file === page ? "" : file}#${model.toLowerCase()})`;
    };
  }

  #inWords(model: string): string | undefined {
    const schema = this.#models[model] ?? {};
    if (!isPlain(schema)) return undefined;
    const words = typeWords(schema, (other) => other);
    return words.length <= maxChoiceChars ? words : undefined;
  }
}

function pageForNouns(nouns: readonly (keyof Contract)[]): string {
  const [noun, ...otherNouns] = nouns;
  if (noun !== undefined && otherNouns.length === 0) return pageOfNoun(noun);
  const [area, ...otherAreas] = new Set(nouns.map((user) => areaByGroup[user]));
  return modelsPage(otherAreas.length === 0 ? area : undefined);
}

function reachable({ path, query, body, response }: OperationSchemas, models: ContractSchemas["models"]): Set<string> {
  const waiting = [path, query, body?.schema, response].flatMap((schema) =>
    schema === undefined ? [] : modelsIn(schema),
  );
  const found = new Set<string>();
  // `waiting` grows during the loop.
  for (const model of waiting) {
    if (found.has(model)) continue;
    found.add(model);
    waiting.push(...modelsIn(models[model] ?? {}));
  }
  return found;
}
