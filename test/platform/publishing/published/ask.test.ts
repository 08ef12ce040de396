import { describe, expect, it, onTestFinished } from "vitest";
import { type Service, startService } from "../../../pins/service.ts";
import { type ModelReply, misbehaviours, startModelEndpoint } from "../../../support/model-endpoint.ts";
import { type PageToInsert, text } from "../../http/content.ts";
import { makeGuide, SiteMaker } from "../sites/site-maker.ts";

const origin = "http://127.0.0.1:5050";

const own = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };

const install = {
  title: "Install",
  markdown: [
    "Run the installer with `setup --quiet`. Get it at https://downloads.example.com/setup.",
    "",
    "## Uninstall",
    "",
    "Delete the folder of the installer.",
  ].join("\n"),
};

const answering =
  (said: string, passages: readonly number[] = [1], followUps: readonly string[] = []): ModelReply =>
  () => ({ isTold: said !== "", text: said, passages, followUps });

interface Given {
  readonly mode?: "none" | "search" | "assistant";
  readonly pages?: readonly PageToInsert[];
  readonly reply?: ModelReply;
  readonly hasModel?: boolean;
}

async function asked({ mode = "search", pages = [install], reply = answering("Run it."), hasModel = true }: Given) {
  const endpoint = await startModelEndpoint(reply);
  const service = await startService(undefined, hasModel ? { model: endpoint.settings } : {});
  onTestFinished(() => service.close());
  const { space } = await makeGuide(service, "Manual", pages);
  const site = await SiteMaker.make(service, { title: "Manual", visibility: "public", spaces: [space] });
  const settings = (await site.done("GET customization")).json as object;
  await site.done("PUT customization", { ...settings, ai: { mode, suggestions: ["How do I install it?"] } });
  const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  return { endpoint, service, site, space, base };
}

async function get(service: Service, path: string, headers: Record<string, string> = {}) {
  const response = await service.platform.serveReader(new Request(origin + path, { headers }), true);
  return response && { status: response.status, text: await response.text(), headers: response.headers };
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly query?: string;
  readonly wait?: number | undefined;
}

async function ask(
  service: Service,
  base: string,
  fields: readonly (readonly [string, string])[],
  { headers = own, query = "", wait }: Sent = {},
) {
  const body = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
  const request = new Request(`${origin}${base}~ask${query}`, { method: "POST", headers, body });
  const response = await service.platform.serveReader(request, true, {
    countForm: () => (wait === undefined ? undefined : { seconds: wait, limit: 10 }),
  });
  return response && { status: response.status, text: await response.text(), headers: response.headers };
}

const question = (words: string) => [["question", words]] as const;

