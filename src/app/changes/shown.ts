import type { ContentName } from "../../contract/app-addresses.ts";
import type { AppRequest } from "../app-request.ts";

/** How a change can be shown. */
export const showings = ["unified", "split", "markdown"] as const;

export type Showing = (typeof showings)[number];

/** What the address of a change request asks to see of its change. */
export interface Shown {
  readonly showing: Showing;
  /** Id of the only page to show. */
  readonly page: string | undefined;
}

export const shownIn = ({ query }: AppRequest): Shown => ({
  showing: showings.find((known) => known === query.get("show")) ?? "unified",
  page: query.get("page") ?? undefined,
});

/** The address of this view of a change request; `done` is the code of a message to show there. */
export const addressOf = (
  request: AppRequest,
  name: ContentName,
  { showing, page }: Shown = shownIn(request),
  done?: string,
): string =>
  request.href({ kind: "content", ...name }, { show: showing === "unified" ? undefined : showing, page, done });
