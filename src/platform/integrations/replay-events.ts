import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { findEvent, updateEvent } from "./events-rows.ts";
import { ensureDelivery } from "./record-event.ts";

/** Sends events of an installation once more, each with the id it has, and as often as a new one where it fails. */
export async function replayEvents(
  context: Context,
  installation: Row<"installation">,
  events: readonly string[],
): Promise<void> {
  if (events.length > 0 && installation.status !== "active") {
    throw new Problem(
      "conflict",
      `replay: the installation is ${installation.status} and is sent nothing. Give the configuration that it requires first.`,
    );
  }
  for (const [index, id] of events.entries()) {
    const event = await findEvent(context.queries, installation.integration, id);
    if (event === undefined || event.installation !== installation.id) {
      throw new Problem(
        "not_found",
        `replay.${index}: the installation was told of no event ${id}. Events are kept for 30 days; listIntegrationEvents lists them.`,
      );
    }
    const line = { timestamp: context.now, level: "info", message: `Sent again on request of ${context.user.id}.` };
    await updateEvent(context.queries, id, {
      status: "waiting",
      attempts: 0,
      due_at: context.now,
      settled_at: null,
      logs: JSON.stringify([...(JSON.parse(event.logs) as unknown[]), line]),
    });
  }
  if (events.length > 0) await ensureDelivery(context, installation.id);
}
