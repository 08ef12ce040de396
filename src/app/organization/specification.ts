import type { AppPlace } from "../../contract/app-addresses.ts";
import type { OpenAPISpec, OpenAPISpecVersion } from "../../contract/models/openapi-spec.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { badge, count, facts, link, listCrumbs, nothing, table, timeOf } from "../layout/parts.ts";

type SpecPlace = AppPlace & { readonly kind: "spec" };

const mostVersions = 50;

/** Each one's changes are a request of their own. */
const mostCompared = 10;

/** A specification and its versions, or one version with what is different from the one before. */
export async function showSpecification(request: AppRequest, place: SpecPlace): Promise<AppPage> {
  return place.version === undefined
    ? showVersions(request, place)
    : showVersion(request, { ...place, version: place.version });
}

async function showVersions(request: AppRequest, place: SpecPlace): Promise<AppPage> {
  const { client } = request;
  const { organization, id } = place;
  const names = { organizationId: organization, specSlug: id };
  const [spec, versions] = await Promise.all([
    client.openapiSpecs.get(names),
    client.openapiSpecs.listVersions({ ...names, limit: mostVersions }),
  ]);
  const compared = await Promise.all(
    versions.items
      .slice(0, mostCompared)
      .map(({ id: versionId }) => client.openapiSpecs.getVersion({ ...names, versionId })),
  );
  const rows = versions.items.map((version, index) => [
    [
      link(request.href({ ...place, version: version.id }), version.id),
      version.id === spec.lastVersion && [" ", badge("latest")],
    ],
    timeOf(version.createdAt),
    drawCounts(compared[index]),
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
        ? nothing("No version was read yet.")
        : table(["Version", "Made", "Changes since the one before"], rows),
    ],
  };
}

const specFacts = (spec: OpenAPISpec): Child =>
  facts([
    ["State", badge(spec.processingState)],
    ["Source", spec.sourceURL === undefined ? "handed in as text" : link(spec.sourceURL, spec.sourceURL)],
    ["Visibility", spec.visibility ?? "private"],
    ["Read", timeOf(spec.lastProcessedAt)],
  ]);

function drawCounts(version: OpenAPISpecVersion | undefined): Child {
  if (version === undefined) return undefined;
  const { changes } = version;
  if (changes === undefined) return "none to compare";
  const words = (["added", "changed", "removed"] as const).flatMap((name) =>
    changes[name] === 0 ? [] : [`${changes[name]} ${name}`],
  );
  return [
    changes.breaking > 0 && [badge("breaking", count(changes.breaking, "breaking", "breaking")), " "],
    words.length === 0 ? "no operation" : words.join(", "),
  ];
}

async function showVersion(request: AppRequest, place: SpecPlace & { readonly version: string }): Promise<AppPage> {
  const { organization, id, version: versionId } = place;
  const version = await request.client.openapiSpecs.getVersion({
    organizationId: organization,
    specSlug: id,
    versionId,
  });
  const { changes } = version;
  const total = changes === undefined ? 0 : changes.added + changes.changed + changes.removed;
  const rest = total - (changes?.operations.length ?? 0);
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
        ["Made", timeOf(version.createdAt)],
        ["Changes", drawCounts(version)],
      ]),
      changes === undefined
        ? nothing("It is the first version: there is none before to compare it with.")
        : changes.operations.length === 0
          ? nothing("Every operation is as it was in the version before.")
          : table(
              ["Operation", "Change", "What is different"],
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
      changes !== undefined &&
        changes.breaking > 0 &&
        h("p", { class: "small" }, "Breaking: a client made for the version before may fail."),
    ],
  };
}
