import type { PageResult } from "../../contract/models/search.ts";

type Section = NonNullable<PageResult["sections"]>[number];

/** A passage that a search found, with what matched between `**`. Places that are none in it are passed over. */
export function withHighlights({ body, highlights = [] }: Pick<Section, "body" | "highlights">): string {
  let marked = "";
  let done = 0;
  for (const { start, end } of highlights) {
    if (!(start >= done && start < end && end <= body.length)) continue;
    marked += `${body.slice(done, start)}**${body.slice(start, end)}**`;
    done = end;
  }
  return marked + body.slice(done);
}
