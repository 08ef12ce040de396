import type { Contract, ContractEntry } from "../../contract/index.ts";
import type { Context } from "../context.ts";
import { agentInstructions } from "./agent-instructions.ts";
import { changeRequestComments } from "./change-request-comments.ts";
import { changeRequestContent } from "./change-request-content.ts";
import { changeRequests } from "./change-requests.ts";
import { collections } from "./collections.ts";
import { conversationIssues } from "./conversation-issues.ts";
import { conversations } from "./conversations.ts";
import { files } from "./files.ts";
import { git } from "./git.ts";
import { glossary } from "./glossary.ts";
import type { FetchingHandler, Handlers, PreparedHandler, QueueingHandler } from "./handler.ts";
import { imports } from "./imports.ts";
import { issueClusters } from "./issue-clusters.ts";
import { openapiSpecs } from "./openapi-specs.ts";
import { organizations } from "./organizations.ts";
import { pages } from "./pages.ts";
import { reusableContents } from "./reusable-contents.ts";
import { reviews } from "./reviews.ts";
import { revisions } from "./revisions.ts";
import { search } from "./search.ts";
import { spaceComments } from "./space-comments.ts";
import { spacePermissions } from "./space-permissions.ts";
import { spaces } from "./spaces.ts";
import { translations } from "./translations.ts";
import { urls } from "./urls.ts";
import { users } from "./users.ts";

/** What the platform does for each operation of the contract that it implements. */
export const handlers: { readonly [Group in keyof Contract]?: Handlers<Group> } = {
  users,
  urls,
  organizations,
  agentInstructions,
  collections,
  spaces,
  spacePermissions,
  search,
  revisions,
  pages,
  reusableContents,
  files,
  git,
  imports,
  openapiSpecs,
  changeRequests,
  changeRequestContent,
  reviews,
  spaceComments,
  changeRequestComments,
  conversations,
  conversationIssues,
  issueClusters,
  translations,
  glossary,
};

export type AnyInput = Record<string, unknown>;
export type AnyHandler =
  | ((input: AnyInput, context: Context) => Promise<unknown>)
  | FetchingHandler<AnyInput, unknown>
  | PreparedHandler<AnyInput, unknown>
  | QueueingHandler<AnyInput, unknown>;

/** The handler of an operation; undefined when the platform does not implement it. */
export function handlerOf({ group, name }: Pick<ContractEntry, "group" | "name">): AnyHandler | undefined {
  const ofGroup = handlers[group] as Readonly<Record<string, AnyHandler>> | undefined;
  return ofGroup?.[name];
}
