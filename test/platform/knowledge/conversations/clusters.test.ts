import { describe, expect, it, onTestFinished } from "vitest";
import { formerLabels } from "../../../../src/platform/knowledge/conversations/plan-clusters.ts";
import { type Service, startService } from "../../../pins/service.ts";
import { makeSpace, member, text } from "../../http/content.ts";
import { analyse, clustersOf, issuesOf, items, talk } from "./conversing.ts";

async function fresh(): Promise<Service> {
  const service = await startService();
  onTestFinished(async () => {
    await service.close();
    expect(service.log).toEqual([]);
  });
  return service;
}

const domains = [
  talk("d1", "Our custom domain stays on pending verification after adding the CNAME record."),
  talk("d2", "The CNAME record is there, but verification of the custom domain fails."),
];
const pdfs = [talk("p1", "PDF export of the space stops with a timeout."), talk("p2", "The PDF export has a timeout.")];

describe("conversations about the same problem", () => {
  it("form one cluster, and others form another", async () => {
    const service = await fresh();
    await analyse(service, ...domains, ...pdfs, talk("n1", "Good morning"));
    const clusters = await clustersOf(service, "?orderBy=issues");
    expect(clusters.map(({ stats: { issues, conversations } }) => [issues, conversations])).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect(clusters.map(({ label }) => label).join("; ")).toMatch(/PDF.*CNAME|CNAME.*PDF/);
    const issues = await issuesOf(service);
    const clusterOf = (id: string) => issues.find(({ conversation }) => conversation === id)?.cluster;
    expect(clusterOf("d1")).toBe(clusterOf("d2"));
    expect(clusterOf("p1")).toBe(clusterOf("p2"));
    expect(clusterOf("p1")).not.toBe(clusterOf("d1"));
    expect(issues.map(({ conversation }) => conversation).sort()).toEqual(["d1", "d2", "p1", "p2"]);
  });

  it("form one cluster even if they share a word that is also a property of every object", async () => {
    const service = await fresh();
    const answered = (id: string, ...said: string[]) => ({
      id,
      parts: said.map((body, at) => ({ type: "message" as const, role: at === 1 ? "team-member" : "user", body })),
    });
    await analyse(
      service,
      answered("c1", "The SDK client fails to load with a timeout.", "Call the constructor with a longer timeout."),
      answered("c2", "Loading the SDK client fails, it has a timeout.", "The constructor takes a longer timeout."),
      ...domains,
    );
    const clusters = await clustersOf(service, "?orderBy=issues");
    expect(clusters.map(({ stats: { issues } }) => issues)).toEqual([2, 2]);
  });

  it("join an existing cluster, which keeps its id", async () => {
    const service = await fresh();
    await analyse(service, ...domains);
    const [before] = await clustersOf(service);
    service.setTime("2026-01-05T00:00:00.000Z");
    await analyse(service, talk("d3", "Why is verification of my custom domain pending? The CNAME is set."), ...pdfs);
    const after = (await clustersOf(service)).find(({ id }) => id === before?.id);
    expect(after?.stats.issues).toBe(3);
    expect(after?.updatedAt).toBe("2026-01-05T00:00:00.000Z");
    expect(after?.weeklyPulse).toEqual([...Array.from({ length: 12 }, () => 0), 3]);
    service.setTime("2026-01-12T00:00:00.000Z");
    const later = (await clustersOf(service)).find(({ id }) => id === before?.id);
    expect(later?.weeklyPulse.slice(-2)).toEqual([3, 0]);
  });

  it("join a muted cluster, which stays muted, as does the larger part when it splits", async () => {
    const service = await fresh();
    const more = talk("d3", "Verification of my custom domain is pending, the CNAME is set.");
    await analyse(service, ...domains, more, ...pdfs);
    const [domain] = await clustersOf(service, "?orderBy=issues");
    await service.send(`PATCH /v1/orgs/${service.organization}/conversations-clusters/${domain?.id}`, {
      body: JSON.stringify({ muted: true }),
    });
    await analyse(service, talk("d4", "CNAME record set, custom domain verification pending"));
    const states = async () => (await clustersOf(service)).map(({ id, muted, stats }) => [id, muted, stats.issues]);
    expect(await states()).toContainEqual([domain?.id, true, 4]);
    // Two of the four now write about something else.
    await analyse(
      service,
      talk("d3", "The Slack integration posts nothing into the channel."),
      talk("d4", "Slack channel stays silent, integration posts nothing."),
    );
    const after = await states();
    expect(after).toContainEqual([domain?.id, true, 2]);
    expect(after).toHaveLength(3);
    expect(after.filter(([id]) => id !== domain?.id).map(([, muted]) => muted)).toEqual([false, false]);
  });

  it("change nothing when they are submitted again", async () => {
    const service = await fresh();
    await analyse(service, ...domains, ...pdfs);
    const before = [await clustersOf(service), await issuesOf(service)];
    service.setTime("2026-01-05T00:00:00.000Z");
    await analyse(service, ...domains, ...pdfs);
    expect([await clustersOf(service), await issuesOf(service)]).toEqual(before);
  });

  it("are analyzed again when they continue, and the issue keeps its id", async () => {
    const service = await fresh();
    await analyse(service, ...domains);
    const before = await issuesOf(service, "?conversation=d1");
    const [first = talk("d1")] = domains;
    const more = talk("", "Also, how do I export a PDF with page numbers?", "The site is down, this is urgent!").parts;
    await analyse(service, { ...first, parts: [...first.parts, ...more] });
    const after = await issuesOf(service, "?conversation=d1");
    expect(after).toHaveLength(2);
    expect(after.map(({ id }) => id)).toContain(before[0]?.id);
    const conversation = await service.send(`GET /v1/orgs/${service.organization}/conversations/d1`);
    expect(member(conversation, "conversation.impact")).toBe("high");
    expect(member(conversation, "parts")).toHaveLength(3);
  });
});

