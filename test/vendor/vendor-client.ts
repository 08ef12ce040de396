import { GitBookAPI, GitBookAPIError } from "@gitbook/api";
import { GitBookAPI as OlderGitBookAPI, GitBookAPIError as OlderGitBookAPIError } from "@gitbook/api-0.146.0";
import type { ChangeRequest } from "../../src/contract/models/change-request.ts";
import type { Comment, CommentReply } from "../../src/contract/models/comment.ts";
import type {
  Conversation,
  ConversationIssueRecord,
  ConversationTranscript,
  IssueCluster,
} from "../../src/contract/models/conversation.ts";
import type { OpenAPISpec, OpenAPISpecContent } from "../../src/contract/models/openapi-spec.ts";
import type { Organization } from "../../src/contract/models/organization.ts";
import type { Page, PageSummary } from "../../src/contract/models/page.ts";
import type { Member, MemberSpace, MemberTeam, Team, TeamMember } from "../../src/contract/models/people.ts";
import type { RequestedReviewer, Review } from "../../src/contract/models/review.ts";
import type { Revision } from "../../src/contract/models/revision.ts";
import type { SpaceResult } from "../../src/contract/models/search.ts";
import type { SemanticChanges } from "../../src/contract/models/semantic-change.ts";
import type { Space } from "../../src/contract/models/space.ts";
import type { Translation } from "../../src/contract/models/translation.ts";
import type { ChangeRequestContributor, User } from "../../src/contract/models/user.ts";
import type { Version } from "./description.ts";

type Answer<Data> = Promise<{ readonly data: Data; readonly status: number }>;

type Query = Readonly<Record<string, string | number | boolean>>;

