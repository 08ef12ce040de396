import { own, textOf } from "../pointer.ts";
import type { Api, ApiOperation } from "./api.ts";
import { bodyText } from "./body-text.ts";
import { callbacksText } from "./callbacks-text.ts";
import { block, code, escaped, inline, plain, words } from "./foreign-text.ts";
import { serverList } from "./overview.ts";
import { parameterTable } from "./parameter-table.ts";
import { requestExample } from "./request-example.ts";
import { bodyExample, responsesText } from "./response-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import type { Direction } from "./schema-members.ts";
import { authentication } from "./security-words.ts";

/** A summary that is longer is a description. */
const longestTitle = 120;

export interface Surroundings {
  readonly api: Api;
  readonly book: SchemaBook;
  /** Address of the overview. */
  readonly overview: string;
}

/** The heading of an operation, and its name in lists. */
export function operationTitle({ at, method, path }: ApiOperation): string {
  const summary = words(textOf(own(at.value, "summary")), 200).replace(/\.$/, "");
  if (summary !== "" && summary.length <= longestTitle) return summary;
  return `${method.toUpperCase()} ${plain(path, 120)}`;
}

/** What an operation does, unless its title says it; a summary that is too long for a title stands before it. */
function descriptionOf(operation: ApiOperation): string {
  const { value } = operation.at;
  const summary = textOf(own(value, "summary"));
  const title = operationTitle(operation);
  const description = block(textOf(own(value, "description")));
  const isTitle = title === words(summary, 200).replace(/\.$/, "");
  const parts = [isTitle ? "" : block(summary), description.replace(/\.$/, "") === escaped(title) ? "" : description];
  return parts.filter((one) => one !== "").join("\n\n");
}

export const operationLine = ({ method, path }: ApiOperation): string => code(`${method.toUpperCase()} ${path}`, 500);

/** All about an operation but its heading. */
export function operationText(operation: ApiOperation, around: Surroundings, isWebhook = false): string {
  const { api, book, overview } = around;
  const { at, parameters, body, responses, security, servers } = operation;
  const id = plain(textOf(own(at.value, "operationId")), 200);
  const first = isWebhook
    ? `The API calls your server: ${code(operation.method.toUpperCase())}, as webhook ${code(operation.path)}.`
    : operationLine(operation) + (id === "" ? "" : `, operation ${code(id)}`);
  const docs = own(own(at.value, "externalDocs"), "url");
  const sent: Direction = isWebhook ? "answered" : "sent";
  return [
    first,
    own(at.value, "deprecated") === true ? "**Deprecated.** Do not use it in new code." : "",
    descriptionOf(operation),
    typeof docs === "string" ? `More: ${inline(docs, 500)}` : "",
    isWebhook || isSame(servers, api.servers) ? "" : `**Servers of this operation**\n\n${serverList(servers)}`,
    isWebhook ? "" : authentication(security, overview),
    parameterTable(parameters, book),
    ...(body === undefined ? [] : [bodyText(body, book, sent)]),
    ...(isWebhook ? bodyExample(body?.media[0], book, sent) : [requestExample(operation, api, book)]),
    ...responsesText(responses, book),
    callbacksText(at, book),
  ]
    .filter((one) => one !== "")
    .join("\n\n");
}

const isSame = (servers: Api["servers"], others: Api["servers"]) =>
  servers === others || JSON.stringify(servers) === JSON.stringify(others);

/** What an operation is for, in a list of operations. */
export function operationRow(operation: ApiOperation, address: string | undefined): string {
  const title = escaped(operationTitle(operation));
  const deprecated = own(operation.at.value, "deprecated") === true ? " (deprecated)" : "";
  return `- ${operationLine(operation)} ${address === undefined ? title : `[${title}](${address})`}${deprecated}`;
}