describe("a reader's question", () => {
  it("is answered from the site's pages, which the answer links to", async () => {
    const reply = answering("Run `setup --quiet` & wait.", [1, 2], ["How do I uninstall it?"]);
    const { service, base, endpoint } = await asked({ reply });
    const answer = await ask(service, base, question("How do I run the installer?"));
    expect(answer?.status).toBe(200);
    expect(answer?.headers.get("cache-control")).toBe("private, no-store");
    expect(answer?.text).toContain("<h1>How do I run the installer?</h1>");
    expect(answer?.text).toContain("Run <code>setup --quiet</code> &amp; wait.");
    expect(answer?.text).toContain(`<a href="${base}">Install</a>`);
    expect(answer?.text).toContain(`<a href="${base}#uninstall">Uninstall</a>`);
    expect(answer?.text).toContain('name="question" value="How do I uninstall it?"');
    expect(answer?.text).toContain('<meta name="robots" content="noindex">');
    expect(endpoint.asked).toHaveLength(1);
  });

  it("can be asked where readers search, in forms that require no script", async () => {
    const { service, base } = await asked({});
    const found = (await get(service, `${base}~search?q=installer`))?.text;
    expect(found).toContain(`<form class="ask" method="post" action="${base}~ask">`);
    expect(found).toMatch(/<textarea[^>]*name="question"[^>]*>installer<\/textarea>/);
    const empty = (await get(service, `${base}~search`))?.text;
    expect(empty).toContain('name="question" value="How do I install it?"');
    expect(empty).not.toContain("~search?q=How");
  });

  it("can follow earlier ones if the site has an assistant, and only then", async () => {
    const before = [...question("And the opposite?"), ["before", "How do I run the installer?"]] as const;
    for (const [mode, askedBefore] of [
      ["assistant", ["How do I run the installer?"]],
      ["search", undefined],
    ] as const) {
      const { service, base, endpoint } = await asked({ mode });
      const answer = await ask(service, base, [...before, ["before", "uninstall"]]);
      const data = endpoint.asked[0]?.data;
      if (mode === "search") {
        // Nothing in "And the opposite?" is found without the questions before it.
        expect([data, answer?.text.includes("do not answer")]).toEqual([askedBefore, true]);
        continue;
      }
      expect(JSON.parse(data ?? "{}")).toMatchObject({ askedBefore: [...askedBefore, "uninstall"] });
      expect(answer?.text).toContain('<input type="hidden" name="before" value="And the opposite?">');
    }
  });

  it("has no answer if the pages have none, and gets search results", async () => {
    const { service, base, endpoint } = await asked({ reply: answering("", []) });
    const answer = await ask(service, base, question("What does the installer cost?"));
    expect(answer?.status).toBe(200);
    expect(answer?.text).toContain("The pages do not answer this question.");
    expect(answer?.text).toContain(`<a href="${base}">Install</a>`);
    await ask(service, base, question("zebra"));
    expect(endpoint.asked).toHaveLength(1);
  });

  it("keeps manipulated pages from loading, linking elsewhere or running anything", async () => {
    const said = [
      "<script>alert(1)</script> ![p](https://evil.example/p.png) [Sign in](https://evil.example/login)",
      "",
      "Get it at https://downloads.example.com/setup.",
    ].join("\n");
    const { service, base } = await asked({ reply: answering(said) });
    const answer = await ask(service, base, question("<b>installer</b>"));
    expect(answer?.text).not.toContain("evil.example");
    expect(answer?.text).not.toContain("<script>alert");
    expect(answer?.text).toContain("<h1>&lt;b&gt;installer&lt;/b&gt;</h1>");
    expect(answer?.text).toContain('href="https://downloads.example.com/setup"');
    expect(answer?.headers.get("content-security-policy")).toContain("script-src 'self'");
  });

  it("is rejected with what was wrong, and the model is not asked", async () => {
    const { service, base, endpoint } = await asked({});
    const long = "x".repeat(501);
    for (const [fields, sent, status, problem] of [
      [question("  "), {}, 400, "question: is empty."],
      [[], {}, 400, "question: is empty."],
      [question(`installer ${long}`), {}, 400, "question: may have at most 500 characters."],
      [[...question("installer"), ["before", long]], {}, 400, "before: each question may have at most 500 characters."],
      [question("x".repeat(50_000)), {}, 413, "MB"],
      [question("installer"), { wait: 9 }, 429, "Wait 9 s"],
      [question("installer"), { headers: { ...own, "sec-fetch-site": "cross-site" } }, 403, "Questions are taken"],
      [question("installer"), { headers: { "sec-fetch-site": "same-origin" } }, 415, "urlencoded"],
    ] as const) {
      const answer = await ask(service, base, fields, sent);
      expect([answer?.status, answer?.text]).toEqual([status, expect.stringContaining(problem)]);
    }
    expect(endpoint.asked).toEqual([]);
  });

  it("is limited to 1,000 a day for the readers of a site", async () => {
    const { service, base, site, endpoint } = await asked({});
    const whole = new Date(Date.parse("2026-01-02T03:04:05.000Z") + 24 * 3_600_000 - 90_000).toISOString();
    await service.platform.database.write((queries) =>
      queries.insertInto("question_allowance").values({ user: site.id, whole_at: whole }).execute(),
    );
    expect((await ask(service, base, question("installer")))?.status).toBe(200);
    const refused = await ask(service, base, question("installer"));
    expect([refused?.status, refused?.headers.get("retry-after")]).toEqual([429, "83"]);
    expect(refused?.headers.get("x-ratelimit-limit")).toBe("1000");
    expect(endpoint.asked).toHaveLength(1);
  });
});

describe("a site whose readers cannot ask", () => {
  it.each([
    ["has its customization say so", { mode: "none" }],
    ["has no model", { hasModel: false }],
  ] as const)("shows no form and accepts no question because it %s", async (_why, given) => {
    const { service, base } = await asked(given);
    const found = (await get(service, `${base}~search?q=installer`))?.text;
    expect(found).toContain("Install</a>");
    expect(found).not.toContain("~ask");
    expect(await ask(service, base, question("installer"))).toBeUndefined();
  });
});

describe("a reader who opens the address of an answer without a question", () => {
  it("is redirected to the search", async () => {
    const { service, base } = await asked({});
    const answer = await get(service, `${base}~ask`);
    expect([answer?.status, answer?.headers.get("location")]).toEqual([307, `${base}~search`]);
  });
});

