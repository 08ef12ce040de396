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
export const SiteId = Id.describe("Site");
export const CommentId = Id.describe("Comment");
/** Names a change request by id, or by its number within the space. */
export const ChangeRequestId = Id.describe("Id of the change request, or its number in the space");
