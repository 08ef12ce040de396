import type { Client } from "../../../src/client/client.ts";
import { isRecord } from "../../../src/client/json.ts";
import { listOperations } from "../../../src/contract/index.ts";

/** Members that services generate: ids, words of enumerations, times, cursors, addresses of the service. */
const ownWords = new Set(
  `id object type kind status state language role roles permission permissions visibility processingState direction editMode
   impact icon revision revisionInitial revisionMergedAncestor space organization cluster conversation conversationsIssuesCluster
   page user team site lastVersion lastProcessErrorCode source result urls location updatedBy createdBy
   contentType mimetype downloadURL property schemaVersion next code`.split(/\s+/),
);
/** A source is where something comes from; some of these contain words anyway. */
const isOwn = (name: string, value: unknown) =>
  (typeof value === "string" && ownWords.has(name)) || /At$/.test(name) || name === "permissions" || name === "urls";

/** Text that edits have to find again. */
const bodies = new Set(["markdown"]);

/** The same client, of a service in which everyone wrote the same text wherever possible. */
export function plantedClient(client: Client, text: string): Client {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const { group, name } of listOperations()) {
    const call = Reflect.get(client[group], name) as (...given: unknown[]) => Promise<unknown>;
    groups[group] ??= {};
    groups[group][name] = async (...given: unknown[]) => planted(await call(...given), text);
  }
  return groups as object as Client;
}

/** A value with a text instead of every string that people write. */
function planted(value: unknown, text: string, name = ""): unknown {
  if (Array.isArray(value)) return value.map((element) => planted(element, text, name));
  if (typeof value === "string") {
    if (isOwn(name, value)) return value;
    if (!bodies.has(name)) return text;
    return value.includes(text) ? value : `${value}\n${text}\n`;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([member, inner]) => {
    if (isOwn(member, inner)) return [member, inner];
    // The address of a specification contains only letters, digits and dashes.
    if (member === "slug" && value.object === "openapi-spec") return [member, inner];
    // The figures by source have names that people choose.
    if (member === "sources" && isRecord(inner)) return [member, { ...inner, [text]: 5 }];
    return [member, planted(inner, text, member)];
  });
  return Object.fromEntries(entries);
}
