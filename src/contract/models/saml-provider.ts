import { z } from "zod";
import { briefs } from "../brief.ts";
import { Id, WebUrl } from "./id.ts";
import { Timestamp } from "./paging.ts";
import { MemberRole } from "./role.ts";
import { Team } from "./team.ts";

export const SamlLabel = z.string().min(1).max(30).describe("Name on the button of the sign-in page");

/** What an identity provider's administrator hands over, besides the label. Members left out stay as they are. */
export const samlSettings = {
  entityID: z.string().max(1024).optional().describe("Name the identity provider gives itself"),
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
    entityID: z.string().describe("Name the identity provider gives itself"),
    certificate: z.string().describe("The identity provider's signing certificate, in PEM"),
    defaultTeam: Team.optional().describe("Team that users join on their first sign-in"),
    defaultRole: MemberRole.describe("Role of users on their first sign-in; null makes guests"),
    createdAt: Timestamp.describe("When it was added"),
    status: z.enum(["active", "pending"]).describe("`pending` lacks settings: nobody can sign in with it yet"),
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
