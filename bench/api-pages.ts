import { holdingOf } from "./loop-holding.ts";
import type { Workspace } from "./workspace.ts";

interface ApiPage {
  readonly name: string;
  readonly ms: number;
  readonly processor: number;
  readonly longest: number;
  readonly bytes: number;
}

/** Pages of a published site that show operations and schemas of an API with many paths. */
export async function measureApiPages(workspace: Workspace, paths: number): Promise<ApiPage[]> {
  const { client, platform, organization: organizationId } = workspace;
  const source = { text: JSON.stringify(generatePaths(paths)) };
  await client.openapiSpecs.set({ organizationId, specSlug: "paths", source });
  const { id: spaceId } = await client.spaces.create({ organizationId, title: "Paths" });
  const change = await client.changeRequests.create({ spaceId, subject: "Pages" });
  const operation = (number: number) =>
    `{% openapi-operation spec="paths" path="/things/${number}" method="get" %}\n[paths](https://example.com)\n{% endopenapi-operation %}\n\n`;
  const texts = {
    plain: "Words.",
    one: operation(1),
    another: operation(2),
    many: Array.from({ length: 200 }, (_, number) => operation(number)).join(""),
    schemas: `{% openapi-schemas spec="paths" %}\n[paths](https://example.com)\n{% endopenapi-schemas %}`,
  };
  const changes = Object.entries(texts).map(
    ([title, markdown]) => ({ operation: "insert_page", title, document: { markdown } }) as const,
  );
  await client.changeRequestContent.apply({ spaceId, changeRequestId: change.id, changes });
  await client.changeRequests.merge({ spaceId, changeRequestId: change.id });
  const site = await client.sites.create({ organizationId, title: "Paths", visibility: "public", spaces: [spaceId] });
  await client.sitePublishing.publish({ organizationId, siteId: site.id });
  await platform.jobsSettled();
  const { urls } = await client.sites.get({ organizationId, siteId: site.id });
  const { pathname } = new URL(urls?.published ?? "");
  const base = `http://127.0.0.1:5050${pathname}`;
  const read = async (path: string) => {
    const response = await platform.serveReader(new Request(base + path), true);
    if (response?.status !== 200) throw new Error(`${path}: ${response?.status}`);
    return (await response.arrayBuffer()).byteLength;
  };
  const subjects: ApiPage[] = [];
  // The first page of a site takes longer.
  await read("");
  const measured = { one: "first operation", another: "another operation", many: "200 operations", schemas: "schemas" };
  for (const [path, what] of Object.entries(measured)) {
    const { ms, processor, longest, result } = await holdingOf(() => read(path));
    subjects.push({ name: `${what} of ${paths} paths`, ms, processor, longest, bytes: result });
  }
  return subjects;
}

function generatePaths(count: number): object {
  const text = { type: "string" };
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      `/things/${number}`,
      {
        get: {
          operationId: `read${number}`,
          summary: `Reads thing ${number}`,
          parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
          responses: {
            200: {
              description: "The thing",
              content: { "application/json": { schema: { $ref: `#/components/schemas/Thing${number % 1000}` } } },
            },
          },
        },
      },
    ]),
  );
  const schemas = Object.fromEntries(
    Array.from({ length: 1000 }, (_, number) => [
      `Thing${number}`,
      {
        type: "object",
        properties: { id: text, name: text, next: { $ref: `#/components/schemas/Thing${(number + 1) % 1000}` } },
      },
    ]),
  );
  return {
    openapi: "3.1.0",
    info: { title: "Paths", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths,
    components: { schemas },
  };
}
