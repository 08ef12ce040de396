import { type Answer, rawRequest, readAnswer, type Service } from "../../../pins/service.ts";
import { member } from "../../http/content.ts";

export interface TalkToSend {
  readonly id: string;
  readonly subject?: string;
  readonly metadata?: object;
  readonly parts: readonly { readonly type: "message"; readonly role: string; readonly body: string }[];
}

export const talk = (id: string, ...said: string[]): TalkToSend => ({
  id,
  parts: said.map((body) => ({ type: "message", role: "user", body })),
});

/** Submits conversations and waits until they are analyzed. */
export async function analyse(service: Service, ...talks: readonly TalkToSend[]): Promise<void> {
  const answer = await service.send(`POST /v1/orgs/${service.organization}/conversations`, {
    body: JSON.stringify(talks),
  });
  if (answer.status !== 204) throw new Error(answer.text);
  await service.platform.jobsSettled();
}

export interface SeenCluster {
  readonly id: string;
  readonly label: string;
  readonly formerLabels?: readonly string[];
  readonly impact: string;
  readonly muted: boolean;
  readonly updatedAt: string;
  readonly weeklyPulse: readonly number[];
  readonly sources: Readonly<Record<string, number>>;
  readonly stats: { readonly issues: number; readonly conversations: number };
}

export async function clustersOf(service: Service, query = ""): Promise<SeenCluster[]> {
  return items(await service.send(`GET /v1/orgs/${service.organization}/conversations-clusters${query}`));
}

export interface SeenIssue {
  readonly issue: {
    readonly id: string;
    readonly title: string;
    readonly impact: string;
    readonly cluster?: string;
    readonly conversation: string;
  };
}

export async function issuesOf(service: Service, query = "?limit=1000"): Promise<SeenIssue["issue"][]> {
  const answer = await service.send(`GET /v1/orgs/${service.organization}/conversations-issues${query}`);
  return items<SeenIssue>(answer).map(({ issue }) => issue);
}

export const items = <Item>(answer: Answer): Item[] => member(answer, "items") as Item[];

/** A request of another user. */
export const sendAs = async (service: Service, token: string, line: string, body?: object): Promise<Answer> =>
  readAnswer(
    await service.platform.fetch(rawRequest(line, token, body === undefined ? {} : { body: JSON.stringify(body) })),
  );
