import type { Client } from "../../../src/client/client.ts";
import { join, type Person } from "../../platform/review/comments/people.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";

/** A space with one page and one open change request, and two people who may comment on them. */
export interface DiscussedSpace {
  readonly workspace: Workspace;
  readonly client: Client;
  readonly space: SeededSpace;
  readonly page: string;
  readonly draft: { readonly id: string; readonly number: number };
  readonly ana: Person;
  readonly bo: Person;
  /** The answer with the ids of the space, the page and the change request, and those given, as names, and days as DAY. */
  named(answer: string, ids?: Readonly<Record<string, string>>): string;
  close(): Promise<void>;
}

export async function openDiscussedSpace(): Promise<DiscussedSpace> {
  const workspace = await openWorkspace();
  const space = await workspace.makeSpace("Guides", [{ markdown: "# Billing\n\nThe fee is 3 euros.\n" }]);
  const page = space.page("billing");
  const draft = await workspace.openChangeRequest(space.id, [
    { operation: "update_page", page, document: { markdown: "# Billing\n\nThe fee is 4 euros.\n" } },
  ]);
  const known = { guides: space.id, billing1: page, draft1: draft.id };
  return {
    workspace,
    client: workspace.client,
    space,
    page,
    draft,
    ana: await join(workspace, "Ana", "comment"),
    bo: await join(workspace, "Bo", "edit"),
    named: (answer, ids = {}) =>
      Object.entries({ ...known, ...ids })
        .reduce((text, [name, id]) => text.replaceAll(id, name), answer)
        .replaceAll(/\b20\d\d-\d\d-\d\d\b/g, "DAY"),
    close: () => workspace.close(),
  };
}
