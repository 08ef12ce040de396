import { z } from "zod";
import { briefs } from "../brief.ts";
import { Id, WebUrl } from "./id.ts";
import { Timestamp } from "./paging.ts";
import { Team } from "./people.ts";
import { OrganizationMergeRules } from "./review.ts";
import { MemberRole } from "./role.ts";

const Price = z.looseObject({
  monthly: z.number().describe("US dollars a month, paid by the month"),
  yearly: z.number().describe("US dollars a month, paid by the year"),
});

const Pricing = z.looseObject({
  members: z
    .looseObject({
      plus_2024: Price.describe("On the plan `plus_2024`"),
      pro_2024: Price.describe("On the plan `pro_2024`"),
    })
    .describe("Price of one member"),
  sites: z
    .looseObject({
      premium: Price.describe("Of the type `premium`"),
      ultimate: Price.describe("Of the type `ultimate`"),
    })
    .describe("Price of one site"),
});

const UsageAddon = z.looseObject({ enabled: z.boolean().describe("Whether it is enabled and billed by usage") });

/** The paid plan of an organization. */
export const Billing = z.looseObject({
  interval: z.enum(["monthly", "yearly"]).describe("How often it pays"),
  endDate: Timestamp.nullable().describe("End of the period paid for; null where there is none"),
  hasPaymentFailed: z.boolean().describe("The last payment could not be collected"),
  isScheduledToCancel: z.boolean().describe("The subscription ends with the period paid for"),
  pricing: Pricing.describe("What its members and sites cost"),
  usageAddons: z.record(z.string(), UsageAddon).describe("Extras billed by usage, by name"),
  minUsers: z.number().optional().describe("Minimum number of members it is billed for"),
  maxUsers: z.number().optional().describe("Maximum number of members"),
  paidMembers: z.number().optional().describe("How many members the subscription covers"),
});
export type Billing = z.infer<typeof Billing>;

const Plan = z.enum([
  "free_2024",
  "plus_2024",
  "pro_2024",
  "enterprise_2024",
  "community_2024",
  "free",
  "plus",
  "pro",
  "internal",
]);

const Trial = z.looseObject({
  status: z
    .enum(["notapplicable", "none", "active", "ended", "expired"])
    .describe("`none` can still be started; `expired` awaits the organization's decision"),
  count: z.int().describe("How many trials it has used"),
  endDate: Timestamp.optional().describe("When the newest trial ends or ended"),
  decision: z.enum(["downgrade"]).optional().describe("What was decided at the trial's end"),
});

const BillingMigration = z.looseObject({
  deadline: Timestamp.optional().describe("When it is moved to the new prices at the latest"),
  discountPercent: z.number().optional().describe("Discount for moving early"),
  discountEndDate: Timestamp.optional().describe("When the discount ends"),
});

/** Details of an organization's subscription. */
export const subscription = {
  plan: Plan.describe("Product the organization uses"),
  billing: Billing.optional().describe("Only for those who may see it"),
  trial: Trial.describe("Status of its free trial"),
  internal_billingMigration: BillingMigration.optional().describe("Only while it moves to new prices"),
};

