import type { SemanticChange } from "../../contract/models/semantic-change.ts";
import { readVariables, type Variables } from "../../text/variables.ts";
import type { FileRecord } from "../content/records.ts";
import { isReusable, titleOfReusable, variablesSource } from "../content/reusable-contents.ts";
import type { ContentDifference } from "../content/semantic-changes.ts";
import type { Context } from "../context.ts";
import { presentFile } from "./file.ts";
import { presentFileBlob } from "./git-blob.ts";

type FileDifference = Extract<ContentDifference, { readonly file: FileRecord }>;
type Change = Record<string, { before?: unknown; after?: unknown }>;

/** A difference of a file, of a reusable content, or of the variables of the space, which are files too. */
export async function presentFileDifference(context: Context, difference: FileDifference): Promise<SemanticChange> {
  const { file } = difference;
  if (isReusable(file)) return reusableDifference(context, difference);
  if (file.source === variablesSource) return variablesDifference(context, difference);
  const presented = presentFile(context, file, await presentFileBlob(context.content, file));
  if (difference.type !== "file_edited") return { type: difference.type, file: presented };
  return { type: difference.type, file: presented, attributes: difference.attributes as Change };
}

async function reusableDifference({ content }: Context, difference: FileDifference): Promise<SemanticChange> {
  const describe = async (file: FileRecord) => ({
    id: file.id,
    title: titleOfReusable(await content.readText(file.content), file),
    document: file.content,
  });
  const reusableContent = await describe(difference.file);
  if (difference.type !== "file_edited") {
    const type = difference.type === "file_created" ? "reusable_content_created" : "reusable_content_deleted";
    return { type, reusableContent };
  }
  const was = await describe(difference.was);
  const attributes: Change = {};
  for (const name of ["title", "document"] as const) {
    if (was[name] !== reusableContent[name]) attributes[name] = { before: was[name], after: reusableContent[name] };
  }
  return { type: "reusable_content_edited", reusableContent, attributes };
}

async function variablesDifference({ content }: Context, difference: FileDifference): Promise<SemanticChange> {
  const read = async (file: FileRecord): Promise<Variables> => readVariables(await content.readText(file.content));
  const now = difference.type === "file_deleted" ? {} : await read(difference.file);
  const earlier = difference.type === "file_deleted" ? difference.file : undefined;
  const file = difference.type === "file_edited" ? difference.was : earlier;
  const was = file === undefined ? {} : await read(file);
  const variables: Change = {};
  for (const name of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const before = Object.hasOwn(was, name) ? { before: was[name] } : {};
    const after = Object.hasOwn(now, name) ? { after: now[name] } : {};
    if (before.before === after.after) continue;
    variables[name] = { ...before, ...after };
  }
  return { type: "variables_edited", variables };
}
