import { z } from "zod";
import { isRecord } from "../../../client/json.ts";
import { LinkRecord, ResolvedReference } from "../../../contract/models/link.ts";
import type { AnyOperation, Fields } from "../../../contract/operation.ts";
import { ToolError } from "../../../present/tool-error.ts";
import { counted } from "../../../present/wording.ts";
import type { Arguments, ToolContext } from "../../../resolve/context.ts";
import { type LinkKind, linkKinds } from "./link-texts.ts";
import { isSameModel, itemModel, unwrapped } from "./result-form.ts";

const listsLinks = ({ returns }: AnyOperation): boolean => isSameModel(unwrapped(itemModel(returns)), LinkRecord);

/** The model of a location is a union, which has no copies. */
const listsLinkLocations = ({ returns }: AnyOperation): boolean => unwrapped(itemModel(returns)) === ResolvedReference;

const kind = z.enum(linkKinds).optional().describe("Only broken links, to this kind of thing");

/** What a caller may request of a list of links besides the operation's own arguments. */
export const linkFields = (operation: AnyOperation): Fields => (listsLinks(operation) ? { kind } : {});

interface LinkQuery {
  /** The arguments for the service. */
  readonly sent: Arguments;
  readonly kind: LinkKind | undefined;
}

/** Separates the arguments for the service from those that select from its response. Only broken links have a kind. */
export function splitLinkQuery(operation: AnyOperation, args: Arguments): LinkQuery {
  if (!listsLinks(operation) || args.kind === undefined) return { sent: args, kind: undefined };
  const { kind: wanted, ...sent } = args;
  if (sent.status !== undefined && sent.status !== "broken")
    throw new ToolError('`kind` is known for broken links only: send "status": "broken", or leave `kind` out.');
  return { sent: { limit: 1000, ...sent, status: "broken" }, kind: wanted as LinkKind };
}

interface PresentedLinks {
  readonly value: Readonly<Record<string, unknown>>;
  readonly note: string;
  /** Whether nothing remains of the service's response. */
  readonly replaced: boolean;
}

/** A list of links or of locations of links as their pages have them; undefined for anything else. */
export async function presentLinks(
  operation: AnyOperation,
  result: unknown,
  { value, args, kind: wanted }: { value: unknown; args: Arguments; kind: LinkKind | undefined },
  context: ToolContext,
): Promise<PresentedLinks | undefined> {
  const { spaceId } = args;
  if (!isRecord(result) || !isRecord(value) || !Array.isArray(result.items) || typeof spaceId !== "string")
    return undefined;
  if (listsLinkLocations(operation)) {
    const { readBacklinks } = await import("./backlinks.ts");
    const found = await readBacklinks(result.items as ResolvedReference[], args, context);
    if (found === undefined) return undefined;
    const { count, ...rest } = value;
    const sentences = typeof count === "number" ? [`${counted(count, "section")} with links to it in all.`] : [];
    return { value: { ...rest, items: found.items }, note: lines(sentences, found.note), replaced: true };
  }
  if (!listsLinks(operation)) return undefined;
  const { readBrokenLinks } = await import("./broken-links.ts");
  const { links, note } = await readBrokenLinks(result.items as LinkRecord[], spaceId, context, wanted);
  const shown = value.items as unknown[];
  const items = wanted === undefined ? shown.map((item, at) => links.get(at) ?? item) : [...links.values()];
  const { count, stats, ...rest } = value;
  const broken = wanted === undefined ? undefined : { kind: wanted, of: links.size };
  return {
    value: { ...rest, items },
    note: lines(totals(count, stats, broken), note),
    replaced: links.size === items.length,
  };
}

const lines = (sentences: readonly string[], note: string): string =>
  [...sentences, note].map((line) => (line === "" ? "" : `\n${line}`)).join("");

/** The numbers of a list in words: there are fewer targets than links. */
function totals(count: unknown, stats: unknown, broken: { kind: LinkKind; of: number } | undefined): string[] {
  const sentences: string[] = [];
  if (broken !== undefined) sentences.push(`${counted(broken.of, "broken target")} of kind ${broken.kind}.`);
  else if (typeof count === "number")
    sentences.push(`${counted(count, "target")} in the whole list, each with its places.`);
  if (isRecord(stats)) {
    const [what, total, dead] = isRecord(stats.references)
      ? ["links", stats.references.total, stats.references.broken]
      : ["targets", stats.total, isRecord(stats.broken) ? stats.broken.total : undefined];
    if (typeof total === "number" && typeof dead === "number") {
      sentences.push(`Of all ${total.toLocaleString("en")} ${what} here, ${dead.toLocaleString("en")} are broken.`);
    }
  }
  return sentences.length === 0 ? [] : [sentences.join(" ")];
}
