import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ModelProblem } from "../../../../src/platform/kernel/language-model/chat-completion.ts";
import { openModel, type Question, type Work } from "../../../../src/platform/kernel/language-model/model.ts";
import {
  type ModelEndpoint,
  type ModelReply,
  misbehaviours,
  modelKey,
  sendCompletion,
  sendJson,
  startModelEndpoint,
} from "../../../support/model-endpoint.ts";

const Word = z.object({ word: z.string().max(20) });

const question: Question<z.infer<typeof Word>> = {
  name: "word",
  task: "Say the word.",
  data: "Some text of somebody.",
  schema: Word,
  answerTokens: 50,
};

const open = (endpoint: ModelEndpoint, work: Partial<Work> = {}, url = endpoint.settings.url) =>
  openModel({ ...endpoint.settings, url }, { signal: new AbortController().signal, write: undefined, ...work });

async function failureOf(asking: Promise<unknown>): Promise<ModelProblem> {
  const failure = await asking.catch((error: unknown) => error);
  if (!(failure instanceof ModelProblem)) throw new Error(`No failure of the model: ${String(failure)}`);
  expect(failure.stack).not.toContain(modelKey);
  expect(JSON.stringify(failure)).not.toContain(modelKey);
  return failure;
}

describe("a question", () => {
  it("is one chat completion request, with the key, a schema and the texts in a fence", async () => {
    const endpoint = await startModelEndpoint(() => ({ word: "yes" }));
    expect(await open(endpoint).ask(question)).toEqual({ word: "yes" });
    const [asked] = endpoint.asked;
    expect(endpoint.asked).toHaveLength(1);
    expect([asked?.path, asked?.headers.authorization, asked?.headers["content-type"]]).toEqual([
      "/v1/chat/completions",
      "Bearer sk-operators-own-key-0123456789",
      "application/json",
    ]);
    const schema = {
      type: "object",
      properties: { word: { type: "string" } },
      required: ["word"],
      additionalProperties: false,
    };
    const { messages, ...rest } = asked?.body ?? {};
    expect(rest).toEqual({
      model: "small",
      temperature: 0,
      max_tokens: 50,
      response_format: { type: "json_schema", json_schema: { name: "word", strict: true, schema } },
    });
    const [system, user] = messages as { role: string; content: string }[];
    expect([system?.role, user?.role]).toEqual(["system", "user"]);
    expect(system?.content.startsWith("Say the word.\n\n")).toBe(true);
    const mark = /<(data-[0-9a-f]{16})>/.exec(system?.content ?? "")?.[1];
    expect(user?.content).toBe(`<${mark}>\nSome text of somebody.\n</${mark}>`);
  });

  it("has a different fence each time, and no key header without a key", async () => {
    const endpoint = await startModelEndpoint(() => ({ word: "yes" }));
    const model = openModel(
      { ...endpoint.settings, key: undefined },
      { signal: new AbortController().signal, write: undefined },
    );
    await model.ask(question);
    await model.ask(question);
    const marks = endpoint.asked.map(({ system }) => /<(data-\w+)>/.exec(system)?.[1]);
    expect(new Set(marks).size).toBe(2);
    expect(endpoint.asked[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    ["in a code block", '```json\n{"word":"yes"}\n```'],
    ["after its reasoning", '<think>{"word": 3}</think>\n{"word":"yes"}'],
    ["between words", 'Here you are: {"word":"yes"}. Anything else?'],
  ])("accepts JSON %s", async (_name, text) => {
    const endpoint = await startModelEndpoint(() => text);
    expect(await open(endpoint).ask(question)).toEqual({ word: "yes" });
  });
});

describe("a service that rejects part of a request", () => {
  it("is asked without that part, also from then on", async () => {
    const endpoint = await startModelEndpoint(({ body }, response) => {
      const objection =
        "response_format" in body
          ? "'response_format' of type 'json_schema' is not supported"
          : "max_tokens" in body
            ? "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
            : "temperature" in body
              ? "'temperature' does not support 0 with this model."
              : undefined;
      return objection === undefined ? { word: "yes" } : sendJson(response, 400, { error: { message: objection } });
    });
    const model = open(endpoint);
    expect(await model.ask(question)).toEqual({ word: "yes" });
    expect(endpoint.asked).toHaveLength(4);
    const { messages: _messages, ...body } = endpoint.asked[3]?.body ?? {};
    expect(body).toEqual({ model: "small", max_completion_tokens: 50 });
    expect(endpoint.asked[3]?.system).toContain('"required":["word"]');
    await model.ask(question);
    expect(endpoint.asked).toHaveLength(5);
  });

  it("is not asked endlessly if it rejects everything", async () => {
    const endpoint = await startModelEndpoint((_asked, response) => sendJson(response, 400, {}));
    expect(await failureOf(open(endpoint).ask(question))).toMatchObject({ failure: "rejected", code: "bad_gateway" });
    expect(endpoint.asked.length).toBeLessThanOrEqual(4);
  });
});

describe("a service that fails briefly", () => {
  const failing = (times: number, status: number, headers: object = {}): ModelReply => {
    let left = times;
    return (_asked, response) => {
      left -= 1;
      return left < 0 ? { word: "yes" } : sendJson(response, status, {}, headers);
    };
  };

  it.each([
    ["429", failing(2, 429)],
    ["500", failing(2, 500)],
    ["503 with a time that is over", failing(1, 503, { "Retry-After": "Mon, 01 Jan 2001 00:00:00 GMT" })],
  ])("is asked again after %s", async (_name, reply) => {
    const endpoint = await startModelEndpoint(reply);
    expect(await open(endpoint).ask(question)).toEqual({ word: "yes" });
  });

  it("is asked again after the time it requests", async () => {
    const endpoint = await startModelEndpoint(failing(1, 429, { "Retry-After": "1" }));
    const started = performance.now();
    expect(await open(endpoint).ask(question)).toEqual({ word: "yes" });
    expect(performance.now() - started).toBeGreaterThan(980);
  });

  it("is asked again after it breaks off", async () => {
    let isFirst = true;
    const endpoint = await startModelEndpoint((asked, response) => {
      if (!isFirst) return { word: "yes" };
      isFirst = false;
      return misbehaviours["breaks off"](asked, response);
    });
    expect(await open(endpoint).ask(question)).toEqual({ word: "yes" });
  });
});

describe("a service that fails", () => {
  it.each([
    ["never answers", "late", "gateway_timeout", "did not answer in time"],
    ["refuses the key", "refused", "bad_gateway", "answered 401 (invalid_api_key)"],
    ["is busy for an hour", "busy", "unavailable", "answered 429 (rate_limit_exceeded)"],
    ["has an inner failure", "unreachable", "bad_gateway", "answered 500"],
    ["breaks off", "unreachable", "bad_gateway", "could not be reached (UND_ERR_SOCKET)"],
    ["answers without end", "unusable", "bad_gateway", "returned an answer that is too large"],
    ["answers a page", "unusable", "bad_gateway", "returned an answer that is not JSON"],
    ["answers something else", "unusable", "bad_gateway", "returned something that is not a chat completion"],
    ["answers prose", "unusable", "bad_gateway", "returned an answer that does not match the requested schema"],
    ["answers another shape", "unusable", "bad_gateway", "returned an answer that does not match the requested schema"],
    ["sends elsewhere", "refused", "bad_gateway", "redirects to another address; set --model-url to that one"],
  ] as const)("is reported because it %s", async (name, failure, code, what) => {
    const endpoint = await startModelEndpoint(misbehaviours[name]);
    const problem = await failureOf(
      open(endpoint, { callTime: name === "never answers" ? 300 : 10_000, tries: 2 }).ask(question),
    );
    expect(problem).toMatchObject({ failure, code, message: `The language model ${what}.` });
    expect(endpoint.asked.length).toBe(failure === "unreachable" ? 2 : 1);
  });

  it("is reported if nothing listens there", async () => {
    const endpoint = await startModelEndpoint(() => "");
    const problem = await failureOf(open(endpoint, { tries: 1 }, "http://127.0.0.1:9/v1").ask(question));
    expect(problem.failure).toBe("unreachable");
  });

  it("is reported as having more to say if it was cut off", async () => {
    const endpoint = await startModelEndpoint((_asked, response) =>
      sendJson(response, 200, { choices: [{ message: { content: '{"word":"y' }, finish_reason: "length" }] }),
    );
    expect((await failureOf(open(endpoint).ask(question))).message).toBe(
      "The language model exceeded the maximum length of an answer.",
    );
  });
});

describe("a redirect", () => {
  it("is followed with the question within the service", async () => {
    const endpoint = await startModelEndpoint(({ path }, response) => {
      if (path === "/v2/chat/completions") return { word: "yes" };
      response.writeHead(308, { Location: "/v2/chat/completions" });
      response.end();
      return undefined;
    });
    expect(await open(endpoint).ask(question)).toEqual({ word: "yes" });
    expect(endpoint.asked[1]?.headers.authorization).toBe(`Bearer ${modelKey}`);
  });

  it("takes neither key nor question to another server", async () => {
    const other = await startModelEndpoint(() => ({ word: "stolen" }));
    const endpoint = await startModelEndpoint((_asked, response) => {
      response.writeHead(307, { Location: `${other.settings.url}/chat/completions` });
      response.end();
      return undefined;
    });
    await failureOf(open(endpoint).ask(question));
    expect(other.asked).toEqual([]);
  });

  it("is not followed endlessly", async () => {
    const endpoint = await startModelEndpoint(({ path }, response) => {
      response.writeHead(307, { Location: path });
      response.end();
      return undefined;
    });
    await failureOf(open(endpoint).ask(question));
    expect(endpoint.asked.length).toBeLessThan(6);
  });
});

describe("the budget of a piece of work", () => {
  it("counts tokens as the service reports them, and ends the work when they are spent", async () => {
    const endpoint = await startModelEndpoint((_asked, response) => {
      sendCompletion(response, '{"word":"yes"}', 400);
      return undefined;
    });
    const model = open(endpoint, { tokens: 1_300 });
    await model.ask(question);
    expect(model.tokensLeft).toBe(900);
    await model.ask(question);
    await model.ask(question).catch(() => {});
    const problem = await failureOf(model.ask(question));
    expect(problem).toMatchObject({ failure: "spent", code: "unavailable" });
    expect(endpoint.asked.length).toBeLessThanOrEqual(3);
  });

  it("is estimated if the service does not report tokens", async () => {
    const endpoint = await startModelEndpoint((_asked, response) =>
      sendJson(response, 200, { choices: [{ message: { content: '{"word":"yes"}' } }], usage: { total_tokens: -5 } }),
    );
    const model = open(endpoint, { tokens: 10_000 });
    await model.ask(question);
    expect(model.tokensLeft).toBeLessThan(9_900);
  });

  it.each([
    ["is guessed where the service says that it cost nothing", 0],
    ["is no more than ten times the guess, whatever the service says", Number.MAX_SAFE_INTEGER],
  ])("is protected from a service's wrong figures: %s", async (_behaviour, tokens) => {
    const endpoint = await startModelEndpoint((_asked, response) => {
      sendCompletion(response, '{"word":"yes"}', tokens);
      return undefined;
    });
    const model = open(endpoint, { tokens: 10_000 });
    await model.ask(question);
    expect(model.tokensLeft).toBeGreaterThan(0);
    expect(model.tokensLeft).toBeLessThan(9_900);
  });

  it("is not spent by what the service rejects", async () => {
    const endpoint = await startModelEndpoint(misbehaviours["is busy for an hour"]);
    const model = open(endpoint, { tokens: 10_000, tries: 1 });
    expect(await failureOf(model.ask(question))).toMatchObject({ failure: "busy" });
    expect(model.tokensLeft).toBe(10_000);
  });

  it("ends the work with a service that fails again and again", async () => {
    const endpoint = await startModelEndpoint(misbehaviours["is busy for an hour"]);
    const model = open(endpoint);
    for (let count = 0; count < 6; count += 1) await failureOf(model.ask(question));
    expect(endpoint.asked).toHaveLength(3);
  });

  it("ends the work when the time is up", async () => {
    const endpoint = await startModelEndpoint(misbehaviours["never answers"]);
    const model = open(endpoint, { time: 200 });
    expect((await failureOf(model.ask(question))).failure).toBe("late");
    expect(model.isOver).toBe(true);
    expect((await failureOf(model.ask(question))).failure).toBe("spent");
    expect(endpoint.asked).toHaveLength(1);
  });
});

it.each(["never answers", "has an inner failure"] as const)(
  "a stopped piece of work ends at once, with a service that %s",
  async (name) => {
    const endpoint = await startModelEndpoint(misbehaviours[name]);
    const controller = new AbortController();
    const asking = open(endpoint, { signal: controller.signal }).ask(question);
    const outcome = asking.catch((error: unknown) => error);
    while (endpoint.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const stop = new Error("stopped");
    controller.abort(stop);
    expect(await outcome).toBe(stop);
  },
);
