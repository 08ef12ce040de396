import { expect, it } from "vitest";
import { petstore } from "../../../site/petstore.ts";
import { computedFrom } from "../../content/computed/computed-desk.ts";
import { insertPages, makeChangeRequest, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { SiteMaker } from "../sites/site-maker.ts";

const service = running();

const origin = "http://127.0.0.1:5050";

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await service.platform.serveReader(new Request(origin + path, { headers }), true);
  if (response === undefined) throw new Error(`${path} belongs to no site`);
  return { text: await response.text(), policy: response.headers.get("content-security-policy") ?? "" };
}

/** Starts to read a page that shows an API; `leave` is what a browser does when its reader goes away. */
function startReading(path: string) {
  const controller = new AbortController();
  const request = new Request(origin + path, { signal: controller.signal });
  return { answer: service.platform.serveReader(request, true), leave: () => controller.abort() };
}

async function putSpec(slug: string, description: object): Promise<void> {
  const body = JSON.stringify({ source: { text: JSON.stringify(description) } });
  const answer = await service.send(`PUT /v1/orgs/${service.organization}/openapi/${slug}`, { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  await service.platform.jobsSettled();
}

/** Returns the path of a published site with these pages. */
async function published(pages: Parameters<typeof insertPages>[2]): Promise<string> {
  const site = await SiteMaker.make(service, { title: "APIs", visibility: "public" });
  const { space } = await site.addVariant("Manual");
  const changeRequest = await makeChangeRequest(service, space);
  await insertPages(service, changeRequest, pages);
  expect((await service.send(`POST ${changeRequest}/merge`)).status).toBe(200);
  await service.platform.jobsSettled();
  return new URL(text(await site.done("POST publish"), "urls.published")).pathname;
}

const operation = (spec: string, path: string, method: string) =>
  `{% openapi-operation spec="${spec}" path="${path}" method="${method}" %}\n[${spec}](https://example.com)\n{% endopenapi-operation %}`;

it("an operation is drawn from the specification, and again when that changes", async () => {
  await putSpec("pets", petstore("https://api.example.com"));
  const base = await published([{ title: "Pets", markdown: operation("pets", "/pets", "get") }]);
  const before = await read(base);
  expect(before.text).toContain("Returns <strong>all</strong> pets.");
  expect(before.text).toMatch(/curl .*https:\/\/api\.example\.com\/v1\/pets\?status=sold/);
  expect(before.text).not.toContain("<script>alert");
  const changed = petstore("https://api.example.com");
  changed.paths["/pets"].get.description = "Returns some of them.";
  await putSpec("pets", changed);
  expect((await read(base)).text).toContain("Returns some of them.");
});

it("the policy lets a page call the servers of its operations, and no others on other pages", async () => {
  await putSpec("policy", petstore("https://api.example.com:8443"));
  const base = await published([
    { title: "Calls", markdown: operation("policy", "/pets", "get") },
    { title: "Plain", markdown: "Words." },
  ]);
  expect((await read(base)).policy).toContain("connect-src 'self' https://api.example.com:8443;");
  expect((await read(`${base}plain`)).policy).toContain("connect-src 'self';");
});

it.each([
  "https://*",
  "https://a;script-src",
  "https://user:secret@example.com",
  "javascript:alert(1)",
  "//example.com",
])("a specification with the server %s does not widen the policy", async (server) => {
  const slug = `hostile-${server.replace(/\W/g, "").toLowerCase()}`;
  await putSpec(slug, petstore(server));
  const base = await published([{ title: "Calls", markdown: operation(slug, "/pets", "get") }]);
  const { policy, text } = await read(base);
  expect(policy).toContain("connect-src 'self';");
  expect(text).toContain("names no address that can be called from here");
});

it("webhooks and schemas are drawn, without a form to try them", async () => {
  await putSpec("more", petstore("https://api.example.com"));
  const base = await published([
    {
      title: "More",
      markdown: `{% openapi-webhook spec="more" name="sold" method="post" %}\n[x](https://example.com)\n{% endopenapi-webhook %}\n\n{% openapi-schemas spec="more" schemas="Pet" %}\n[x](https://example.com)\n{% endopenapi-schemas %}`,
    },
  ]);
  const { text, policy } = await read(base);
  expect(text).toContain("The API sends this request to your server.");
  expect(text).toContain("What it is called");
  expect(text).not.toContain("data-try");
  expect(policy).toContain("connect-src 'self';");
});

it("an operation missing from the specification is named, and the rest of the page is shown", async () => {
  await putSpec("lacking", petstore("https://api.example.com"));
  const base = await published([
    {
      title: "Lacking",
      markdown: `${operation("lacking", "/no/such", "get")}\n\n${operation("none", "/x", "put")}\n\nAfter`,
    },
  ]);
  const { text } = await read(base);
  expect(text).toContain("<code>/no/such</code>");
  expect(text).toContain("<code>/x</code>");
  expect(text).toContain("After");
});

it("computed pages show operations as references, under the headings that links lead to", async () => {
  await putSpec("computed", petstore("https://api.example.com"));
  const base = await published([
    { title: "Welcome", markdown: "Hello." },
    {
      title: "API",
      computed: computedFrom("computed"),
    },
  ]);
  const page = await read(`${base}api/pets`);
  expect(page.text).toMatch(/<h2 id="list-pets">List pets/);
  expect(page.text.match(/data-try=/g)).toHaveLength(3);
  expect(page.text).not.toContain("<strong>Example request</strong>");
  expect(page.policy).toContain("https://api.example.com");
  expect((await read(`${base}api/webhooks`)).text).toContain("The API sends this request to your server.");
  expect((await read(`${base}api/pets.md`)).text).toContain("**Example request**");
});

const manyPaths = (count: number, operation: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "Paths", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      `/things/${number}`,
      { get: { responses: { 200: { description: "The thing" } }, ...operation } },
    ]),
  ),
});

