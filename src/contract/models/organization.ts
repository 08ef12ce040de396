import { z } from "zod";
import { briefs } from "../brief.ts";
import { subscription } from "./billing.ts";
import { Id } from "./id.ts";
import { OrganizationMergeRules } from "./merge-rules.ts";
import { Timestamp } from "./paging.ts";
import { MemberRole } from "./role.ts";

export const OrganizationTitle = z.string().min(2).max(255);
/** Where the service publishes an organization: the first label of the host name. */
export const OrganizationHostname = z.string().min(3).max(32);
export const EmailDomain = z
  .string()
  .max(253)
  .regex(/^[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*$/, "a domain has labels of letters, digits and dashes, with dots between")
  .describe("Domain of an e-mail address, such as `example.com`");

/** What members see first. */
export const DefaultContent = z.object({
  type: z.enum(["site"]).describe("Always `site`"),
  site: Id.describe("Which site, by id"),
});
export type DefaultContent = z.infer<typeof DefaultContent>;

const OrganizationPermissions = z.looseObject({
  view: z.boolean().describe("The caller may see it"),
  access: z.boolean().optional().describe("The caller may open it in the web app"),
  admin: z.boolean().describe("The caller may change its settings and members"),
  ownTeam: z.boolean().describe("The caller owns a team in it"),
  createContent: z.boolean().describe("The caller may make spaces and collections"),
  createOpenAPISpec: z.boolean().describe("The caller may add OpenAPI specifications"),
  ingestConversations: z.boolean().optional().describe("The caller may hand in support conversations"),
  viewBilling: z.boolean().describe("The caller may see what it pays"),
  listMembers: z.boolean().describe("The caller may list its members"),
  listTeams: z.boolean().describe("The caller may list its teams"),
  listIntegrations: z.boolean().describe("The caller may list its integrations"),
  listInstallations: z.boolean().describe("The caller may list what is installed in it"),
  installIntegration: z.boolean().describe("The caller may install integrations"),
});

export const Organization = z
  .looseObject({
    object: z.enum(["organization"]).describe("Always `organization`"),
    id: z.string().describe("Unique everywhere"),
    title: z.string().describe("Name that people know it by"),
    createdAt: Timestamp.describe("When it was made"),
    emailDomains: z.array(z.string()).describe("Users with a verified address in one of these domains may join"),
    hostname: z.string().optional().describe("Where its content is published unless a site has its own host name"),
    type: z.enum(["business", "community"]).describe("`community` is for projects that do not pay"),
    useCase: z
      .enum([
        "internalDocs",
        "docsSite",
        "audienceControlledSite",
        "productDocs",
        "teamKnowledgeBase",
        "designSystem",
        "openSourceDocs",
        "notes",
        "other",
      ])
      .optional()
      .describe("What it said it uses the service for"),
    communityType: z
      .enum(["nonProfit", "openSource", "education"])
      .optional()
      .describe("Kind of community, for the type `community`"),
    defaultRole: MemberRole.optional().describe("Role new members get; null makes them guests"),
    defaultContent: DefaultContent.loose().optional().describe("What members see first"),
    sso: z.boolean().optional().describe("Everyone must sign in through its SAML provider"),
    ai: z.boolean().optional().describe("Features that use language models are on"),
    inviteLinks: z.boolean().describe("Invite links can be made and used"),
    mergeRules: OrganizationMergeRules.describe(
      "What spaces demand before a merge unless they have rules of their own",
    ),
    urls: z
      .looseObject({
        location: z.string().describe("Its address in the API"),
        app: z.string().describe("Its page in the web app"),
        logo: z.string().optional().describe("Its picture; absent where it has none"),
      })
      .describe("Where to find it"),
    customHostname: z.string().optional().describe("Host name of its own where its content is published"),
    blocked: z
      .looseObject({
        source: z.enum(["backoffice", "external", "internal"]).optional().describe("Who or what blocked it"),
        reason: z.string().describe("Why it was blocked"),
      })
      .optional()
      .describe("Present while the service keeps it from working"),
    ...subscription,
    permissions: OrganizationPermissions.describe("What the caller may do in it"),
  })
  .register(briefs, {
    named: ["id", "title"],
    listed: ["id", "title", "type", "hostname", "customHostname", "blocked"],
  });
export type Organization = z.infer<typeof Organization>;
