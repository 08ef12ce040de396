import type { CallOptions } from "./call.ts";
import { UnexpectedResponseError } from "./errors.ts";
import { isRecord } from "./json.ts";

/** A filtered list can have empty pages; a service that returns only those would block a call forever. */
const maxEmptyPages = 100;

/** The response of every list operation. */
export interface ListAnswer<Item> {
  readonly next?: { readonly page: string } | null | undefined;
  readonly items: readonly Item[];
}

/**
 * The items of a list operation over all its pages, each requested when first needed: `for await (const space
 * of paginate(client.spaces.list, { organizationId }))`. `limit` sets the items per request, `page` where to begin;
 * a deadline applies to each request. Throws what the call throws, and UnexpectedResponseError if a cursor repeats or
 * page after page is empty.
 */
export async function* paginate<Input extends { page?: string | undefined }, Item>(
  call: (input: Input, options?: CallOptions) => Promise<ListAnswer<Item>>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  let empty = 0;
  for (let page = input.page; ; ) {
    if (page !== undefined) seen.add(page);
    const response = await call(page === undefined ? input : { ...input, page }, options);
    if (!Array.isArray(response.items)) throw broken("The service returned a list without `items`");
    yield* response.items as readonly Item[];
    empty = response.items.length === 0 ? empty + 1 : 0;
    const next: unknown = response.next ?? undefined;
    if (next !== undefined && !isRecord(next)) throw broken("The service returned a `next` that is not an object");
    page = response.next?.page;
    if (page === undefined || page === null || page === "") return;
    if (typeof page !== "string") throw broken("The service returned a cursor that is not a string");
    if (seen.has(page)) throw broken("The service returned the same cursor twice, so the list has no end");
    if (empty === maxEmptyPages) throw broken(`The service returned ${maxEmptyPages} empty pages in a row`);
  }
}

function broken(what: string): UnexpectedResponseError {
  const circumstances = { operation: undefined, host: undefined, write: "none", attempts: 1 } as const;
  return new UnexpectedResponseError(what, { status: undefined, advice: "Report it to the service." }, circumstances);
}
