import { z } from "zod";
import { briefs } from "../brief.ts";
import { Timestamp } from "./paging.ts";
import { Site } from "./site.ts";
import { Space } from "./space.ts";

export const InstallationStatus = z.enum(["active", "pending", "paused"]);
export type InstallationStatus = z.infer<typeof InstallationStatus>;

/** Whether an installation applies to everything of a kind or only to individually selected objects. */
export const InstallationSelection = z.enum(["all", "selected"]);
export const ExternalIds = z.array(z.string()).max(5);

const waiting = "`pending` waits for its configuration, `paused` receives no events";
const endpoints = {
  location: z.string().describe("Its address in the API"),
  publicEndpoint: z.string().describe("Where the integration serves requests for it"),
  publicContentEndpoint: z.string().optional().describe("Where the integration serves requests that carry no cookies"),
};

/** An integration in an organization. */
export const Installation = z
  .looseObject({
    id: z.string().describe("Unique everywhere"),
    status: InstallationStatus.describe(waiting),
    space_selection: InstallationSelection.describe("All spaces of the organization, or those it is installed on"),
    site_selection: InstallationSelection.describe("All sites of the organization, or those it is installed on"),
    spaces: z.number().describe("How many spaces it works on"),
    configuration: z.looseObject({}).describe("Configuration, in the form that the integration defined"),
    createdAt: Timestamp.describe("When it was installed"),
    updatedAt: Timestamp.describe("When it last changed"),
    urls: z
      .looseObject({ ...endpoints, app: z.string().describe("Its page in the web app") })
      .describe("Where to find it"),
    externalIds: ExternalIds.describe("External ids that the integration set"),
    target: z
      .looseObject({ organization: z.string().describe("Id of the organization") })
      .describe("What it is installed in"),
    network: z
      .looseObject({ proxy: z.boolean().optional().describe("Its requests go through the service") })
      .optional()
      .describe("How its requests travel"),
  })
  .register(briefs, {
    named: ["id", "status"],
    listed: ["id", "status", "target", "space_selection", "site_selection", "spaces", "updatedAt"],
  });
export type Installation = z.infer<typeof Installation>;

const onContent = {
  integration: z.string().describe("Name of the integration"),
  installation: z.string().describe("Id of the installation in the organization"),
  status: InstallationStatus.describe(waiting),
  configuration: z.looseObject({}).describe("Configuration here, in the form that the integration defined"),
  externalIds: ExternalIds.describe("External ids that the integration set"),
  urls: z.looseObject(endpoints).describe("Where to find it"),
};

/** An integration on one space. */
export const SpaceInstallation = z.looseObject({
  ...onContent,
  space: z.union([z.string(), Space]).describe("Id of the space, or the space itself when `extended`"),
});
export type SpaceInstallation = z.infer<typeof SpaceInstallation>;

/** An integration on one site. */
export const SiteInstallation = z.looseObject({
  ...onContent,
  site: z.union([z.string(), Site]).describe("Id of the site, or the site itself when `extended`"),
});
export type SiteInstallation = z.infer<typeof SiteInstallation>;

/** A token for the API calls of one installation. */
export const InstallationToken = z.looseObject({
  token: z.string().describe("Sent as a bearer token; works for an hour"),
});
