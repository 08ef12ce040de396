import { paginate } from "../client/paginate.ts";
import type { ChangeRequest } from "../contract/models/change-request.ts";
import { oneLine } from "../present/wording.ts";
import type { ToolContext } from "./context.ts";
import { listOrganizations } from "./spaces.ts";

/** A candidate for what a person has typed so far. */
export interface Named {
  readonly id: string;
  readonly title: string;
  /** Other texts that match it, such as its number. */
  readonly also?: readonly string[];
}

/** The answer to `completion/complete`. */
export interface Completion {
  readonly values: string[];
  readonly total: number;
  readonly hasMore: boolean;
}

export const noCompletion: Completion = { values: [], total: 0, hasMore: false };

/** The protocol's limit. */
const maxValues = 100;

const maxTypedChars = 200;

type Fits = (text: string, typed: string) => boolean;

const exactOrPrefix: readonly Fits[] = [(text, typed) => text === typed, (text, typed) => text.startsWith(typed)];

/** How well a text matches the input, best first. */
const fits: readonly Fits[] = [
  ...exactOrPrefix,
  (text, typed) => text.includes(` ${typed}`),
  (text, typed) => text.includes(typed),
];

/**
 * The values of the candidates that match the input, best first and otherwise in the given order. A value that
 * several candidates have is returned once.
 */
export function complete<Found extends Named>(
  typed: string,
  candidates: readonly Found[],
  valueFor: (candidate: Found) => string,
): Completion {
  const wanted = fold(typed);
  const ranks = fits.map((): string[] => []);
  for (const candidate of candidates) {
    const texts = [candidate.title, ...(candidate.also ?? [])].map(fold);
    const id = fold(candidate.id);
    // Letters within an id are meaningless.
    const rank = fits.findIndex(
      (matches) =>
        texts.some((text) => matches(text, wanted)) || (exactOrPrefix.includes(matches) && matches(id, wanted)),
    );
    ranks[rank]?.push(valueFor(candidate));
  }
  const values = [...new Set(ranks.flat())];
  return { values: values.slice(0, maxValues), total: values.length, hasMore: values.length > maxValues };
}

/**
 * The value that people recognize each candidate by: its title if that is unique and can be
 * displayed as is, otherwise its id.
 */
export function titleOrId(candidates: readonly Named[]): (candidate: Named) => string {
  const count = new Map<string, number>();
  for (const { id, title } of candidates) {
    for (const name of new Set([fold(title), fold(id)])) count.set(name, (count.get(name) ?? 0) + 1);
  }
  return ({ id, title }) => (title !== "" && title === oneLine(title) && count.get(fold(title)) === 1 ? title : id);
}

/** Normalizes accents, white space and case. */
const fold = (text: string) => text.slice(0, maxTypedChars).normalize().replace(/\s+/g, " ").trim().toLowerCase();

export type CandidateContext = Pick<ToolContext, "client" | "signal">;

/** The most read for one name, so that large organizations stay fast; others can be named by id. */
const maxCandidates = 1000;

export interface NamedIn extends Named {
  readonly organization: string;
}

/** The organizations the caller may read. */
export const organizations = (context: CandidateContext): Promise<readonly Named[]> =>
  listOrganizations(undefined, context);

/** The spaces of every organization the caller may read. */
export async function spaces(context: CandidateContext): Promise<readonly NamedIn[]> {
  const { client, signal } = context;
  return collect(context, undefined, async function* (organization) {
    const query = { organizationId: organization, limit: 100 };
    for await (const { id, title } of paginate(client.spaces.list, query, { signal }))
      yield { id, title, organization };
  });
}

export interface NamedChangeRequest extends Named {
  readonly number: number;
  readonly space: string;
}

/** The open and draft change requests of one space, or of every organization; others can be named by number. */
export async function changeRequests(
  spaceId: string | undefined,
  context: CandidateContext,
): Promise<readonly NamedChangeRequest[]> {
  const { client, signal } = context;
  const statuses = ["open", "draft"] as const;
  if (spaceId === undefined) {
    return collect(context, undefined, async function* (organizationId) {
      for (const status of statuses) {
        const query = { organizationId, status: [status], limit: 100 };
        for await (const one of paginate(client.changeRequests.listInOrganization, query, { signal })) yield named(one);
      }
    });
  }
  return take(
    (async function* () {
      for (const status of statuses) {
        const query = { spaceId, status, limit: 100 };
        for await (const one of paginate(client.changeRequests.listInSpace, query, { signal })) yield named(one);
      }
    })(),
  );
}

const named = ({ id, number, subject, space }: ChangeRequest): NamedChangeRequest => {
  return { id, number, space, title: subject, also: [`${number}`, `#${number}`] };
};

/** The issue clusters of one organization, or of every one. */
export function issueClusters(
  organization: string | undefined,
  context: CandidateContext,
): Promise<readonly NamedIn[]> {
  const { client, signal } = context;
  return collect(context, organization, async function* (organizationId) {
    const query = { organizationId, limit: 100 };
    for await (const { id, label } of paginate(client.issueClusters.list, query, { signal })) {
      yield { id, title: label, organization: organizationId };
    }
  });
}

/** The OpenAPI specifications of every organization; the slug is the title. */
export function openapiSpecs(context: CandidateContext): Promise<readonly NamedIn[]> {
  const { client, signal } = context;
  return collect(context, undefined, async function* (organizationId) {
    const query = { organizationId, limit: 100 };
    for await (const { id, slug } of paginate(client.openapiSpecs.list, query, { signal })) {
      yield { id, title: slug, organization: organizationId };
    }
  });
}

async function collect<Item>(
  context: CandidateContext,
  organization: string | undefined,
  list: (organizationId: string) => AsyncIterable<Item>,
): Promise<Item[]> {
  const all = organization === undefined ? (await organizations(context)).map(({ id }) => id) : [organization];
  return take(
    (async function* () {
      for (const id of all) yield* list(id);
    })(),
  );
}

async function take<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) {
    if (taken.push(item) >= maxCandidates) break;
  }
  return taken;
}
