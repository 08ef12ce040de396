import { startService } from "../../../pins/service.ts";

/** Requests computed pages of an indexed specification, and computes them until this process is killed. */
const [folder = "", text = ""] = process.argv.slice(2);
const { organization, send, platform } = await startService(folder);
const post = async (path: string, body: object) =>
  (await send(`POST /v1/${path}`, { body: JSON.stringify(body) })).json as { id: string };
await post(`orgs/${organization}/openapi`, { slug: "pets", source: { text } });
await platform.jobsSettled();
const { id: space } = await post(`orgs/${organization}/spaces`, { title: "Docs" });
const { id: draft } = await post(`spaces/${space}/change-requests`, {});
const computed = { type: "builtin:openapi", dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } } };
await post(`spaces/${space}/change-requests/${draft}/content`, { changes: [{ operation: "insert_page", computed }] });
await post(`spaces/${space}/change-requests/${draft}/merge`, {});
process.stdout.write(`${space}\n`);
await platform.jobsSettled();
