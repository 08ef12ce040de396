import { onTestFinished } from "vitest";
import type { ModelSettings } from "../../../../src/platform/kernel/language-model/settings.ts";
import { type Service, startService } from "../../../pins/service.ts";
import {
  type AskedModel,
  type ModelEndpoint,
  type ModelReply,
  startModelEndpoint,
} from "../../../support/model-endpoint.ts";

/** The subject of a question: the issues of a conversation, or the label of a cluster. */
export function subjectOf({ system }: AskedModel): "issues" | "label" {
  return system.includes('"quotes"') ? "issues" : "label";
}

/** The messages of the people who ask, as the model receives them. */
export function saidIn({ data }: AskedModel): string[] {
  const { messages = [] } = JSON.parse(data) as { messages?: { role: string; text: string }[] };
  return messages.filter(({ role }) => role === "user").map(({ text }) => text);
}

export const issueOn = (quote: string, more: object = {}) => ({
  title: "Custom domain stays unverified",
  problem: "The custom domain is not verified.",
  impact: "high",
  quotes: [quote],
  keywords: ["custom domain", "verification"],
  ...more,
});

/** A model that finds one issue in each text that mentions a domain. */
export const goodAnalyst: ModelReply = (asked) => {
  if (subjectOf(asked) === "label")
    return { label: "Custom domain verification", summary: "People wait.\n\nSay how long." };
  return { issues: saidIn(asked).flatMap((text) => (/domain/i.test(text) ? [issueOn(text)] : [])) };
};

export interface Analysed {
  readonly service: Service;
  readonly endpoint: ModelEndpoint;
}

/** A platform with a model on a loopback server. The test checks the log. */
export async function startWithModel(reply: ModelReply, limits: Partial<ModelSettings> = {}): Promise<Analysed> {
  const endpoint = await startModelEndpoint(reply);
  const service = await startService(undefined, { model: { ...endpoint.settings, ...limits } });
  onTestFinished(() => service.close());
  return { service, endpoint };
}
