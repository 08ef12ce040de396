import { counted } from "../tools/present/count.ts";
import { oneLine } from "../tools/present/name.ts";
import { spaceChoice } from "./choices.ts";
import { pageLooks, readTree, treeLines } from "./content-tree.ts";
import { escaped } from "./line.ts";
import { defineFamily, type ResourceContext } from "./resource.ts";
import { missing, type Source } from "./source.ts";

export const spaces = defineFamily({
  template: {
    uriTemplate: "docs://spaces/{space}",
    name: "space",
    title: "Space",
    description: "A space's title and its tree of pages",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.6 },
  },
  read: ({ space }, context) => readSpace(space, context),
  source: ({ space }) => spaceSource(space),
  choices: { space: spaceChoice },
});

async function readSpace(spaceId: string, context: ResourceContext): Promise<string> {
  const { client, signal, present } = context;
  const content = { space: spaceId, changeRequest: undefined };
  const [space, tree] = await Promise.all([client.spaces.get({ spaceId }, { signal }), readTree(content, context)]);
  const { id, title, revision, editMode = "live", changeRequestsOpen: open } = space;
  // Services differ in whether they count.
  const work = open === undefined ? "" : `, ${counted(open, "open change request")}`;
  const head = `Space ${id}, revision ${revision}, edit mode ${editMode}${work}.`;
  const text = [`# ${escaped(oneLine(title))}`, "", ...treeLines(content, tree)].join("\n");
  return `${head}\n${present(text, { continuation: "The tree goes on: list_pages reads the rest." })}`;
}

/** A space's own content, with every page of it as a part. */
export function spaceSource(spaceId: string): Source {
  return {
    key: `space ${spaceId}`,
    async look({ client, signal }) {
      const { title, revision, editMode, deletedAt } = await client.spaces.get({ spaceId }, { signal });
      return deletedAt === undefined ? JSON.stringify([revision, title, editMode]) : missing;
    },
    parts: async (context) => pageLooks(await readTree({ space: spaceId, changeRequest: undefined }, context)),
  };
}
