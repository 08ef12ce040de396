import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { openDatabase } from "../../src/platform/kernel/database/database.ts";
import { copydesk, type Served, serve, temporaryFolder } from "../cli/program.ts";
import { startGitServer } from "../platform/exchange/git/git-server.ts";
import { addColleague, type Colleague } from "../support/colleague.ts";
import { connectAgent } from "./agents.ts";
import { handbook, writeFiles } from "./handbook.ts";

const folder = temporaryFolder();
const data = join(folder, "data");

let service: Served;
let admin: Client;
let adminToken = "";
/** The organization that the installation was made with, and the second one. */
let [local, rigging] = ["", ""];
let base = "";

beforeAll(async () => {
  await writeFiles(join(folder, "docs"), handbook);
  await copydesk(["import", join(folder, "docs"), "--data", data, "--title", "Handbook"]);
  adminToken = (await copydesk(["token", "create", "--name", "admin", "--data", data])).stdout.trim();
  const made = await copydesk(["call", "createOrganization", '{"title":"Tern Rigging"}', "--data", data, "--json"]);
  expect(made.code, made.stderr).toBe(0);
  service = await serve(["--data", data, "--git-hosts", "127.0.0.1"]);
  base = (service.ready.api ?? "").replace(/\/v1$/, "");
  admin = createClient({ baseUrl: base, token: adminToken });
  const { items } = await admin.organizations.list({});
  local = items.find(({ title }) => title === "Local")?.id ?? "";
  rigging = items.find(({ title }) => title === "Tern Rigging")?.id ?? "";
});
afterAll(() => service.stop());

type Actor = Colleague & { readonly client: Client };

async function addActor(organization: string, name: string): Promise<Actor> {
  const database = await openDatabase(data);
  try {
    const now = () => new Date().toISOString();
    const person = await addColleague({ database, now }, organization, { role: "create", name });
    return { ...person, client: createClient({ baseUrl: base, token: person.token }) };
  } finally {
    await database.close();
  }
}

const titlesIn = async (client: Client, organizationId: string) =>
  (await client.spaces.list({ organizationId })).items.map(({ title }) => title);

const operationsIn = async (organization: string) => {
  const database = await openDatabase(data);
  try {
    return await database.read(async (queries) => {
      const rows = await queries
        .selectFrom("act")
        .select("operation")
        .where("organization", "=", organization)
        .where("operation", "like", "transfer%")
        .execute();
      return rows.map(({ operation }) => operation);
    });
  } finally {
    await database.close();
  }
};

