import { z } from "zod";
import { OrganizationMergeRules } from "./merge-rules.ts";
import { Timestamp } from "./paging.ts";
import { Role } from "./role.ts";

export const Organization = z.looseObject({
  object: z.enum(["organization"]),
  id: z.string(),
  title: z.string(),
  createdAt: Timestamp,
  emailDomains: z.array(z.string()),
  hostname: z.string().optional(),
  type: z.enum(["business", "community"]),
  useCase: z.string().optional(),
  communityType: z.string().optional(),
  defaultRole: Role.nullable(),
  defaultContent: z.looseObject({ type: z.string() }).optional(),
  sso: z.boolean(),
  ai: z.boolean(),
  inviteLinks: z.boolean(),
  plan: z.string(),
  billing: z.looseObject({}).optional(),
  mergeRules: OrganizationMergeRules,
  urls: z.looseObject({ location: z.string(), app: z.string() }),
  trial: z.looseObject({ status: z.string(), count: z.number() }),
  customHostname: z.string().optional(),
  blocked: z.looseObject({ reason: z.string() }).optional(),
  permissions: z.object({
    view: z.boolean(),
    access: z.boolean(),
    admin: z.boolean(),
    ownTeam: z.boolean(),
    createContent: z.boolean(),
    createOpenAPISpec: z.boolean(),
    ingestConversations: z.boolean(),
    viewBilling: z.boolean(),
    listMembers: z.boolean(),
    listTeams: z.boolean(),
    listIntegrations: z.boolean(),
    listInstallations: z.boolean(),
    installIntegration: z.boolean(),
  }),
});
export type Organization = z.infer<typeof Organization>;
