import { z } from "zod";
import { briefs } from "../brief.ts";
import { InstallationStatus } from "./installation.ts";
import { Timestamp } from "./paging.ts";

const eventTypes = [
  "installation_setup",
  "installation_deleted",
  "space_installation_setup",
  "space_installation_deleted",
  "site_installation_setup",
  "site_installation_deleted",
  "site_view",
  "space_content_updated",
  "space_gitsync_started",
  "space_gitsync_completed",
  "space_visibility_updated",
  "page_feedback",
  "task",
  "fetch",
  "fetch_published_script",
  "fetch_visitor_authentication",
  "ui_render",
  "content_compute_document",
  "content_compute_revision",
] as const;

/** Types that the public service does not have. An integration receives those that it asks for. */
export const additionalEventTypes = [
  "change_request_opened",
  "change_request_updated",
  "change_request_merged",
  "comment_posted",
  "review_submitted",
  "site_published",
  "site_unpublished",
  "issue_cluster_found",
  "translation_completed",
] as const;

export const AdditionalEventType = z.enum(additionalEventTypes);

/** An event sent to an integration. Event types can have additional members, which are kept. */
const EventPayload = z.looseObject({
  eventId: z.string().describe("Names the event"),
  type: z.enum([...eventTypes, ...additionalEventTypes]).describe("What happened, or what the integration is to do"),
  installationId: z.string().optional().describe("Installation it concerns; absent where it concerns none"),
  spaceId: z.string().optional().describe("Space it concerns, by id"),
  siteId: z.string().optional().describe("Site it concerns, by id"),
  status: InstallationStatus.optional().describe("State after a setup"),
  previous: z
    .looseObject({
      status: InstallationStatus.describe("State before"),
      configuration: z.looseObject({}).optional().describe("Configuration before, as the integration defined it"),
    })
    .optional()
    .describe("How it was before a setup; absent for the first"),
});

export const IntegrationEventStatus = z.enum(["success", "failed", "waiting"]);

export const IntegrationEvent = z
  .looseObject({
    id: z.string().describe("Unique in the integration"),
    integrationId: z.string().describe("Id of the integration, which is not its name"),
    installationId: z.string().optional().describe("Installation it concerns; absent where it concerns none"),
    createdAt: Timestamp.describe("When it was sent"),
    payload: EventPayload.describe("What was sent to the integration"),
    status: IntegrationEventStatus.describe("Whether the integration handled it; `waiting` is sent or retried soon"),
  })
  .register(briefs, {
    named: ["id", "status"],
    listed: ["id", "integrationId", "installationId", "createdAt", "status", "payload"],
  });
export type IntegrationEvent = z.infer<typeof IntegrationEvent>;

const EventTrace = z.looseObject({
  logs: z
    .array(
      z.looseObject({
        message: z.string().optional().describe("What the integration wrote"),
        timestamp: Timestamp.optional().describe("When it was written"),
        level: z.enum(["debug", "info", "warn", "error"]).optional().describe("Severity of the line"),
      }),
    )
    .describe("Lines written while it was handled, oldest first"),
});

/** One event with the integration's log of it. */
export const IntegrationEventDetail = z.looseObject({
  event: IntegrationEvent.describe("The event itself"),
  trace: EventTrace.optional().describe("What happened while it was handled; absent when nothing was recorded"),
});
export type IntegrationEventDetail = z.infer<typeof IntegrationEventDetail>;
