import type { Translation } from "../../contract/models/translation.ts";
import { translations } from "../../contract/operations/translations.ts";
import { followOperation } from "../follow-operation.ts";
import { estimateTokens } from "../present/budget.ts";
import { counted } from "../present/count.ts";
import { fence } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { oneLine } from "../present/name.ts";
import { fenceTokens } from "../present/within.ts";
import { changeRequestName } from "../resolve/content.ts";
import { lookUp } from "../resolve/lookup.ts";
import type { ToolContext } from "../tool.ts";

const noteTokens = 200;

type Names = { readonly organizationId: string; readonly translationId: string };
type Item = NonNullable<NonNullable<Translation["work"]>["items"]>[number];

export const following = `show_organization with "about": "translations" shows how far it is and the space it fills.`;

/** How a translation stands: what holds its result, or the next texts that whoever asks is to translate. */
export async function showWork(names: Names, cursor: string | undefined, context: ToolContext): Promise<string> {
  const { client, signal } = context;
  await followOperation(translations.run, { ...names, answer: undefined }, context);
  const { status, result, work } = await client.translations.get(names, { signal });
  if (status === "completed" && result !== undefined) {
    return showResult(result, context);
  }
  if (status !== "pending" || work === undefined || work.segments === 0) {
    return `${work?.problem === undefined ? "" : `The last attempt did not end it: ${oneLine(work.problem, 400)}\n`}${following}`;
  }
  return showSegments(names, cursor, context, work);
}

async function showResult(
  { space, changeRequest: changeRequestId }: NonNullable<Translation["result"]>,
  { client, signal }: ToolContext,
): Promise<string> {
  const done = `It is completed, in space ${space}.`;
  if (changeRequestId === undefined) return done;
  const changeRequest = await lookUp(client.changeRequests.get({ spaceId: space, changeRequestId }, { signal }));
  if (changeRequest === undefined) return done;
  const name = `Change request ${changeRequestName(changeRequest)}`;
  if (changeRequest.status === "merged") return `${done} ${name}, the last with something to bring, is merged.`;
  const next = "show_changes shows it";
  return `${done} ${name} holds what is new and is ${changeRequest.status}: ${next}.`;
}

async function showSegments(
  names: Names,
  cursor: string | undefined,
  { client, signal, answerTokens }: ToolContext,
  { segments, problem }: NonNullable<Translation["work"]>,
): Promise<string> {
  const heading = [
    ...(problem === undefined ? [] : [`The last attempt did not end it: ${oneLine(problem, 400)}`]),
    `It waits for translations of ${counted(segments, "segment")}; nothing is written before it has all. Translate these, and call again with \`translations\`: for each its segment and text. Keep every ⟦1⟧ once, write one line, use the terms.`,
  ].join("\n");
  let page = "";
  const { blocks, more } = await listWithin<Item>({
    subject: ["translate_space", names.translationId],
    cursor,
    tokens: answerTokens - estimateTokens(heading) - fenceTokens - noteTokens,
    async read(from, limit) {
      const asked = { ...names, segments: Math.min(limit, 100), ...(from === undefined ? {} : { page: from }) };
      const { work } = await client.translations.get(asked, { signal });
      return { items: work?.items ?? [], ...(work?.next === undefined ? {} : { next: work.next }) };
    },
    present(item) {
      const head = item.page.id === page ? "" : `Page ${oneLine(item.page.title)} (${item.page.id}):\n`;
      page = item.page.id;
      const terms = Object.entries(item.terms).map(([term, wanted]) => `${term} = ${wanted}`);
      const notes = [
        ...(terms.length === 0 ? [] : [`terms: ${terms.join(", ")}`]),
        ...(item.problem === undefined ? [] : [`refused before: ${item.problem}`]),
      ];
      const kind = item.kind === undefined ? "" : ` (${oneLine(item.kind, 40)})`;
      return `${head}- ${item.id}${kind}: ${item.text}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
    },
  });
  return [heading, fence(blocks.join("\n")), ...(more === undefined ? [] : [more])].join("\n");
}
