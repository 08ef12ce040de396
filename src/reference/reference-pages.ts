import { type Area, areas } from "../contract/areas.ts";
import type { Contract } from "../contract/index.ts";
import type { ContractSchemas, OperationSchemas } from "./contract-schemas.ts";
import { indexPage, type Nouns, nounsByArea } from "./index-page.ts";
import { page } from "./markdown-table.ts";
import { ModelPlaces, modelsPage } from "./model-places.ts";
import { modelSection } from "./model-section.ts";
import { pageOfNoun, titleOfName } from "./noun-names.ts";
import { nounPage } from "./noun-page.ts";

/** The reference as Markdown, by file name: an index, a table of contents, a page for each noun and one of models. */
export function referencePages(schemas: ContractSchemas): Map<string, string> {
  const nouns = byNoun(schemas.operations);
  const places = new ModelPlaces(schemas);
  const shared = [undefined, ...(Object.keys(areas) as Area[])].flatMap((area) => sharedModels(area, places));
  return new Map([
    ["README.md", indexPage(nouns)],
    ["SUMMARY.md", tableOfContents(nouns, shared)],
    ...[...nouns].map(([noun, operations]) => [pageOfNoun(noun), nounPage(noun, operations, places)] as const),
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

/** The page of an area's models, or without an area of those that several use; none where there are none. */
function sharedModels(area: Area | undefined, places: ModelPlaces): ModelsPage[] {
  const file = modelsPage(area);
  const models = places.on(file);
  if (models.length === 0) return [];
  const title = area === undefined ? "Shared models" : `${titleOfName(area)} models`;
  const users = area === undefined ? "operations of several areas" : "several nouns of the area";
  const link = places.linkFrom(file);
  const text = page(
    `Objects that ${users} take or answer: ${models.map(({ name }) => name).join(", ")}.`,
    `# ${title}`,
    "What only one noun uses is described on its page.",
    ...models.map(({ name, schema }) => modelSection(name, schema, 2, link)),
  );
  return [{ area, file, title, text }];
}

function tableOfContents(nouns: Nouns, shared: readonly ModelsPage[]): string {
  const modelsOf = (area: Area | undefined) =>
    shared.filter((found) => found.area === area).map(({ title, file }) => `* [${title}](${file})`);
  const lines = nounsByArea(nouns).flatMap(({ area, nouns: members }) => [
    "",
    `## ${titleOfName(area)}`,
    "",
    ...members.map((noun) => `* [${titleOfName(noun)}](${pageOfNoun(noun)})`),
    ...modelsOf(area),
  ]);
  return `${["# API", "", "* [API](README.md)", ...modelsOf(undefined), ...lines].join("\n")}\n`;
}