export const OrganizationTitle = z.string().min(2).max(255);
/** The first label of the host name under which the service publishes an organization. */
export const OrganizationHostname = z.string().min(3).max(32);
export const EmailDomain = z
  .string()
  .max(253)
  .regex(/^[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*$/, "a domain has labels of letters, digits and dashes, with dots between")
  .describe("Domain of an e-mail address, such as `example.com`");

/** The page that members see first. */
export const DefaultContent = z.object({
  type: z.enum(["site"]).describe("Always `site`"),
  site: Id.describe("Id of the site"),
});
export type DefaultContent = z.infer<typeof DefaultContent>;

export const OrganizationUseCase = z.enum([
  "internalDocs",
  "docsSite",
  "audienceControlledSite",
  "productDocs",
  "teamKnowledgeBase",
  "designSystem",
  "openSourceDocs",
  "notes",
  "other",
]);
export type OrganizationUseCase = z.infer<typeof OrganizationUseCase>;

const OrganizationPermissions = z.looseObject({
  view: z.boolean().describe("The caller may see it"),
  access: z.boolean().optional().describe("The caller may open it in the web app"),
  admin: z.boolean().describe("The caller may change its settings and members"),
  ownTeam: z.boolean().describe("The caller owns a team in it"),
  createContent: z.boolean().describe("The caller may create spaces and collections"),
  createOpenAPISpec: z.boolean().describe("The caller may add OpenAPI specifications"),
  ingestConversations: z.boolean().optional().describe("The caller may submit support conversations"),
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
    title: z.string().describe("Display name"),
    createdAt: Timestamp.describe("When it was created"),
    emailDomains: z.array(z.string()).describe("Users with a verified address in one of these domains may join"),
    hostname: z.string().optional().describe("Where its content is published unless a site has its own host name"),
    type: z.enum(["business", "community"]).describe("`community` is for projects that do not pay"),
    useCase: OrganizationUseCase.optional().describe("What it was created for, if stated"),
    communityType: z
      .enum(["nonProfit", "openSource", "education"])
      .optional()
      .describe("Kind of community, for the type `community`"),
    defaultRole: MemberRole.optional().describe("Role new members get; null makes them guests"),
    defaultContent: DefaultContent.loose().optional().describe("What members see first"),
    sso: z.boolean().optional().describe("Everyone must sign in through its SAML provider"),
    ai: z.boolean().optional().describe("Features that use language models are on"),
    inviteLinks: z.boolean().describe("Invite links can be created and used"),
    mergeRules: OrganizationMergeRules.describe("What spaces without their own rules require before a merge"),
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
      .describe("Present while it is blocked"),
    ...subscription,
    permissions: OrganizationPermissions.describe("What the caller may do in it"),
  })
  .register(briefs, {
    named: ["id", "title"],
    listed: ["id", "title", "type", "hostname", "customHostname", "blocked"],
  });
export type Organization = z.infer<typeof Organization>;

export const SamlLabel = z.string().min(1).max(30).describe("Name on the button of the sign-in page");

/** Settings from the identity provider's administrator, besides the label. Omitted members stay unchanged. */
export const samlSettings = {
  entityID: z.string().max(1024).optional().describe("Entity ID of the identity provider"),
  certificate: z.string().max(10_000).optional().describe("The identity provider's signing certificate, in PEM"),
  ssoURL: WebUrl.optional().describe("Where the identity provider takes users to sign in"),
  defaultTeam: Id.optional().describe("Team that users join on their first sign-in, by id"),
  defaultRole: MemberRole.optional().describe("Role of users on their first sign-in; null makes guests"),
};

export const SamlProvider = z
  .looseObject({
    object: z.enum(["saml-provider"]).describe("Always `saml-provider`"),
    id: z.string().describe("Unique within the organization"),
    label: SamlLabel,
    ssoURL: z.string().describe("Where the identity provider takes users to sign in"),
    entityID: z.string().describe("Entity ID of the identity provider"),
    certificate: z.string().describe("The identity provider's signing certificate, in PEM"),
    defaultTeam: Team.optional().describe("Team that users join on their first sign-in"),
    defaultRole: MemberRole.describe("Role of users on their first sign-in; null makes guests"),
    createdAt: Timestamp.describe("When it was added"),
    status: z.enum(["active", "pending"]).describe("`pending` is not fully configured: no one can sign in with it yet"),
    service: z
      .looseObject({
        acsURL: z.string().describe("Where the identity provider sends its assertions"),
        startURL: z.string().describe("Where a sign-in begins"),
        entityID: z.string().describe("Name of this service"),
      })
      .describe("What to enter at the identity provider"),
    urls: z.looseObject({ location: z.string().describe("Its address in the API") }).describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "label"],
    listed: ["id", "label", "status", "ssoURL", "entityID", "defaultTeam", "defaultRole"],
  });

export type SamlProvider = z.infer<typeof SamlProvider>;

/** One way to sign in to an organization. */
export const SsoLogin = z.looseObject({
  id: z.string().describe("Names the SAML provider"),
  label: SamlLabel,
  startURL: z.string().describe("Where a browser begins to sign in"),
});

export type SsoLogin = z.infer<typeof SsoLogin>;
