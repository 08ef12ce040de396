import type { Exchange } from "./exchange.ts";

/** The default layout of a page in the platform's responses. */
export const usualLayout = {
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

export const localUser = {
  object: "user",
  id: "{user}",
  displayName: "Local user",
  urls: { location: "https://docs.example.com/v1/users/{user}" },
};

export const startMarkdown =
  "---\nemoji: 🚀\ndescription: First steps\n---\n\n# Start here\n\nWelcome to *the* service.\n\n## Install\n\nRun the [installer](start-here/setup.md).\n";

/** A page tree for the two pages of `makeGuides`, in the space (`where` is empty) or in a change request. */
export const guidesPages = (where: string) => [
  {
    id: "{start}",
    title: "Start here",
    kind: "sheet",
    type: "document",
    emoji: "🚀",
    description: "First steps",
    createdAt: "2026-01-02T03:04:05.000Z",
    updatedAt: "2026-01-02T03:04:05.000Z",
    slug: "start-here",
    path: "start-here",
    urls: { app: `https://docs.example.com/app/{organization}/s/{guides}${where}/start-here` },
    pages: [
      {
        id: "{setup}",
        title: "Setup",
        kind: "sheet",
        type: "document",
        createdAt: "2026-01-02T03:04:05.000Z",
        updatedAt: "2026-01-02T03:04:05.000Z",
        slug: "setup",
        path: "start-here/setup",
        urls: { app: `https://docs.example.com/app/{organization}/s/{guides}${where}/start-here/setup` },
        pages: [],
        layout: usualLayout,
        tags: [],
        git: { oid: "be0ceb7e6873f40ac3a31f40cc18962c3bbedc3d", path: "start-here/setup.md" },
      },
    ],
    layout: usualLayout,
    tags: [],
    git: { oid: "08b60f01ebbee53de9c990185604fff625769813", path: "start-here.md" },
  },
];

export const logoFile = {
  id: "{logo}",
  name: "logo.png",
  contentType: "image/png",
  downloadURL:
    "https://docs.example.com/files/{logoBytes}/logo.png?type=image%2Fpng&expires=1767326645&signature={signature}",
  size: 8,
  git: { oid: "0dd1608e45a9c4d35bfc1e6f266a796364aa8754", path: ".gitbook/assets/logo.png" },
};

/** The space `{guides}` with the change request `{draft}` (number 1) of `{start}`, below it `{setup}`, and `{logo}`. */
export async function makeGuides(exchange: Exchange): Promise<void> {
  await exchange({
    send: "POST /v1/orgs/{organization}/spaces",
    body: '{"title":"Guides"}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/spaces/{guides}" },
    answer: guides,
  });
  await exchange({
    send: "POST /v1/spaces/{guides}/change-requests",
    body: '{"subject":"First pages"}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}" },
    answer: firstPages,
  });
  await exchange({
    send: "POST /v1/spaces/{guides}/change-requests/{draft}/content?compat=false",
    body: `{"changes":[
      {"operation":"insert_files","files":[{"name":"logo.png","contentType":"image/png","base64":"iVBORw0KGgo="}]},
      {"operation":"insert_page","title":"Start here","emoji":"🚀","description":"First steps",
       "document":{"markdown":"Welcome to *the* service.\\n\\n## Install\\n\\nRun the [installer](start-here/setup.md).\\n"}}]}`,
    status: 200,
    answer: {
      changeRequest: { ...firstPages, revision: "{firstEdit}" },
      changes: [
        {
          object: "created_page",
          page: {
            object: "page",
            id: "{start}",
            urls: {
              location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}/content/page/{start}",
            },
          },
        },
      ],
      insertedFiles: [logoFile],
    },
    required: {
      "": "ChangeRequestContentUpdate",
      changeRequest: "ChangeRequest",
      "insertedFiles[]": "RevisionFile",
    },
  });
  await exchange({
    send: "POST /v1/spaces/{guides}/change-requests/1/content",
    body: '{"changes":[{"operation":"insert_page","into":"{start}","document":{"markdown":"# Setup\\n\\nThe wizard asks for a folder.\\n"}}]}',
    status: 200,
    answer: { ...firstPages, revision: "{secondEdit}" },
    required: { "": "ChangeRequest" },
  });
  await exchange({
    send: "GET /v1/spaces/{guides}/change-requests/1/content/pages",
    status: 200,
    answer: { pages: guidesPages("/~/changes/1") },
  });
}

/** Merges the change request of `makeGuides`; the space's revision is then `{merged}`. */
export async function mergeGuides(exchange: Exchange): Promise<void> {
  await exchange({
    send: "POST /v1/spaces/{guides}/change-requests/1/merge",
    status: 200,
    answer: { revision: "{merged}", result: "merge" },
  });
}

/** A new space as the first administrator sees it. */
export const guides = {
  object: "space",
  id: "{guides}",
  title: "Guides",
  emoji: "",
  visibility: "private",
  createdAt: "2026-01-02T03:04:05.000Z",
  updatedAt: "2026-01-02T03:04:05.000Z",
  editMode: "live",
  mergeRules: { type: "inherit" },
  urls: {
    location: "https://docs.example.com/v1/spaces/{guides}",
    app: "https://docs.example.com/app/{organization}/s/{guides}",
  },
  organization: "{organization}",
  revision: "{empty}",
  defaultLevel: "inherit",
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  permissions: {
    view: true,
    access: true,
    admin: true,
    viewInviteLinks: true,
    edit: true,
    triggerGitSync: true,
    comment: true,
    merge: true,
    review: true,
    installIntegration: true,
  },
};

export const firstPages = {
  object: "change-request",
  id: "{draft}",
  number: 1,
  status: "draft",
  subject: "First pages",
  createdBy: localUser,
  createdAt: "2026-01-02T03:04:05.000Z",
  updatedAt: "2026-01-02T03:04:05.000Z",
  space: "{guides}",
  revision: "{empty}",
  revisionInitial: "{empty}",
  comments: 0,
  outdated: false,
  urls: {
    app: "https://docs.example.com/app/{organization}/s/{guides}/~/changes/1",
    location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}",
  },
};
