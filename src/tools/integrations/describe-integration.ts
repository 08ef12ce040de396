import type { Integration } from "../../contract/models/integration.ts";
import type { IntegrationEventDetail } from "../../contract/models/integration-event.ts";
import { showInvisible } from "../../markdown/text/invisible.ts";
import { countWithin, fenceTokens } from "../../present/budget.ts";
import { quoted } from "../../present/wording.ts";

/** Names of the required fields that an integration has not been given for an organization. */
export function missingFields(
  { configurations }: Integration,
  configuration: Readonly<Record<string, unknown>>,
): string[] {
  const form = configurations?.account;
  const required = form !== undefined && "required" in form && Array.isArray(form.required) ? form.required : [];
  return required.filter((name) => configuration[name] === undefined || configuration[name] === "");
}

/** What an integration may do, as its publisher says. */
export const scopesText = ({ scopes }: Integration): string =>
  scopes.map((scope) => quoted(scope)).join(", ") || "none";

/** The most lines of a log that are shown, from its end. */
const maxLogLines = 40;

/** Characters of one of them. */
const maxLineChars = 500;

/** Tokens reserved for what is around a log: installations, and the events of each state. */
const aroundTokens = 1700;

/** The log of an event, or its end if not all of it fits; untrusted text. */
export function traceText({ trace }: IntegrationEventDetail, answerTokens: number): string {
  const logs = trace?.logs ?? [];
  const lines = logs
    .slice(-maxLogLines)
    .map(({ level = "info", message = "" }) => `${level}: ${message}`.slice(0, maxLineChars));
  const availableTokens = Math.max(100, answerTokens - aroundTokens - fenceTokens);
  // Invisible characters are spelled out in the answer, where they cost more.
  const fitting = countWithin(
    [...lines].reverse().map((line) => showInvisible(line)),
    availableTokens,
  );
  const shown = lines.slice(-Math.max(1, fitting));
  const left = logs.length - shown.length;
  return [...(left > 0 ? [`(${left} earlier lines)`] : []), ...shown].join("\n") || "(nothing was noted)";
}