describe("a cluster that is merged into another", () => {
  async function merged() {
    const service = await fresh();
    await analyse(
      service,
      talk("a1", "Webhook deliveries arrive twice at our endpoint."),
      talk("a2", "Our endpoint gets webhook deliveries twice."),
      talk("a3", "Twice the same webhook deliveries at the endpoint"),
      talk("b1", "Slack channel stays silent, integration posts nothing."),
      talk("b2", "The Slack integration posts nothing into the channel."),
    );
    const [large, small] = await clustersOf(service, "?orderBy=issues");
    const space = await makeSpace(service);
    const made = await service.send(`POST /v1/spaces/${space}/change-requests`, {
      body: JSON.stringify({ conversationsIssuesCluster: small?.id }),
    });
    // The two of the smaller cluster now write about the larger one's matter.
    await analyse(
      service,
      talk("b1", "Webhook deliveries arrive twice at our endpoint, why?"),
      talk("b2", "Our endpoint got the webhook deliveries twice."),
    );
    return { service, large, small, space, changeRequest: text(made, "id") };
  }

  it("is still found by its id, and its change requests are linked to the other", async () => {
    const { service, large, small, space, changeRequest } = await merged();
    expect(large?.id).not.toBe(small?.id);
    expect((await clustersOf(service)).map(({ id }) => id)).toEqual([large?.id]);
    const orgs = `/v1/orgs/${service.organization}`;
    const byOldId = await service.send(`GET ${orgs}/conversations-clusters/${small?.id}`);
    expect(member(byOldId, "id")).toBe(large?.id);
    expect(member(await service.send(`GET ${orgs}/conversations-issues?cluster=${small?.id}`), "count")).toBe(5);
    const one = await service.send(`GET /v1/spaces/${space}/change-requests/${changeRequest}`);
    expect(member(one, "conversationsIssuesCluster")).toBe(large?.id);
    for (const id of [large?.id, small?.id]) {
      const list = await service.send(`GET ${orgs}/change-requests?status=draft&conversationsIssuesCluster=${id}`);
      expect(items<{ id: string }>(list).map((item) => item.id)).toEqual([changeRequest]);
    }
  });
});

describe("a cluster that has lost all of its issues", () => {
  it("is removed unless a change request was created for it", async () => {
    const service = await fresh();
    await analyse(service, ...domains, ...pdfs);
    const issues = await issuesOf(service, "?conversation=d1");
    const linked = issues[0]?.cluster ?? "";
    const space = await makeSpace(service);
    await service.send(`POST /v1/spaces/${space}/change-requests`, {
      body: JSON.stringify({ conversationsIssuesCluster: linked }),
    });
    await analyse(service, ...["d1", "d2", "p1", "p2"].map((id) => talk(id, "Thanks!")));
    expect((await clustersOf(service)).map(({ id, stats }) => [id, stats.issues])).toEqual([[linked, 0]]);
    expect(await issuesOf(service)).toEqual([]);
  });
});