it("others are answered, and read the database, while a large specification is read for a page", async () => {
  await putSpec("large", manyPaths(20_000));
  const base = await published([{ title: "Large", markdown: operation("large", "/things/7", "get") }]);
  const { answer } = startReading(base);
  let isRead = false;
  void answer.then(() => {
    isRead = true;
  });
  const before: boolean[] = [];
  for (let call = 0; call < 3; call += 1) {
    await service.send(`GET /v1/orgs/${service.organization}/openapi/large`);
    before.push(isRead);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(before).toEqual([false, false, false]);
  expect(await (await answer)?.text()).toContain("/things/7");
});

it("a reader who leaves ends the work, and others still read the page", async () => {
  await putSpec("left", manyPaths(20_000));
  const base = await published([{ title: "Left", markdown: operation("left", "/things/7", "get") }]);
  const { answer, leave } = startReading(base);
  await service.send(`GET /v1/orgs/${service.organization}/openapi/left`);
  leave();
  const given = await answer;
  expect(given?.status).toBe(408);
  expect(await given?.text()).toContain("The caller disconnected before there was a response.");
  expect((await read(base)).text).toContain("data-try=");
});

it("a page shows 200 parts of an API, and says so where others would be", async () => {
  await putSpec("parts", manyPaths(230));
  const markdown = Array.from({ length: 230 }, (_, number) => operation("parts", `/things/${number}`, "get"));
  const { text } = await read(await published([{ title: "Parts", markdown: markdown.join("\n\n") }]));
  expect(text.match(/data-try=/g)).toHaveLength(200);
  expect(text.match(/Not shown here because the API reference is too large\./g)).toHaveLength(30);
  expect(text).toContain("<code>/things/229</code>");
});

it("operations that a computed page does not show as references keep their text", async () => {
  await putSpec("computed-parts", manyPaths(210));
  const computed = computedFrom("computed-parts");
  const base = await published([
    { title: "Welcome", markdown: "Hello." },
    { title: "API", computed },
  ]);
  const { text } = await read(`${base}api/other-operations`);
  expect(text.match(/data-try=/g)).toHaveLength(200);
  expect(text.match(/<strong>Example request<\/strong>/g)).toHaveLength(10);
  expect(text).not.toContain("Not shown here");
});

it("schemas, parameters and headers that are not shown are counted", async () => {
  const parameters = Array.from({ length: 203 }, (_, number) => ({
    name: `p${number}`,
    in: "query",
    schema: { type: "string" },
  }));
  const headers = Object.fromEntries(Array.from({ length: 54 }, (_, number) => [`h${number}`, { schema: {} }]));
  const responses = { 200: { description: "The thing", headers } };
  const schemas = Object.fromEntries(Array.from({ length: 205 }, (_, number) => [`S${number}`, { type: "string" }]));
  await putSpec("entries", { ...manyPaths(1, { parameters, responses }), components: { schemas } });
  const base = await published([
    { title: "Operation", markdown: operation("entries", "/things/0", "get") },
    {
      title: "Schemas",
      markdown: `{% openapi-schemas spec="entries" %}\n[x](https://example.com)\n{% endopenapi-schemas %}`,
    },
  ]);
  const page = await read(base);
  expect(page.text).toContain("3 more entries are in the specification.");
  expect(page.text).toContain("4 more entries are in the specification.");
  expect((await read(`${base}schemas`)).text).toContain("5 more entries are in the specification.");
});
