import type { AppRoute } from "../../contract/app-addresses.ts";
import type { OpenAPISpec, OpenAPISpecVersion } from "../../contract/models/openapi-spec.ts";
import type { VersionChanges } from "../../platform/app-records.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { badge, count, drawTime, emptyNote, facts, link, listCrumbs, submit, table } from "../layout/parts.ts";
import { NotFound } from "../respond.ts";

type SpecRoute = AppRoute & { readonly kind: "spec" };

const maxVersions = 50;

/** Limit on versions shown, since the changes of each take a request. */
const maxCompared = 10;

/** A specification and its versions, one version with its changes, or a comparison of any two. */
export async function showSpecification(request: AppRequest, route: SpecRoute): Promise<AppPage> {
  if (route.version !== undefined) return showVersion(request, { ...route, version: route.version });
  const [from, to] = [readVersionParameter(request, "from"), readVersionParameter(request, "to")];
  return from === undefined || to === undefined
    ? showVersions(request, route)
    : showSpecComparison(request, route, from, to);
}

const readVersionParameter = ({ query }: AppRequest, name: "from" | "to") =>
  /^[\w-]{1,100}$/.exec(query.get(name) ?? "")?.[0];

async function showVersions(request: AppRequest, route: SpecRoute): Promise<AppPage> {
  const { client } = request;
  const { organization, id } = route;
  const names = { organizationId: organization, specSlug: id };
  const [spec, versions] = await Promise.all([
    client.openapiSpecs.get(names),
    client.openapiSpecs.listVersions({ ...names, limit: maxVersions }),
  ]);
  const compared = await Promise.all(
    versions.items
      .slice(0, maxCompared)
      .map(({ id: versionId }) => client.openapiSpecs.getVersion({ ...names, versionId })),
  );
  const last = Math.min(1, versions.items.length - 1);
  const rows = versions.items.map((version, index) => [
    pick("from", version, index === last),
    pick("to", version, index === 0),
    [
      link(request.href({ ...route, version: version.id }), version.id),
      version.id === spec.lastVersion && [" ", badge("latest")],
    ],
    drawTime(version.createdAt),
    index < compared.length && drawCounts(compared[index]?.changes),
  ]);
  return {
    title: spec.slug,
    organization,
    breadcrumbs: listCrumbs(request, organization, "openapi"),
    version: `${spec.updatedAt} ${spec.processingState} ${spec.lastVersion}`,
    main: [
      h("h1", {}, spec.slug),
      specFacts(spec),
      (spec.lastProcessedErrors ?? []).length > 0 && [
        h("h2", {}, "Faults"),
        h(
          "ul",
          {},
          (spec.lastProcessedErrors ?? []).map(({ message }) => h("li", {}, message)),
        ),
      ],
      h("h2", {}, "Versions"),
      rows.length === 0
        ? emptyNote("No version was read yet.")
        : h(
            "form",
            { action: request.href(route) },
            table(["From", "To", "Version", "Made", "Changes since the one before"], rows),
            rows.length > 1 && submit("Compare the chosen two"),
          ),
    ],
  };
}

const pick = (name: "from" | "to", { id }: OpenAPISpecVersion, checked: boolean): Child =>
  h("input", {
    type: "radio",
    name,
    value: id,
    checked,
    required: true,
    "aria-label": `${name === "from" ? "From" : "To"} version ${id}`,
  });

const specFacts = (spec: OpenAPISpec): Child =>
  facts([
    ["State", badge(spec.processingState)],
    ["Source", spec.sourceURL === undefined ? "submitted as text" : link(spec.sourceURL, spec.sourceURL)],
    ["Visibility", spec.visibility ?? "private"],
    ["Read", drawTime(spec.lastProcessedAt)],
  ]);

/** The changes between two consecutive versions, which the API provides, or between any two. */
type Changes = VersionChanges | NonNullable<OpenAPISpecVersion["changes"]>;

function drawCounts(changes: Changes | undefined): Child {
  if (changes === undefined) return "none to compare";
  const words = (["added", "changed", "removed"] as const).flatMap((name) =>
    changes[name] === 0 ? [] : [`${changes[name]} ${name}`],
  );
  return [
    changes.breaking > 0 && [badge("breaking", count(changes.breaking, "breaking", "breaking")), " "],
    words.length === 0 ? "no operation" : words.join(", "),
  ];
}

async function showVersion(request: AppRequest, route: SpecRoute & { readonly version: string }): Promise<AppPage> {
  const { organization, id, version: versionId } = route;
  const version = await request.client.openapiSpecs.getVersion({
    organizationId: organization,
    specSlug: id,
    versionId,
  });
  const { changes } = version;
  return {
    title: `Changes of ${id}`,
    organization,
    breadcrumbs: [
      ...listCrumbs(request, organization, "openapi"),
      { title: id, href: request.href({ kind: "spec", organization, id }) },
    ],
    main: [
      h("h1", {}, `Changes of ${id}`),
      facts([
        ["Version", h("code", {}, version.id)],
        ["Made", drawTime(version.createdAt)],
        ["Changes", drawCounts(version.changes)],
      ]),
      changes === undefined
        ? emptyNote("It is the first version: there is no earlier one to compare it with.")
        : drawOperations(changes, "the previous version"),
    ],
  };
}

/** Any two versions. */
async function showSpecComparison(request: AppRequest, route: SpecRoute, from: string, to: string): Promise<AppPage> {
  const { organization, id } = route;
  const read = (versionId: string) =>
    request.client.openapiSpecs.getVersion({ organizationId: organization, specSlug: id, versionId });
  const [older, newer] = await Promise.all([read(from), read(to)]);
  const changes = await request.records.compareSpecVersions({
    organization,
    slug: id,
    older: from,
    newer: to,
    signal: request.context.request.signal,
  });
  if (changes === undefined) throw new NotFound();
  return {
    title: `Two versions of ${id}`,
    organization,
    breadcrumbs: [
      ...listCrumbs(request, organization, "openapi"),
      { title: id, href: request.href({ kind: "spec", organization, id }) },
    ],
    main: [
      h("h1", {}, `Two versions of ${id}`),
      facts([
        ["From", [h("code", {}, older.id), " of ", drawTime(older.createdAt)]],
        ["To", [h("code", {}, newer.id), " of ", drawTime(newer.createdAt)]],
        ["Changes", drawCounts(changes)],
      ]),
      h("p", {}, link(request.href(route, { from: to, to: from }), "Compare the other way round")),
      drawOperations(changes, `version ${from}`),
    ],
  };
}

/** `older` is the version that the changes are relative to. */
function drawOperations(changes: Changes, older: string): Child {
  const rest = changes.added + changes.changed + changes.removed - changes.operations.length;
  return [
    changes.operations.length === 0
      ? emptyNote(`No operation has changed since ${older}.`)
      : table(
          ["Operation", "Change", "Differences"],
          changes.operations.map(({ method, path, change, breaking, details = [] }) => [
            h("code", {}, `${method.toUpperCase()} ${path}`),
            [badge(change), breaking && [" ", badge("breaking")]],
            details.length > 0 &&
              h(
                "ul",
                { class: "targets" },
                details.map((detail) => h("li", {}, detail)),
              ),
          ]),
        ),
    rest > 0 && h("p", {}, `${count(rest, "more operation")} changed.`),
    changes.breaking > 0 && h("p", { class: "small" }, `Breaking: a client made for ${older} may fail.`),
  ];
}