describe("a model that fails", () => {
  it("leaves readers the search results, and the operator a line in the log", async () => {
    const { service, base, site } = await asked({ reply: misbehaviours["refuses the key"] });
    const answer = await ask(service, base, question("installer"));
    expect(answer?.status).toBe(503);
    expect(answer?.text).toContain("There is no answer right now.");
    expect(answer?.text).toContain(`<a href="${base}">Install</a>`);
    expect(answer?.text).not.toContain("invalid_api_key");
    expect(service.log).toEqual([
      `A reader's question on site ${site.id} got no answer. The language model answered 401 (invalid_api_key).`,
    ]);
  });
});

describe("content that depends on the visitor", () => {
  const adaptive = [
    {
      title: "Plans",
      markdown: [
        "Zebras for all.",
        "",
        "{% if visitor.claims.unsigned.beta %}",
        "Zebras hide the quagga.",
        "{% endif %}",
        "",
        "## Herds",
        "",
        "Zebras walk.",
      ].join("\n"),
    },
  ];

  async function adaptiveSite(pages: readonly PageToInsert[] = adaptive) {
    const made = await asked({ pages, reply: answering("Zebras.") });
    const beta = { type: "boolean", description: "Takes part in the beta" };
    const unsigned = {
      type: "object",
      description: "Unsigned",
      properties: { beta },
      additionalProperties: false,
    };
    const jsonSchema = { type: "object", properties: { unsigned }, additionalProperties: false };
    await made.site.done("PUT adaptive-schema", { jsonSchema });
    await made.site.done("PATCH ", { adaptiveContent: { enabled: true } });
    return made;
  }

  it("reaches the model only as far as the visitor may see it", async () => {
    const { service, base, endpoint } = await adaptiveSite();
    await ask(service, base, question("zebras"));
    expect(endpoint.asked[0]?.data).toContain("Zebras for all.");
    await ask(service, base, question("zebras"), { query: "?visitor.beta=true" });
    await ask(service, base, question("what do zebras hide"));
    // In what this visitor sees, nothing hides, so the model is not asked.
    await ask(service, base, question("what hides"));
    expect(endpoint.asked.map(({ data }) => data.includes("quagga"))).toEqual([false, true, false]);
  });

  it("is found by those who may see it, and its words reach no one else", async () => {
    const { service, base } = await adaptiveSite();
    const found = async (path: string) =>
      JSON.parse((await get(service, base + path, { accept: "application/json" }))?.text ?? "");
    expect(JSON.stringify(await found("~search?q=zebras"))).toContain("Zebras for all.");
    expect(JSON.stringify(await found("~search?q=zebras"))).not.toContain("quagga");
    expect(await found("~search?q=quagga")).toEqual([]);
    expect(await found("~search?q=quagga&visitor.beta=true")).toMatchObject([{ title: "Plans" }]);
  });

  it("has no influence on which pages are found and reach the model, and in which order", async () => {
    const hidden = "{% if visitor.claims.unsigned.beta %}\nOcelot.\n{% endif %}\n";
    const pages = [
      { title: "Other", markdown: "Zebra." },
      { title: "Mixed", markdown: `Common zebra.\n\n${hidden}` },
    ];
    const { service, base, endpoint } = await adaptiveSite(pages);
    const found = async (query: string) => {
      const answer = await get(service, `${base}~search?q=${query}`, { accept: "application/json" });
      return (JSON.parse(answer?.text ?? "") as { title: string }[]).map(({ title }) => title);
    };
    expect(await found("zebra+ocelot&visitor.beta=true")).toEqual(["Mixed", "Other"]);
    expect(await found("zebra+xyzzyx")).toEqual(["Other", "Mixed"]);
    expect(await found("zebra+ocelot")).toEqual(["Other", "Mixed"]);
    expect(await found('zebra+"ocelot"')).toEqual([]);
    for (const words of ["zebra xyzzyx", "zebra ocelot"]) await ask(service, base, question(words));
    await ask(service, base, question("zebra ocelot"), { query: "?visitor.beta=true" });
    await ask(service, base, question("ocelot"));
    const order = endpoint.asked.map(({ data }) => data.match(/Common zebra\.|(?<!Common )Zebra\./g));
    expect(order).toEqual([
      ["Zebra.", "Common zebra."],
      ["Zebra.", "Common zebra."],
      ["Common zebra.", "Zebra."],
    ]);
  });
});
