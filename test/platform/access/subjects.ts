import type { Service } from "../../pins/service.ts";
import { insertFile, insertPages, makeChangeRequest, text } from "../http/content.ts";
import { analyse, clustersOf, issuesOf, talk } from "../knowledge/conversations/conversing.ts";
import { makeCollection, makeSpaceIn } from "../workspace/spaces/arrangement.ts";

/** Whose objects are made. */
export interface SubjectOwner {
  readonly service: Service;
  /** The user that a path names. */
  readonly user: string;
  /** A conversation and what was found in it: ids by their names in the path. */
  readonly conversation: ReadonlyMap<string, string>;
}

/** Makes a conversation in which something is found. */
export async function makeConversation(service: Service): Promise<ReadonlyMap<string, string>> {
  await analyse(service, talk("talk", "The PDF export times out."), talk("talk-2", "PDF export has a timeout"));
  const [cluster, issue] = [(await clustersOf(service))[0], (await issuesOf(service))[0]];
  return new Map([
    ["conversationId", "talk"],
    ["issueId", issue?.id ?? ""],
    ["clusterId", cluster?.id ?? ""],
  ]);
}

/** New objects of everything that an operation can be about: ids by their names in the path. */
export async function makeSubjects(
  { service, user, conversation }: SubjectOwner,
  path: string,
): Promise<Map<string, string>> {
  const collection = await makeCollection(service, "Shelf");
  const space = await makeSpaceIn(service, "Guides", { parent: collection });
  const first = await makeChangeRequest(service, space);
  const [page = ""] = await insertPages(service, first, [{ title: "Start" }]);
  const bytes = new TextEncoder().encode("x");
  const file = await insertFile(service, first, { name: "a.txt", contentType: "text/plain", bytes });
  await service.send(`POST ${first}/merge`);
  const changeRequest = await makeChangeRequest(service, space);
  await insertPages(service, changeRequest, [{ title: "More" }]);
  const discussed = path.includes("{changeRequestId}") ? changeRequest : `/v1/spaces/${space}`;
  const body = '{"body":{"markdown":"Hm."}}';
  const comment = text(await service.send(`POST ${discussed}/comments`, { body }), "id");
  const reply = text(await service.send(`POST ${discussed}/comments/${comment}/replies`, { body }), "id");
  return new Map([
    ...conversation,
    ["organizationId", service.organization],
    ["collectionId", collection],
    ["spaceId", space],
    ["pageId", page],
    ["pagePath", "start"],
    ["fileId", text(file, "insertedFiles.0.id")],
    ["revisionId", text(await service.send(`GET /v1/spaces/${space}`), "revision")],
    ["changeRequestId", changeRequest.slice(changeRequest.lastIndexOf("/") + 1)],
    ["commentId", comment],
    ["commentReplyId", reply],
    ["reviewId", "none"],
    ["userId", user],
    ["teamId", await makeTeam(service)],
    ["samlProviderId", path.includes("{samlProviderId}") ? await makeSamlProvider(service) : "none"],
    ["translationId", await makeTranslation(service, space)],
    ...(await makeIntegration(service, path)),
    ...(/\/sites(\/|$)|urls\/published/.test(path) ? await makeSite(service, space) : []),
    ["importRunId", path.includes("{importRunId}") ? await startImport(service, space) : "none"],
  ]);
}

let integrations = 0;

/** A public integration of the organization that is installed in it. */
async function makeIntegration(service: Service, path: string): Promise<[string, string][]> {
  if (!path.includes("{integrationName}")) return [];
  integrations += 1;
  const name = `chat-${integrations}`;
  const { organization } = service;
  const published = {
    title: "Chat",
    description: "Posts.",
    scopes: [],
    script: "",
    organization,
    visibility: "public",
  };
  await service.send(`POST /v1/integrations/${name}`, { body: JSON.stringify(published) });
  const body = JSON.stringify({ organization });
  const installation = await service.send(`POST /v1/integrations/${name}/installations`, { body });
  return [
    ["integrationName", name],
    ["installationId", text(installation, "id")],
  ];
}

async function makeTeam(service: Service): Promise<string> {
  const made = await service.send(`PUT /v1/orgs/${service.organization}/teams`, { body: '{"title":"Writers"}' });
  return text(made, "id");
}

async function makeSamlProvider(service: Service): Promise<string> {
  const made = await service.send(`POST /v1/orgs/${service.organization}/saml`, { body: '{"label":"Mast works"}' });
  return text(made, "id");
}

/** A published site of one space in a section and a group, with a redirect and a share link. */
async function makeSite(service: Service, space: string): Promise<[string, string][]> {
  const sites = `/v1/orgs/${service.organization}/sites`;
  const site = text(await service.send(`POST ${sites}`, { body: JSON.stringify({ title: "Manual" }) }), "id");
  const make = async (path: string, body: object) =>
    service.send(`POST ${sites}/${site}/${path}`, { body: JSON.stringify(body) });
  const section = await make("sections", { spaceId: space });
  const redirect = { source: "/old", destination: { kind: "external", url: "https://example.com/" } };
  await service.send(`POST ${sites}/${site}/publish`);
  return [
    ["siteId", site],
    ["siteSectionId", text(section, "id")],
    ["siteSpaceId", text(section, "siteSpaces.0.id")],
    ["siteSectionGroupId", text(await make("section-groups", { title: "Products" }), "id")],
    ["siteRedirectId", text(await make("redirects", redirect), "id")],
    ["shareLinkId", text(await make("share-links", { name: "Partners" }), "id")],
  ];
}

async function makeTranslation(service: Service, space: string): Promise<string> {
  const body = JSON.stringify({ source: { space, language: "en" }, language: "de" });
  return text(await service.send(`POST /v1/orgs/${service.organization}/translations`, { body }), "id");
}

async function startImport(service: Service, space: string): Promise<string> {
  const upload = await service.send("POST /uploads?name=a.md", { body: new TextEncoder().encode("# A\n") });
  const body = JSON.stringify({ source: { type: "file", files: [text(upload, "key")] }, target: { space } });
  return text(await service.send(`POST /v1/org/${service.organization}/imports`, { body }), "id");
}
