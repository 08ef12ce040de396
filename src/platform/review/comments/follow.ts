import { WordBag } from "../../../markdown/text/words.ts";
import { diffLineArrays, type Hunk } from "../../../markdown/versions/diff.ts";
import type { ContentSubscriber } from "../../content/commit.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { keys, type PageRecord, parsePage } from "../../content/records.ts";
import { revisionContent } from "../../content/space-content.ts";
import type { Context } from "../../kernel/context.ts";
import { findCommentTracking, putCommentTracking } from "./comment-tracking-rows.ts";
import { listTargets, updateComment } from "./rows.ts";
import { type BlockPassage, type LinePassage, type Passage, pagePassages, tableColumns, tableRows } from "./target.ts";

/** Number of pages whose comments are looked up in one query. */
const batch = 200;

type Target = Awaited<ReturnType<typeof listTargets>>[number];

type Found = Pick<Target, "node" | "cell_record" | "cell_definition">;

/** A page before and after a change of content. */
interface PageChange {
  readonly before: PageRecord | undefined;
  readonly after: PageRecord | undefined;
}

/**
 * Updates the comments of a content for a newer revision: finds each commented block again or, if it is
 * gone, records the last revision that had it. Pages without comments cost nothing.
 */
export async function followComments(
  context: Context,
  content: { readonly id: string; readonly space: string },
  revision: string,
): Promise<void> {
  const { queries } = context;
  const known = await findCommentTracking(queries, content.id);
  if (known === undefined || known.revision === revision) return;
  const before = await revisionContent(context, content.space, known.revision);
  const after = await revisionContent(context, content.space, revision);
  const changes = new Map<string, PageChange>();
  for (const difference of await before.diff(after, keys.pages)) {
    const change = { before: parsePage(difference.before), after: parsePage(difference.after) };
    changes.set(difference.key.slice(keys.pages.length), change);
  }
  const pages = [...changes.keys()];
  for (let start = 0; start < pages.length; start += batch) {
    const targets = await listTargets(queries, content.id, pages.slice(start, start + batch));
    const finders = new Map<string, TargetFinder>();
    for (const target of targets) {
      const page = target.page ?? "";
      const change = changes.get(page);
      const finder =
        finders.get(page) ??
        new TargetFinder(
          context,
          content.space,
          { map: before, page: change?.before },
          { map: after, page: change?.after },
        );
      finders.set(page, finder);
      await follow(context, target, finder, known.revision);
    }
  }
  await putCommentTracking(queries, content.id, revision);
}

/** Keeps comments attached when content changes. */
export const commentSubscriber: ContentSubscriber = {
  async changed(context, { space, changeRequest, revision }) {
    await followComments(context, { id: (changeRequest ?? space).id, space: space.id }, revision);
  },
};

async function follow(context: Context, target: Target, finder: TargetFinder, earlier: string): Promise<void> {
  const found = await finder.find(target);
  if (found === undefined) {
    if (target.lost_revision === null) await updateComment(context.queries, target.id, { lost_revision: earlier });
    return;
  }
  const { node, cell_record, cell_definition, lost_revision } = target;
  const same = found.node === node && found.cell_record === cell_record && found.cell_definition === cell_definition;
  if (!same || lost_revision !== null) {
    await updateComment(context.queries, target.id, { ...found, lost_revision: null });
  }
}

interface Side {
  readonly map: StoredMap;
  readonly page: PageRecord | undefined;
}

/**
 * Matches passages of one version with a later one: unchanged ones by position, moved ones by text, and edited ones by
 * similarity, first at the same position and then anywhere.
 */
export class Counterparts {
  readonly #before: readonly Passage[];
  readonly #after: readonly Passage[];
  readonly #hunks: readonly Hunk[];
  readonly #edited = new Map<Hunk, ReadonlyMap<number, number>>();
  #fresh: readonly number[] | undefined;

  constructor(before: readonly Passage[], after: readonly Passage[]) {
    this.#before = before;
    this.#after = after;
    this.#hunks = diffLineArrays(before.map(signature), after.map(signature));
  }

  /** The index in the later version; undefined if the passage is gone. */
  of(index: number): number | undefined {
    const next = this.#hunks.findIndex(({ beforeEnd }) => beforeEnd > index);
    const hunk = this.#hunks[next];
    if (hunk === undefined || hunk.beforeStart > index) {
      const last = next < 0 ? this.#hunks.at(-1) : this.#hunks[next - 1];
      return index + (last === undefined ? 0 : last.afterEnd - last.beforeEnd);
    }
    return this.#moved(index) ?? this.#pairsIn(hunk).get(index) ?? this.#movedAndEdited(index);
  }

