import { z } from "zod";

/** Query members of every list operation. */
export const paging = {
  page: z.string().optional().describe("Cursor from the previous response's `next.page`; leave out for the first page"),
  limit: z.int().min(0).max(1000).optional().describe("Items per response, at most 1000; 50 when left out"),
};

export const SortOrder = z.enum(["asc", "desc"]);

/** The envelope of every list response. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    next: z
      .object({ page: z.string().describe("Cursor to pass as `page` for the next page") })
      .optional()
      .describe("Absent on the last page"),
    count: z.number().optional().describe("How many items there are in all"),
    items: z.array(item).describe("The items of this page of the list"),
  });

export const Timestamp = z.iso.datetime({ offset: true });
