/**
 * Addresses of the browser desk's pages, below `/app/`. The platform includes them in its responses, and the pages are
 * served at them; nothing else builds or parses them.
 */

/** The lists of an organization. */
export const organizationLists = [
  "changes",
  "search",
  "issues",
  "translations",
  "openapi",
  "sites",
  "members",
  "jobs",
  "audit",
] as const;

export type OrganizationList = (typeof organizationLists)[number];

/** The views of a space or change request besides its pages. */
export const contentViews = ["history", "compare", "changes", "search", "files", "links", "git", "edit"] as const;

export type ContentView = (typeof contentViews)[number];

/** The views that can be limited to one page. */
const viewsOfPages: ReadonlySet<ContentView> = new Set(["compare", "edit"]);

interface SpaceName {
  readonly organization: string;
  readonly space: string;
}

/** The content of a space or of one of its change requests. */
export interface ContentName extends SpaceName {
  readonly changeRequest?: number | undefined;
}

export type AppRoute =
  | { readonly kind: "home" }
  | { readonly kind: "organization"; readonly organization: string }
  | { readonly kind: "list"; readonly organization: string; readonly list: OrganizationList }
  | { readonly kind: "collection"; readonly organization: string; readonly id: string }
  | { readonly kind: "site"; readonly organization: string; readonly id: string }
  | {
      readonly kind: "spec";
      readonly organization: string;
      readonly id: string;
      /** One version, with its differences from the previous one. */
      readonly version?: string | undefined;
    }
  | { readonly kind: "conversation"; readonly organization: string; readonly id: string }
  | { readonly kind: "issue"; readonly organization: string; readonly id: string }
  | { readonly kind: "translation"; readonly organization: string; readonly id: string }
  | { readonly kind: "installation"; readonly organization: string; readonly id: string }
  | { readonly kind: "integration"; readonly id: string }
  /** A space or change request as a whole. */
  | ({ readonly kind: "content" } & ContentName)
  | ({ readonly kind: "page"; readonly path: string } & ContentName)
  | ({ readonly kind: "view"; readonly view: ContentView; readonly path: string } & ContentName);

/** Segments that a part of an organization begins with. */
const parts = {
  collection: "c",
  site: "sites",
  spec: "openapi",
  conversation: "transcripts",
  /** Ids that the service gives to issue clusters. */
  issue: "conversations",
  translation: "translations",
  installation: "integrations",
} as const;

type Part = keyof typeof parts;

const isPart = (kind: string): kind is Part => Object.hasOwn(parts, kind);

/** Returns the path of a route, from the server's root. */
export function appPath(route: AppRoute): string {
  switch (route.kind) {
    case "home":
      return "/app/";
    case "integration":
      return `/app/integrations/${encoded(route.id)}`;
    case "organization":
      return `/app/${encoded(route.organization)}`;
    case "list":
      return `/app/${encoded(route.organization)}/${route.list}`;
    case "content":
      return contentPath(route);
    case "page":
      return contentPath(route) + below(route.path);
    case "view":
      return `${contentPath(route)}/~/${route.view}${below(route.path)}`;
    case "spec": {
      const path = `/app/${encoded(route.organization)}/${parts.spec}/${encoded(route.id)}`;
      return route.version === undefined ? path : `${path}/${encoded(route.version)}`;
    }
    default:
      return `/app/${encoded(route.organization)}/${parts[route.kind]}/${encoded(route.id)}`;
  }
}

const spacePath = ({ organization, space }: SpaceName): string => `/app/${encoded(organization)}/s/${encoded(space)}`;

function contentPath(name: ContentName): string {
  const base = spacePath(name);
  return name.changeRequest === undefined ? base : `${base}/~/changes/${name.changeRequest}`;
}

const below = (path: string) => (path === "" ? "" : `/${path.split("/").map(encoded).join("/")}`);

const encoded = (segment: string) => encodeURIComponent(segment);

/** Returns what a path below `/app/` names, or undefined for an unknown path. */
export function readAppPath(path: string): AppRoute | undefined {
  const segments = decodedSegments(path);
  if (segments?.shift() !== "app") return undefined;
  const [organization, first, id, ...rest] = segments;
  if (organization === undefined) return { kind: "home" };
  if (organization === "integrations" && first !== undefined && id === undefined) {
    return { kind: "integration", id: first };
  }
  if (first === undefined) return { kind: "organization", organization };
  if (first === "s") return id === undefined ? undefined : readContentRoute({ organization, space: id }, rest);
  if (id === undefined) {
    const list = organizationLists.find((name) => name === first);
    return list && { kind: "list", organization, list };
  }
  const kind = Object.keys(parts).find((name) => isPart(name) && parts[name] === first);
  if (kind === undefined || !isPart(kind)) return undefined;
  if (kind === "spec" && rest.length === 1) return { kind, organization, id, version: rest[0] };
  return rest.length > 0 ? undefined : { kind, organization, id };
}

function readContentRoute(name: ContentName, segments: readonly string[]): AppRoute | undefined {
  const [first, second, ...rest] = segments;
  if (first === undefined) return { kind: "content", ...name };
  if (first !== "~") return { kind: "page", ...name, path: segments.join("/") };
  const number = /^\d{1,9}$/.exec(rest[0] ?? "")?.[0];
  if (second === "changes" && number !== undefined && name.changeRequest === undefined) {
    return readContentRoute({ ...name, changeRequest: Number(number) }, rest.slice(1));
  }
  const view = contentViews.find((known) => known === second);
  if (view === undefined || (rest.length > 0 && !viewsOfPages.has(view))) return undefined;
  return { kind: "view", ...name, view, path: rest.join("/") };
}

/** A trailing slash is ignored; an encoded slash is rejected. */
function decodedSegments(path: string): string[] | undefined {
  try {
    const segments = path.split("/").filter((segment) => segment !== "");
    const decoded = segments.map(decodeURIComponent);
    return decoded.some((segment) => /[/\0]/.test(segment)) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
