import { afterAll, beforeAll, expect, it } from "vitest";
import { missingMembers } from "./required-members.ts";
import { type Service, startService } from "./service.ts";

const text =
  '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{"/dogs":{"get":{"tags":["dogs"],"summary":"List dogs","responses":{"200":{"description":"Dogs"}}}}}}';
const asked =
  '{"changes":[{"operation":"insert_page","computed":{"type":"builtin:openapi","props":{"models":false},"dependencies":{"spec":{"ref":{"kind":"openapi","spec":"pets"}}}}}]}';

let service: Service;
let space = "";
let draft = "";

const post = async (path: string, body: string) =>
  (await service.send(`POST /v1/${path}`, { body })).json as Record<string, string>;
const get = async (path: string) => (await service.send(`GET /v1/spaces/${space}/${path}`)).json as never;

beforeAll(async () => {
  service = await startService();
  await post(`orgs/${service.organization}/openapi`, JSON.stringify({ slug: "pets", source: { text } }));
  await service.platform.jobsSettled();
  space = (await post(`orgs/${service.organization}/spaces`, '{"title":"Docs"}')).id ?? "";
  draft = (await post(`spaces/${space}/change-requests`, "{}")).id ?? "";
  await post(`spaces/${space}/change-requests/${draft}/content`, asked);
});
afterAll(() => service.close());

const dependencies = { spec: { ref: { kind: "openapi", spec: "pets" } } };
const source = { type: "builtin:openapi", props: { models: false }, dependencies };
const time = { createdAt: "2026-01-02T03:04:05.000Z", updatedAt: "2026-01-02T03:04:05.000Z" };
const id = expect.stringMatching(/^\w{20}$/) as string;
const app = () => `https://docs.example.com/app/${service.organization}/s/${space}/~/changes/1`;
const layout = {
  width: "default",
  cover: true,
  coverSize: "hero",
  coverMask: "none",
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
};

it("a page that requests computed ones is of the type computed until they exist, and where they are left out", async () => {
  const waiting = {
    id,
    title: "pets",
    type: "computed",
    ...time,
    slug: "pets",
    path: "pets",
    urls: { app: `${app()}/pets` },
    pages: [],
    computed: source,
    computedSeed: id,
  };
  expect(await get(`change-requests/${draft}/content/pages`)).toEqual({ pages: [waiting] });
  await service.platform.jobsSettled();
  expect(await get(`change-requests/${draft}/content/pages?computed=false`)).toEqual({
    pages: [{ ...waiting, title: "Pets" }],
  });
});

it("a computed page is a document that says what part of the source it shows", async () => {
  const revision = (await get(`change-requests/${draft}/content`)) as { parents: string[]; pages: unknown[] };
  const page = (title: string, path: string, props: object, more: object) => ({
    id,
    title,
    kind: "sheet",
    type: "document",
    ...time,
    slug: path.replace(/^.*\//, ""),
    path,
    urls: { app: `${app()}/${path}` },
    pages: [],
    layout,
    tags: [],
    computed: { type: "builtin:openapi", props, dependencies },
    computedSeed: id,
    ...more,
  });
  const dogs = page("dogs", "pets/dogs", { doc: "operations", page: "dogs" }, {});
  expect(revision).toEqual({
    object: "revision",
    id,
    type: "computed",
    parents: [id],
    sourceRevision: revision.parents[0],
    pages: [page("Pets", "pets", { doc: "info", page: "Pets" }, { pages: [dogs] })],
    files: [],
    reusableContents: [],
    variables: {},
    tags: [],
    createdAt: "2026-01-02T03:04:05.000Z",
    urls: { app: app() },
  });
  expect(missingMembers(revision, "", "RevisionTypeComputed")).toEqual([]);
  expect(missingMembers(revision, "pages[]", "RevisionPageDocument")).toEqual([]);
});

it("a computed page has Markdown text", async () => {
  const read = (await get(`change-requests/${draft}/content/path/pets%2Fdogs?format=markdown`)) as { markdown: string };
  expect(read.markdown).toBe(
    "# dogs\n\n- `GET /dogs` [List dogs](#list-dogs)\n\n## List dogs\n\n`GET /dogs`\n\n**Example request**\n\n```http\nGET /dogs HTTP/1.1\n```\n\n**Responses**\n\n- `200` Dogs\n",
  );
});

it("a computed page cannot be edited", async () => {
  const { pages } = (await get(`change-requests/${draft}/content/pages`)) as { pages: { pages: { id: string }[] }[] };
  const page = pages[0]?.pages[0]?.id ?? "";
  const answer = await service.send(`POST /v1/spaces/${space}/change-requests/${draft}/content`, {
    body: JSON.stringify({ changes: [{ operation: "delete_page", page }] }),
  });
  expect(answer.status).toBe(409);
  expect((answer.json as { error: { message: string } }).error.message).toMatch(
    /^changes\.0 \(delete_page\): page: page \w{20} is computed from OpenAPI specification "pets"\. Change that instead\. Page \w{20}, which requests it, can be moved, renamed and deleted\.$/,
  );
});
