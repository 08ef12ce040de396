import type { Contract } from "../../contract/index.ts";
import { agentInstructions } from "./agent-instructions.ts";
import { changeRequestContent } from "./change-request-content.ts";
import { changeRequests } from "./change-requests.ts";
import { files } from "./files.ts";
import type { Handlers } from "./handler.ts";
import { organizations } from "./organizations.ts";
import { pages } from "./pages.ts";
import { revisions } from "./revisions.ts";
import { search } from "./search.ts";
import { spaces } from "./spaces.ts";
import { users } from "./users.ts";

/** What the platform does for each operation of the contract. */
export const handlers: { readonly [Group in keyof Contract]: Handlers<Group> } = {
  users,
  organizations,
  agentInstructions,
  spaces,
  search,
  revisions,
  pages,
  files,
  changeRequests,
  changeRequestContent,
};
