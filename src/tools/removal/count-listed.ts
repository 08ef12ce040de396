import { isRecord } from "../../client/json.ts";
import { loadOperation } from "../../contract/load.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import type { Arguments } from "../arguments.ts";
import { caller } from "../operation-caller.ts";
import { operationNamed } from "../operation-index.ts";
import type { Part } from "../organization/part.ts";
import { flattenTree } from "../resolve/page-index.ts";
import type { ToolContext } from "../tool.ts";
import { readTold } from "./read-told.ts";

/** Requests for one list. */
const mostReads = 5;

export interface Counted {
  readonly count: number;
  /** There are more than were counted. */
  readonly isCut: boolean;
}

/** How many items a list has, whose operation takes the path parameters given. */
export async function countListed(id: string, given: Arguments, context: ToolContext): Promise<Part<Counted>> {
  const summary = operationNamed(id);
  if (summary === undefined) throw new Error(`there is no operation ${id}`);
  const entry = await loadOperation(summary);
  const names = Object.fromEntries(Object.keys(entry.operation.params).map((name) => [name, given[name]]));
  const call = caller(entry, context);
  const limit = "limit" in entry.operation.query ? { limit: 1000 } : {};
  let count = 0;
  let page: string | undefined;
  for (let reads = 1; ; reads += 1) {
    const part = await readTold(call({ ...names, ...limit, ...(page === undefined ? {} : { page }) }));
    if ("refusal" in part) return part;
    const answer = part.found;
    if (!isRecord(answer)) return { refusal: "no list" };
    if (typeof answer.count === "number") return { found: { count: answer.count, isCut: false } };
    // A tree of pages comes whole.
    if (Array.isArray(answer.pages)) {
      return { found: { count: flattenTree(answer.pages as readonly PageSummary[]).length, isCut: false } };
    }
    count += Array.isArray(answer.items) ? answer.items.length : 0;
    page = isRecord(answer.next) && typeof answer.next.page === "string" ? answer.next.page : undefined;
    if (page === undefined || reads === mostReads) return { found: { count, isCut: page !== undefined } };
  }
}
