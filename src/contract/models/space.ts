import { z } from "zod";
import { SpaceMergeRules } from "./merge-rules.ts";
import { Timestamp } from "./paging.ts";
import { DefaultLevel } from "./role.ts";

const languages = [
  ..."en fr de es it pt pt-br ru ja zh zh-tw yue ko ar hi nl pl tr sv no".split(" "),
  ..."da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl".split(" "),
] as const;
export const Language = z.enum(languages);

export const SpaceTitle = z.string().max(50);
export const Emoji = z.string().max(50);
export const EditMode = z.enum(["live", "locked"]).describe("`locked` refuses every edit of the content");

export const Space = z.looseObject({
  object: z.enum(["space"]),
  id: z.string(),
  title: z.string(),
  emoji: z.string(),
  visibility: z.enum(["public", "unlisted", "share-link", "visitor-auth", "in-collection", "private"]),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Timestamp.optional(),
  editMode: EditMode.optional(),
  mergeRules: SpaceMergeRules,
  urls: z.looseObject({
    location: z.string(),
    app: z.string(),
    published: z.string().optional(),
    public: z.string().optional(),
    icon: z.string().optional(),
  }),
  organization: z.string(),
  parent: z.string().optional(),
  language: z.string().optional(),
  gitSync: z.looseObject({}).optional(),
  visitorAuth: z.looseObject({ backend: z.string() }).optional(),
  revision: z.string().describe("The active revision"),
  defaultLevel: DefaultLevel,
  comments: z.number().describe("Open comments"),
  changeRequests: z.number(),
  changeRequestsOpen: z.number(),
  changeRequestsDraft: z.number(),
  permissions: z.object({
    view: z.boolean(),
    access: z.boolean(),
    admin: z.boolean(),
    viewInviteLinks: z.boolean(),
    edit: z.boolean(),
    triggerGitSync: z.boolean(),
    comment: z.boolean(),
    merge: z.boolean(),
    review: z.boolean(),
    installIntegration: z.boolean(),
  }),
});
export type Space = z.infer<typeof Space>;