/** The parts of the vendor's client used here; its own declarations do not resolve under Node's module rules. */
export interface VendorClient {
  readonly user: { getAuthenticatedUser(): Answer<User> };
  readonly orgs: {
    listOrganizationsForAuthenticatedUser(): Answer<List<Organization>>;
    getOrganizationById(organization: string): Answer<Organization>;
    listMembersInOrganizationById(organization: string, query?: Query): Answer<List<Member>>;
    getMemberInOrganizationById(organization: string, user: string): Answer<Member>;
    updateMemberInOrganizationById(organization: string, user: string, body: object): Answer<Member>;
    removeMemberFromOrganizationById(organization: string, user: string): Answer<null>;
    updateOrganizationMemberLastSeenAt(organization: string): Answer<object>;
    setUserAsSsoMemberForOrganization(organization: string, user: string): Answer<Member>;
    listSpacesForOrganizationMember(organization: string, user: string, query?: Query): Answer<List<MemberSpace>>;
    listTeamsForOrganizationMember(organization: string, user: string, query?: Query): Answer<List<MemberTeam>>;
    listTeamsInOrganizationById(organization: string, query?: Query): Answer<List<Team>>;
    createOrganizationTeam(organization: string, body: object): Answer<Team>;
    getTeamInOrganizationById(organization: string, team: string): Answer<Team>;
    updateTeamInOrganizationById(organization: string, team: string, body: object): Answer<Team>;
    removeTeamFromOrganizationById(organization: string, team: string): Answer<null>;
    listTeamMembersInOrganizationById(organization: string, team: string, query?: Query): Answer<List<TeamMember>>;
    updateMembersInOrganizationTeam(organization: string, team: string, body: object): Answer<null>;
    addMemberToOrganizationTeamById(organization: string, team: string, user: string, body: object): Answer<null>;
    deleteMemberFromOrganizationTeamById(organization: string, team: string, user: string): Answer<null>;
    listSpacesInOrganizationById(organization: string, query?: Query): Answer<List<Space>>;
    createSpace(organization: string, body: object): Answer<Space>;
    searchOrganizationContent(organization: string, query: Query): Answer<List<SpaceResult>>;
    createOpenApiSpec(organization: string, body: object): Answer<OpenAPISpec>;
    getOpenApiSpecBySlug(organization: string, slug: string): Answer<OpenAPISpec>;
    getLatestOpenApiSpecVersionContent(organization: string, slug: string): Answer<OpenAPISpecContent>;
    deleteOpenApiSpecBySlug(organization: string, slug: string): Answer<null>;
    listChangeRequestsForOrganization(organization: string, query?: Query): Answer<List<ChangeRequest>>;
    ingestConversation(organization: string, conversations: object): Answer<null>;
    listConversations(organization: string, query?: Query): Answer<List<Conversation>>;
    getConversationById(organization: string, conversation: string): Answer<ConversationTranscript>;
    listConversationsIssues(organization: string, query?: Query): Answer<List<ConversationIssueRecord>>;
    getConversationIssueById(organization: string, issue: string): Answer<ConversationIssueRecord>;
    listConversationsIssuesClusters(organization: string, query?: Query): Answer<List<IssueCluster>>;
    getConversationsIssuesCluster(organization: string, cluster: string): Answer<IssueCluster>;
    createTranslation(organization: string, body: object): Answer<Translation>;
    runTranslation(organization: string, translation: string): Answer<null>;
    getTranslation(organization: string, translation: string): Answer<Translation>;
    listTranslations(organization: string): Answer<List<Translation>>;
    updateGlossaryEntries(organization: string, body: object): Answer<null>;
  };
  readonly spaces: {
    getSpaceById(space: string): Answer<Space>;
    updateSpaceById(space: string, body: object): Answer<Space>;
    deleteSpaceById(space: string): Answer<null>;
    createChangeRequest(space: string, body: object): Answer<ChangeRequest>;
    updateChangeRequestById(space: string, changeRequest: string, body: object): Answer<ChangeRequest>;
    getPageInChangeRequestById(space: string, changeRequest: string, page: string, query: Query): Answer<Page>;
    getPageInChangeRequestByPath(space: string, changeRequest: string, path: string, query: Query): Answer<Page>;
    getChangeRequestChanges(space: string, changeRequest: string): Answer<SemanticChanges>;
    mergeChangeRequest(space: string, changeRequest: string): Answer<{ result: string; revision: string }>;
    searchSpaceContent(space: string, query: Query): Answer<List<SpaceResult["pages"][number]>>;
    listPages(space: string): Answer<{ pages: PageSummary[] }>;
    getPageById(space: string, page: string, query: Query): Answer<Page>;
    getPageByPath(space: string, path: string, query: Query): Answer<Page>;
    getCurrentRevision(space: string): Answer<Revision>;
    postCommentInSpace(space: string, body: object): Answer<Comment>;
    getCommentInSpace(space: string, comment: string, query?: Query): Answer<Comment>;
    listCommentsInSpace(space: string, query?: Query): Answer<List<Comment>>;
    updateCommentInSpace(space: string, comment: string, body: object): Answer<Comment>;
    deleteCommentInSpace(space: string, comment: string): Answer<null>;
    postCommentReplyInSpace(space: string, comment: string, body: object): Answer<CommentReply>;
    listCommentersInSpace(space: string): Answer<List<Member>>;
    postCommentInChangeRequest(space: string, changeRequest: string, body: object): Answer<Comment>;
    listCommentsInChangeRequest(space: string, changeRequest: string, query?: Query): Answer<List<Comment>>;
    listCommentRepliesInChangeRequest(
      space: string,
      changeRequest: string,
      comment: string,
      query?: Query,
    ): Answer<List<CommentReply>>;
    postCommentReplyInChangeRequest(
      space: string,
      changeRequest: string,
      comment: string,
      body: object,
    ): Answer<CommentReply>;
    updateCommentInChangeRequest(space: string, changeRequest: string, comment: string, body: object): Answer<Comment>;
    duplicateSpace(space: string): Answer<Space>;
    requestReviewersForChangeRequest(
      space: string,
      changeRequest: string,
      body: object,
    ): Answer<{ users?: readonly RequestedReviewer[] }>;
    getRequestedReviewersByChangeRequestId(space: string, changeRequest: string): Answer<List<RequestedReviewer>>;
    submitChangeRequestReview(space: string, changeRequest: string, body: object): Answer<Review>;
    getReviewsByChangeRequestId(space: string, changeRequest: string): Answer<List<Review>>;
    getContributorsByChangeRequestId(space: string, changeRequest: string): Answer<List<ChangeRequestContributor>>;
  };
  /** For operations without a method. */
  request<Data>(request: {
    readonly path: string;
    readonly method: string;
    readonly body?: unknown;
    readonly query?: Query;
    readonly type?: "application/json";
    readonly format?: "json";
    readonly secure: true;
  }): Answer<Data>;
}

interface List<Item> {
  readonly items: readonly Item[];
  readonly next?: { readonly page: string };
  readonly count?: number;
}

interface VendorError extends Error {
  readonly code: number;
  readonly errorMessage: string;
}

interface Constructors {
  readonly client: new (options: { endpoint: string; authToken: string }) => unknown;
  readonly error: abstract new (...parts: never[]) => VendorError;
}

const constructors: Readonly<Record<Version, Constructors>> = {
  "0.202.0": { client: GitBookAPI, error: GitBookAPIError },
  "0.146.0": { client: OlderGitBookAPI, error: OlderGitBookAPIError },
};

export function vendorClient(version: Version, endpoint: string, authToken: string): VendorClient {
  return new constructors[version].client({ endpoint, authToken }) as VendorClient;
}

/** The status and message of the client's own error, with which a call must reject. */
export async function vendorError(
  version: Version,
  call: Promise<unknown>,
): Promise<{ code: number; message: string }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof constructors[version].error)) throw error;
    return { code: error.code, message: error.errorMessage };
  }
  throw new Error("the call did not reject");
}