it("pages through clusters in every order, each once", async () => {
  const service = await fresh();
  const subjects = ["webhook", "invoice", "sitemap", "translation", "screenshot", "permission", "embed"];
  await analyse(
    service,
    ...subjects.flatMap((subject, index) =>
      Array.from({ length: 2 + (index % 3) }, (_, at) => talk(`${subject}${at}`, `The ${subject} ${subject}s fails.`)),
    ),
  );
  for (const orderBy of ["updatedAt", "issues", "conversations", "tasksTotal"]) {
    for (const order of ["asc", "desc"]) {
      const whole = (await clustersOf(service, `?orderBy=${orderBy}&order=${order}`)).map(({ id }) => id);
      expect(whole).toHaveLength(subjects.length);
      const paged: string[] = [];
      for (let page: unknown = ""; typeof page === "string"; ) {
        const path = `/v1/orgs/${service.organization}/conversations-clusters?orderBy=${orderBy}&order=${order}&limit=2`;
        const answer = await service.send(`GET ${path}${page === "" ? "" : `&page=${page}`}`);
        paged.push(...items<{ id: string }>(answer).map(({ id }) => id));
        page = member(answer, "next.page");
      }
      expect(paged, `${orderBy} ${order}`).toEqual(whole);
    }
  }
});

describe("a cluster whose label changes", () => {
  it("lists its former labels, but not the present one", async () => {
    const service = await fresh();
    await analyse(service, ...domains);
    const [before] = await clustersOf(service);
    const more = ["m1", "m2", "m3", "m4", "m5", "m6"].map((id) =>
      talk(id, "Verification of the custom domain fails: the certificate of the registrar expired at renewal."),
    );
    await analyse(service, ...more);
    const after = (await clustersOf(service)).find(({ id }) => id === before?.id);
    expect(after?.label).not.toBe(before?.label);
    expect(after?.formerLabels).toEqual([before?.label]);
    await analyse(service, ...domains);
    expect((await clustersOf(service)).find(({ id }) => id === before?.id)).toEqual(after);
  });

  it("keeps the labels of the clusters that it absorbed, up to a limit", () => {
    const row = { id: "k1", label: "Refunds", former_labels: '["Money back"]' };
    const absorbed = { id: "k2", label: "Chargebacks", former_labels: '["Refunds"]' };
    expect(formerLabels("Slow refunds", row, [absorbed])).toBe('["Refunds","Chargebacks","Money back"]');
    expect(formerLabels("Refunds", row, [])).toBe('["Money back"]');
    const many = JSON.stringify(Array.from({ length: 50 }, (_, at) => `Label ${at}`));
    expect(JSON.parse(formerLabels("New", { ...row, former_labels: many }, []))).toHaveLength(20);
  });
});

describe("the time a conversation was analyzed", () => {
  const processed = async (service: Service) => {
    const answer = await service.send(`GET /v1/orgs/${service.organization}/conversations/d1`);
    return (member(answer, "conversation") as { processedAt?: string }).processedAt;
  };

  it("is set once its issues are in clusters, and absent while it waits to be analyzed again", async () => {
    const service = await fresh();
    await analyse(service, ...domains);
    expect(await processed(service)).toBe("2026-01-02T03:04:05.000Z");
    const [, second] = domains;
    const changed = { ...second, id: "d1" };
    await service.send(`POST /v1/orgs/${service.organization}/conversations`, { body: JSON.stringify([changed]) });
    expect(await processed(service)).toBeUndefined();
    await service.platform.jobsSettled();
    expect(await processed(service)).toBeDefined();
  });
});

it.each([
  ["Help desk", "integration:api:help-desk"],
  ["E-Mail", "email"],
  ["integration:acme:chat", "integration:acme:chat"],
  [" : ", "integration:api:direct"],
])("a conversation from %j has the source %s", async (source, shown) => {
  const service = await fresh();
  await analyse(service, { ...talk("s1", "Where is my refund?"), metadata: { attributes: { source } } });
  const answer = await service.send(`GET /v1/orgs/${service.organization}/conversations/s1`);
  expect(member(answer, "conversation")).toMatchObject({ source: shown });
});
