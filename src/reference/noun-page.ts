import { areaOf } from "../contract/areas.ts";
import { type ErrorCode, errors } from "../contract/errors.ts";
import type { Contract } from "../contract/index.ts";
import type { OperationSchemas } from "./contract-schemas.ts";
import { code, markdownTable, page, paragraphs } from "./markdown-table.ts";
import type { ModelPlaces } from "./model-places.ts";
import { modelSection } from "./model-section.ts";
import { pageOfNoun, titleOfName } from "./noun-names.ts";
import { ownErrors } from "./operation-facts.ts";
import { operationSection } from "./operation-section.ts";

/** Everything about one noun: its operations, the models that are its own, and its errors. */
export function nounPage(noun: keyof Contract, operations: readonly OperationSchemas[], places: ModelPlaces): string {
  const file = pageOfNoun(noun);
  const link = places.linkFrom(file);
  const models = places.on(file).map(({ name, schema }) => modelSection(name, schema, 3, link));
  const area = titleOfName(areaOf[noun]);
  const names = operations.map(({ entry }) => entry.name).join(", ");
  return page(
    `${titleOfName(noun)} in the API: ${names}.`,
    `# ${titleOfName(noun)}`,
    `Part of the area [${area}](README.md#${area.toLowerCase()}).`,
    ...operations.map((operation) => operationSection(operation, link)),
    models.length === 0 ? undefined : paragraphs("## Models", ...models),
    errorSection(operations),
  );
}

function errorSection(operations: readonly OperationSchemas[]): string {
  const used = new Set(operations.flatMap(({ entry }) => ownErrors(entry.operation)));
  const rows = (Object.keys(errors) as ErrorCode[])
    .filter((name) => used.has(name))
    .map((name) => [String(errors[name].status), code(name), errors[name].meaning]);
  return paragraphs(
    "## Errors",
    markdownTable(["Status", "Code", "Meaning"], rows),
    `${rows.length === 0 ? "Only" : "And"} those that [every operation](README.md#errors) may answer.`,
  );
}
