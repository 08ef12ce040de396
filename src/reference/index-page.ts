import { type Area, areaOf, areas } from "../contract/areas.ts";
import { errors, everywhere } from "../contract/errors.ts";
import type { Contract } from "../contract/index.ts";
import type { Effect } from "../contract/operation.ts";
import { reaches } from "../contract/reach.ts";
import type { OperationSchemas } from "./contract-schemas.ts";
import { code, markdownTable, page, paragraphs } from "./markdown-table.ts";
import { pageOfNoun, titleOfName } from "./noun-names.ts";
import { effectMeanings, effectWords } from "./operation-facts.ts";

export type Nouns = ReadonlyMap<keyof Contract, readonly OperationSchemas[]>;

/** The areas that have operations, with their nouns, as the contract orders them. */
export function nounsByArea(nouns: Nouns): { readonly area: Area; readonly nouns: (keyof Contract)[] }[] {
  return (Object.keys(areas) as Area[])
    .map((area) => ({ area, nouns: [...nouns.keys()].filter((noun) => areaOf[noun] === area) }))
    .filter((found) => found.nouns.length > 0);
}

/** Where the reference begins: how to call the API, and what there is. */
export function indexPage(nouns: Nouns): string {
  const total = [...nouns.values()].reduce((sum, operations) => sum + operations.length, 0);
  return page(
    `The ${total} operations of the documentation platform API by area, and what holds for all of them.`,
    "# API",
    `The documentation platform API has ${total} operations. They are found under \`/v1\` of the service's base URL and take a token as \`Authorization: Bearer <token>\`. In the client, an operation is a method that takes one flat object, whatever goes in the path, the query and the body: \`client.pages.get({ spaceId, pageId })\`. The same description for programs is \`openapi.json\` in the project's folder.`,
    "An object in an answer may have members that are not listed here. A member that is not required may be missing; it is null only where its type says so. A query parameter that is a list is repeated. A list operation answers `items` and, unless it was the last page, `next.page`, which is the `page` of the next call.",
    ...nounsByArea(nouns).map(({ area, nouns: members }) => areaSection(area, members, nouns)),
    effectSection(),
    reachSection(),
    errorSection(),
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

function errorSection(): string {
  const rows = everywhere.map((name) => [String(errors[name].status), code(name), errors[name].meaning]);
  return paragraphs(
    "## Errors",
    "Every operation may answer these besides its own. [Errors](../errors.md) has all there are, with what to do about each.",
    markdownTable(["Status", "Code", "Meaning"], rows),
  );
}