describe("a space transferred from one organization to another", () => {
  it("takes its pages, files, change requests and comments along, and leaves people, sites and search behind", async () => {
    const [ours, theirs] = [await addActor(local, "Ana"), await addActor(rigging, "Bo")];
    const space = await admin.spaces.create({ organizationId: local, title: "Masts" });
    const spaceId = space.id;
    const draft = await admin.changeRequests.create({ spaceId, subject: "First pages" });
    const changeRequestId = draft.id;
    await admin.changeRequestContent.apply({
      spaceId,
      changeRequestId,
      changes: [
        { operation: "insert_page", title: "Carbon masts", document: { markdown: "A zircon mast." } },
        { operation: "insert_files", files: [{ name: "mast.txt", contentType: "text/plain", base64: "bWFzdA==" }] },
      ],
    });
    await admin.changeRequests.merge({ spaceId, changeRequestId });
    const open = await ours.client.changeRequests.create({ spaceId, subject: "Second thoughts" });
    await ours.client.spaceComments.create({ spaceId, body: { markdown: "Which mast?" } });
    await admin.spacePermissions.grant({ spaceId, users: [ours.user], role: "admin" });
    const site = await admin.sites.create({
      organizationId: local,
      title: "Masts",
      visibility: "public",
      spaces: [spaceId],
    });
    await admin.sitePublishing.publish({ organizationId: local, siteId: site.id });
    const address = (await admin.sites.get({ organizationId: local, siteId: site.id })).urls.published ?? "";
    expect((await fetch(address)).status).toBe(200);

    const moved = await admin.spaces.transfer({ spaceId, organization: rigging });
    expect(moved.organization).toBe(rigging);
    expect(moved.visibility).toBe("private");
    expect(moved.urls.published).toBeUndefined();

    // The people of the first organization have lost it, and those of the second find it.
    await expect(ours.client.spaces.get({ spaceId })).rejects.toMatchObject({ status: 404 });
    expect(await titlesIn(ours.client, local)).toEqual(["Handbook"]);
    expect(await titlesIn(theirs.client, rigging)).toEqual(["Masts"]);
    expect((await admin.spacePermissions.listUsers({ spaceId })).items).toEqual([]);
    const search = async (client: Client, organizationId: string) =>
      (await client.search.organization({ organizationId, query: "zircon" })).items.map(({ title }) => title);
    expect(await search(ours.client, local)).toEqual([]);
    expect(await search(theirs.client, rigging)).toEqual(["Masts"]);

    // The content came along, with what people wrote.
    const { items: files } = await theirs.client.files.list({ spaceId });
    expect(files.map(({ name }) => name)).toEqual(["mast.txt"]);
    expect(await (await fetch(files[0]?.downloadURL ?? "")).text()).toBe("mast");
    const { items: drafts } = await theirs.client.changeRequests.listInOrganization({
      organizationId: rigging,
      status: ["draft", "open", "merged"],
    });
    expect(drafts.map(({ subject }) => subject).sort()).toEqual(["First pages", "Second thoughts"]);
    const { items: comments } = await theirs.client.spaceComments.list({ spaceId });
    expect(comments.map(({ body, postedBy }) => [body, postedBy.displayName, postedBy.email])).toEqual([
      [{ markdown: "Which mast?" }, "Ana", undefined],
    ]);
    expect(open.createdBy?.displayName).toBe("Ana");

    // The site shows it no more, and the site of the other organization may.
    expect((await fetch(address)).status).toBe(404);
    const other = await theirs.client.sites.create({ organizationId: rigging, title: "Rigging", spaces: [spaceId] });
    expect(other.siteSpaces).toBe(1);

    // Both organizations have a record of it.
    expect(await operationsIn(local)).toEqual(["transferSpace"]);
    expect(await operationsIn(rigging)).toEqual(["transferSpace"]);

    // Back again: a transfer to where it is changes nothing.
    await expect(admin.spaces.transfer({ spaceId, organization: rigging })).rejects.toMatchObject({ status: 409 });
  });
});

describe("a collection transferred from one organization to another", () => {
  it("takes its spaces with their Git connection along, ends installations, and hides links across the two", async () => {
    const git = await startGitServer();
    git.commit({ "README.md": "# Sails\n\nRed.\n" });
    const shelf = await admin.collections.create({ organizationId: local, title: "Shelf" });
    const sails = await admin.spaces.create({ organizationId: local, title: "Sails", parent: shelf.id });
    await admin.git.import({ spaceId: sails.id, url: git.url, ref: "refs/heads/main" });
    await expect.poll(async () => (await admin.git.getInfo({ spaceId: sails.id })).repoName).toBe("team/docs");
    const page = (await admin.pages.list({ spaceId: sails.id })).pages[0]?.id ?? "";
    const own = `${base}/app/${local}/s/${sails.id}/`;
    const draft = await admin.changeRequests.create({ spaceId: sails.id, subject: "Link" });
    const document = { markdown: `# Links\n\n[Sails](${own}) [Sails](README.md)` };
    await admin.changeRequestContent.apply({
      spaceId: sails.id,
      changeRequestId: draft.id,
      changes: [{ operation: "insert_page", title: "Links", document }],
    });
    await admin.changeRequests.merge({ spaceId: sails.id, changeRequestId: draft.id });
    const linksInApp = async () =>
      (await admin.spaces.listLinks({ spaceId: sails.id, status: "in-app" })).items.map(({ status }) => status);
    expect(await linksInApp()).toEqual(["in-app"]);
    await admin.integrations.publish({
      integrationName: "chat",
      title: "Chat",
      description: "Posts.",
      script: "",
      scopes: ["space:content:read"],
      organization: local,
    });
    const { id: installationId } = await admin.installations.install({
      integrationName: "chat",
      organization: local,
    });
    const installed = { integrationName: "chat", installationId };
    await admin.installations.update({ ...installed, space_selection: "selected" });
    await admin.installations.installOnSpace({ ...installed, space: sails.id });
    expect((await admin.installations.listOnSpaces({ integrationName: "chat" })).count).toBe(1);

    const moved = await admin.collections.transfer({ collectionId: shelf.id, organization: rigging });
    expect([moved.organization, moved.parent]).toEqual([rigging, undefined]);
    const { items } = await admin.collections.listSpaces({ collectionId: shelf.id });
    expect(items.map(({ title, organization }) => [title, organization])).toEqual([["Sails", rigging]]);
    expect((await admin.git.getInfo({ spaceId: sails.id })).repoName).toBe("team/docs");

    // The installation of the first organization has lost the space, and is told so.
    expect((await admin.installations.listOnSpaces({ integrationName: "chat" })).count).toBe(0);
    const { items: events } = await admin.integrations.listEvents({ integrationName: "chat", status: "waiting" });
    expect(events.map(({ payload }) => payload.type)).toContain("space_installation_deleted");

    // An address in the web application names its organization, so one of before leads nowhere.
    await expect(admin.urls.getContent({ url: own })).rejects.toMatchObject({ status: 404 });
    expect(await linksInApp()).toEqual([]);
    expect((await admin.pages.listBacklinks({ spaceId: sails.id, pageId: page })).count).toBe(1);
    expect(await operationsIn(local)).toContain("transferCollection");
    expect(await operationsIn(rigging)).toContain("transferCollection");
  });
});

