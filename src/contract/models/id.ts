import { z } from "zod";

export const Id = z.string().regex(/^[a-zA-Z0-9_-]+$/, "an id has only letters, digits, dashes and underscores");

export const OrganizationId = Id.describe("Organization");

export const CollectionId = Id.describe("Collection");

export const SpaceId = Id.describe("Space");

export const RevisionId = Id.describe("Revision");

export const PageId = Id.describe("Page");

export const FileId = Id.describe("File");

export const UserId = Id.describe("User");

export const TeamId = Id.describe("Team");

export const InviteId = Id.describe("Invite link; anyone who has the id can join with it");

export const SamlProviderId = Id.describe("SAML provider");

export const InstallationId = Id.describe("Installation of the integration");

export const IntegrationEventId = Id.describe("Event of the integration");

export const SiteId = Id.describe("Site");

export const CommentId = Id.describe("Comment");

export const CommentReplyId = Id.describe("Reply to the comment");

export const ReviewId = Id.describe("Review");

export const ReusableContentId = Id.describe("Reusable content");

/** Assigned by the system that the conversation comes from, in any format. */
export const ConversationId = z.string().min(1).max(255).describe("Conversation");

export const ConversationIssueId = Id.describe("Issue found in a conversation");

export const IssueClusterId = Id.describe("Cluster of issues");

export const OpenAPIVersionId = Id.describe("Version of the specification");

export const TranslationId = Id.describe("Translation");

/** A change request's id, or its number within the space. */
export const ChangeRequestId = Id.describe("Change request, by id or by its number in the space");

export const SiteSpaceId = Id.describe("Site space: a space's place in a site, not the space itself");

export const SiteSectionId = Id.describe("Section of the site");

export const SiteSectionGroupId = Id.describe("Group of the site's sections");

export const SiteRedirectId = Id.describe("Redirect of the site");

export const ShareLinkId = Id.describe("Share link of the site");

export const ImportRunId = Id.describe("Import run");

/** An address that is safe to open in a browser: no `javascript:` or `data:`. */
export const WebUrl = z.url({ protocol: /^https?$/ }).max(2048);
