import { z } from "zod";
import type { ContractEntry } from "../../src/contract/index.ts";
import { type AnyOperation, del, get, patch, put } from "../../src/contract/operation.ts";
import { type ContractSchemas, contractSchemas } from "../../src/reference/schemas.ts";

const Id = z.string().regex(/^[a-zA-Z0-9_-]+$/);

const Color = z.enum(["red", "green"]);

const Shelf = z.looseObject({
  id: z.string(),
  color: Color,
  size: z.object({ width: z.number().describe("Centimetres"), depth: z.int().optional() }),
  madeAt: z.iso.datetime({ offset: true }).nullable(),
});

type Tree = { name: string; children?: Tree[] | undefined };

const Tree: z.ZodType<Tree> = z.looseObject({ name: z.string(), children: z.lazy(() => z.array(Tree)).optional() });

const Sorting = z.object({ by: z.enum(["name", "date"]).default("name"), descending: z.boolean().default(false) });

const View = z.object({ sorting: Sorting.optional() });

/** Names like those of the exports of model files. */
const names = new Map<z.ZodType, string>([
  [Color, "Color"],
  [Shelf, "Shelf"],
  [Tree, "Tree"],
  [Sorting, "Sorting"],
  [View, "View"],
]);

export const operations = {
  list: get("/rooms/{roomId}/shelves", {
    id: "listShelves",
    summary: "List the shelves of a room",
    effect: "read",
    params: { roomId: Id.describe("Room") },
    query: {
      color: z.array(Color).max(2).optional().describe("Only these, or none | all"),
      limit: z.int().min(0).max(1000).default(50).describe("Items in one answer"),
    },
    returns: z.object({ next: z.object({ page: z.string() }).optional(), items: z.array(Shelf) }),
    errors: ["not_found"],
    source: "public-api",
  }),
  tree: get("/rooms/{roomId}/tree", {
    id: "getTree",
    summary: "Read the tree of a room",
    effect: "read",
    params: { roomId: Id.describe("Room") },
    returns: Tree,
    errors: [],
    source: "public-api",
  }),
  view: put("/rooms/{roomId}/view", {
    id: "setView",
    summary: "Replace how a room is shown",
    description: "The former view is lost",
    effect: "update",
    reach: "administers",
    params: { roomId: Id.describe("Room") },
    body: { view: View },
    bodyField: "view",
    returns: View,
    otherSuccess: [201, 204],
    errors: ["conflict", "precondition_failed", "bad_request"],
    precondition: true,
    deprecated: true,
    source: "public-api",
  }),
  note: patch("/notes/{noteId}", {
    id: "updateNote",
    summary: "Change a note",
    effect: "update",
    reach: "administers",
    params: { noteId: Id },
    body: { text: z.string().min(1).max(50).optional(), under: Tree.optional() },
    openBody: true,
    returns: null,
    success: 204,
    errors: [],
    source: "public-api",
  }),
  remove: del("/notes/{noteId}", {
    id: "removeNote",
    summary: "Delete a note",
    effect: "delete",
    reach: "deletes",
    params: { noteId: Id },
    returns: null,
    errors: ["forbidden"],
    source: "public-api",
  }),
} satisfies Record<string, AnyOperation>;

const entry = (name: keyof typeof operations): ContractEntry => ({
  area: "content",
  group: name === "note" || name === "remove" ? "files" : "spaces",
  name,
  operation: operations[name],
});

/** Five operations of two nouns that have one of everything. */
export const smallContract = (): ContractSchemas =>
  contractSchemas((Object.keys(operations) as (keyof typeof operations)[]).map(entry), names);

export const entryOf = (operation: AnyOperation): ContractEntry => ({
  area: "content",
  group: "spaces",
  name: "some",
  operation,
});
