import type { IntegrationEventDetail } from "../../contract/models/integration-event.ts";

/** Lines of a log that are told, the last ones. */
const most = 40;

/** Characters of one of them. */
const longest = 500;

/** What was noted while an event was handled; written by others. */
export function traceText({ trace }: IntegrationEventDetail): string {
  const logs = trace?.logs ?? [];
  const lines = logs.slice(-most).map(({ level = "info", message = "" }) => `${level}: ${message.slice(0, longest)}`);
  const left = logs.length > most ? [`(${logs.length - most} earlier lines)`] : [];
  return [...left, ...lines].join("\n") || "(nothing was noted)";
}