  #moved(index: number): number | undefined {
    const subject = this.#before[index];
    if (subject === undefined) return undefined;
    const same = this.#freshPassages().filter((at) => signature(this.#after[at]) === signature(subject));
    return same.sort((one, other) => Math.abs(one - index) - Math.abs(other - index))[0];
  }

  /** The best pairs within a hunk, each passage in at most one. */
  #pairsIn(hunk: Hunk): ReadonlyMap<number, number> {
    const known = this.#edited.get(hunk);
    if (known !== undefined) return known;
    const from = range(hunk.beforeStart, hunk.beforeEnd);
    const to = range(hunk.afterStart, hunk.afterEnd);
    const pairs = new Map<number, number>();
    this.#edited.set(hunk, pairs);
    if (from.length * to.length > maxPairs) return pairs;
    const scored = from.flatMap((left) => this.#similarities(left, to).map(({ at, score }) => ({ left, at, score })));
    const taken = new Set<number>();
    for (const { left, at, score } of scored.sort((one, other) => other.score - one.score)) {
      if (score < minSimilarity.inPlace || pairs.has(left) || taken.has(at)) continue;
      pairs.set(left, at);
      taken.add(at);
    }
    return pairs;
  }

  #movedAndEdited(index: number): number | undefined {
    const taken = new Set([...this.#edited.values()].flatMap((pairs) => [...pairs.values()]));
    const free = this.#freshPassages().filter((at) => !taken.has(at));
    if (free.length > maxPairs) return undefined;
    const [best] = this.#similarities(index, free).sort((one, other) => other.score - one.score);
    return best !== undefined && best.score >= minSimilarity.elsewhere ? best.at : undefined;
  }

  #similarities(index: number, candidates: readonly number[]): { at: number; score: number }[] {
    const subject = this.#before[index];
    if (subject === undefined || candidates.length === 0) return [];
    const words = new WordBag(subject.text);
    return candidates.flatMap((at) => {
      const candidate = this.#after[at];
      if (candidate === undefined) return [];
      const similarity = candidate.text === subject.text ? 1 : words.similarity(candidate.text);
      return [{ at, score: similarity * (candidate.kind === subject.kind ? 1 : otherKind) }];
    });
  }

  /** Passages that the earlier version does not have at that position. */
  #freshPassages(): readonly number[] {
    this.#fresh ??= this.#hunks.flatMap(({ afterStart, afterEnd }) => range(afterStart, afterEnd));
    return this.#fresh;
  }
}

/** Finds the targets on one page in its later version. Reads the versions when first needed. */
class TargetFinder {
  readonly #context: Context;
  readonly #space: string;
  readonly #sides: readonly [Side, Side];
  #passages: Promise<readonly [BlockPassage[], BlockPassage[]]> | undefined;
  #blocks: Counterparts | undefined;

  constructor(context: Context, space: string, before: Side, after: Side) {
    this.#context = context;
    this.#space = space;
    this.#sides = [before, after];
  }

  /** A lost target only comes back unchanged, because the page may be a different one by now. */
  async find(target: Target): Promise<Found | undefined> {
    const [, { page }] = this.#sides;
    if (page === undefined) return undefined;
    const { node, cell_record, cell_definition, lost_revision } = target;
    if (node === null) return { node, cell_record, cell_definition };
    const [before, after] = await this.#read();
    if (lost_revision !== null) {
      return after.some(({ key }) => key === node) ? { node, cell_record, cell_definition } : undefined;
    }
    const index = before.findIndex(({ key }) => key === node);
    if (index < 0) return undefined;
    this.#blocks ??= new Counterparts(before, after);
    const found = after[this.#blocks.of(index) ?? -1];
    if (found === undefined) return undefined;
    if (cell_record === null || cell_definition === null) return { node: found.key, cell_record, cell_definition };
    const was = before[index]?.block;
    if (was === undefined || found.kind !== "table") return undefined;
    const record = counterpartId(tableRows(was), tableRows(found.block), cell_record);
    const definition = counterpartId(tableColumns(was), tableColumns(found.block), cell_definition);
    if (record === undefined || definition === undefined) return undefined;
    return { node: found.key, cell_record: record, cell_definition: definition };
  }

  #read(): Promise<readonly [BlockPassage[], BlockPassage[]]> {
    const read = async ({ map, page }: Side) =>
      page === undefined ? [] : pagePassages(this.#context.content, map, page, this.#space);
    const [before, after] = this.#sides;
    this.#passages ??= Promise.all([read(before), read(after)]);
    return this.#passages;
  }
}

function counterpartId(before: readonly LinePassage[], after: readonly LinePassage[], id: string): string | undefined {
  const index = before.findIndex((line) => line.id === id);
  return index < 0 ? undefined : after[new Counterparts(before, after).of(index) ?? -1]?.id;
}

/** Less similar texts are not versions of the same passage. A passage that also moved must be more similar. */
const minSimilarity = { inPlace: 0.4, elsewhere: 0.7 };

/** A passage of a different kind must be more similar by this amount. */
const otherKind = 0.6;

/** Text pairs compared per hunk, and per passage that may have moved. */
const maxPairs = 4_000;

const signature = (passage: Passage | undefined) => `${passage?.kind}\n${passage?.text}`;

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index);