describe("an installation with two organizations", () => {
  it("has agents name the organization, and find spaces of both", async () => {
    const agent = await connectAgent("SDK v2, modern", { url: service.ready.mcp ?? "", token: adminToken });
    const listed = await agent.call("list_spaces", {});
    for (const title of ["Handbook", "Masts", "Sails"]) expect(listed).toContain(`- ${title} (id `);
    const asked = await agent.refusal("show_organization", { about: "members" });
    expect(asked).toContain(local);
    expect(asked).toContain(rigging);
    expect(await agent.call("show_organization", { about: "members", organization: "Tern Rigging" })).toContain("Bo");
    const create = { operation: "createSpace", arguments: { title: "Ropes" } };
    expect(await agent.refusal("write_operation", create)).toContain("Tern Rigging");
    const named = { operation: "createSpace", arguments: { title: "Ropes", organizationId: "Tern Rigging" } };
    expect(await agent.call("write_operation", named)).toContain("Ropes");
    expect(await agent.call("search_docs", { query: "zircon" })).toContain("Carbon masts");
    await agent.close();
  });

  it("has commands that name the organization, and use the installation's own without it", {
    timeout: 120_000,
  }, async () => {
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await copydesk([...args, "--data", data]);
      return code === 0 ? stdout : stderr;
    };
    const second = ["--organization", "Tern Rigging"];
    const added = (await run("user", "add", "eve@tern.example", "--role", "edit", ...second)).trim();
    expect(await run("user", "list", ...second)).toContain(`${added}  eve@tern.example  eve@tern.example  edit`);
    expect(await run("user", "list")).toContain(`${added}  eve@tern.example  eve@tern.example  no member`);
    expect(await run("invite", "fay@tern.example", ...second)).toMatch(/^http:\/\/\S+\n$/);
    const invited = (await admin.invites.list({ organizationId: rigging })).items.map(({ email }) => email);
    expect(invited).toEqual(["fay@tern.example"]);
    await run("import", join(folder, "docs"), "--title", "Rigging handbook", ...second);
    expect(await titlesIn(admin, rigging)).toContain("Rigging handbook");
    expect(await run("export", "Rigging handbook", join(folder, "out"))).toBe("");
    expect(await run("user", "list", "--organization", "Nobody")).toContain(
      `--organization: there is no organization "Nobody". Name one of these by its id:\n  ${local}  Local\n  ${rigging}  Tern Rigging`,
    );
    expect(await run("doctor")).toContain('in 2 organizations: "Local", "Tern Rigging"');
  });

  it("shows both on the desk, and signs in through the provider of either", async () => {
    const link = (await copydesk(["login", "--data", data])).stdout.trim();
    expect(link).toContain("/app/sign-in/link?code=");
    const saml = await admin.samlProviders.create({ organizationId: rigging, label: "Mast works" });
    expect(saml.status).toBe("pending");
    expect((await admin.samlProviders.list({ organizationId: local })).items).toEqual([]);
  });

  it("lets administrators of its own organization alone make others", async () => {
    const theirs = await addActor(rigging, "Gus");
    await admin.members.update({ organizationId: rigging, userId: theirs.user, role: "admin" });
    await expect(theirs.client.organizations.create({ title: "Third" })).rejects.toMatchObject({ status: 403 });
  });
});
