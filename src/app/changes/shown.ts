import type { ContentName } from "../../contract/app-addresses.ts";
import type { AppRequest } from "../app-request.ts";
import { skipIn } from "../difference/show-difference.ts";

/** How a change can be shown. */
export const showings = ["unified", "split", "markdown"] as const;

export type Showing = (typeof showings)[number];

/** What the address of a change request asks to see of its change. */
export interface Shown {
  readonly showing: Showing;
  /** Id of the only page to show. */
  readonly page: string | undefined;
  /** Changes of the page, or lines of its Markdown, that are left out at the beginning. */
  readonly skip: number;
}

export const shownIn = ({ query }: AppRequest): Shown => ({
  showing: showings.find((known) => known === query.get("show")) ?? "unified",
  page: query.get("page") ?? undefined,
  skip: skipIn(query),
});

/** The address of this view of a change request; `done` is the code of a message to show there. */
export const viewHref = (
  request: AppRequest,
  name: ContentName,
  { showing, page, skip = 0 }: Omit<Shown, "skip"> & Partial<Shown> = shownIn(request),
  done?: string,
): string =>
  request.href(
    { kind: "content", ...name },
    {
      show: showing === "unified" ? undefined : showing,
      page,
      skip: skip === 0 ? undefined : String(skip),
      done,
    },
  );
