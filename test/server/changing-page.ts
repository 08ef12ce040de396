import { expect } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";

const urls = { location: "https://docs.example.com/x", app: "https://docs.example.com/x" };

/** A service of one space with one page that a test can write, and clients of it. */
export function changingPage() {
  let revision = 1;
  let exists = true;
  let requests = 0;
  let trees = 0;

  const answers: Readonly<Record<string, () => object>> = {
    "/v1/spaces/api": () => ({ object: "space", id: "api", title: "API docs", revision: `r${revision}`, urls }),
    "/v1/spaces/api/content/pages": () => {
      trees += 1;
      const updatedAt = new Date(revision * 60_000).toISOString();
      return { pages: exists ? [{ id: "p2", title: "Install", type: "document", updatedAt }] : [] };
    },
  };
  const service = async (request: Request): Promise<Response> => {
    requests += 1;
    const answer = answers[new URL(request.url).pathname];
    if (request.headers.get("authorization") === "Bearer stranger") return refusal(403, "Not yours");
    return answer === undefined ? refusal(404, "Not found") : Response.json(answer());
  };

  return {
    uri: "docs://spaces/api/pages/p2",
    write() {
      revision += 1;
      exists = true;
    },
    remove() {
      revision += 1;
      exists = false;
    },
    /** Resolves when a watcher has read the page. */
    seen: () => expect.poll(() => trees).toBeGreaterThan(0),
    /** The requests to the service so far. */
    get requests() {
      return requests;
    },
    client: (token = "member"): Client => createClient({ baseUrl: "https://docs.example.com", token, fetch: service }),
  };
}

/** A client of a service in which every space exists. */
export const anySpace: Client = createClient({
  baseUrl: "https://docs.example.com",
  fetch: async () => Response.json({ object: "space", id: "any", title: "Any", revision: "r1", urls }),
});

function refusal(code: number, message: string): Response {
  return Response.json({ error: { code, message } }, { status: code });
}
