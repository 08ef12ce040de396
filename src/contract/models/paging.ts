import { z } from "zod";

/** Query members of every list operation. */
export const paging = {
  page: z.string().optional().describe("Cursor from the previous answer's `next.page`; leave out for the first page"),
  limit: z.int().min(0).max(1000).optional().describe("Items in one answer, at most 1000; 50 when left out"),
};

/** The envelope of every list answer. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    next: z.object({ page: z.string() }).optional().describe("Absent on the last page"),
    count: z.number().optional().describe("How many items there are in all"),
    items: z.array(item),
  });

export const Timestamp = z.iso.datetime({ offset: true });
export const Urls = z.looseObject({ location: z.string().optional(), app: z.string().optional() });
