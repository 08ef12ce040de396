import { z } from "zod";
import { quotedExcerpt } from "../../client/excerpt.ts";
import { titleOf } from "../../text/title.ts";
import { ToolError } from "../tool-error.ts";

const actions = ["create", "replace", "move", "rename", "delete", "revert"] as const;

/** Told in an error and not in the schema, as no agent comes near it. */
const longestRef = 80;

/** One change of a batch as an agent writes it: the members of every action in one flat object. */
export const PageWrite = z.strictObject({
  action: z.enum(actions),
  page: z.string().max(2000).optional().describe("Page to change: id, path or title"),
  title: z.string().min(1).max(300).optional(),
  slug: z.string().max(100).optional().describe("Last part of the path"),
  description: z.string().max(2000).optional(),
  markdown: z.string().max(5_000_000).optional().describe("Whole text, for create and replace"),
  openapi: z.string().max(500).optional().describe("create: pages from this specification instead"),
  parent: z.string().max(2000).optional().describe('Page or ref to put it under; "/" is the root'),
  after: z.string().max(2000).optional().describe("Or: page or ref to put it right after"),
  position: z.int().nonnegative().optional().describe("Index among its siblings; default last"),
  ref: z.string().max(500).optional().describe("create: name in this call; others link to ./<ref>.md"),
  revision: z.string().max(500).optional().describe("replace: it was read at. revert: to restore"),
});
export type PageWrite = z.infer<typeof PageWrite>;
type Member = Exclude<keyof PageWrite, "action">;

/** What each action needs, and what it takes besides; `some` asks for one of these at least. */
const members: Readonly<
  Record<PageWrite["action"], { needs: readonly Member[]; takes: readonly Member[]; some?: readonly Member[] }>
> = {
  create: {
    needs: [],
    takes: ["slug", "description", "parent", "after", "position", "ref"],
    some: ["markdown", "title", "openapi"],
  },
  replace: { needs: ["page", "markdown", "revision"], takes: ["title", "slug", "description"] },
  move: { needs: ["page"], takes: [], some: ["parent", "after", "position"] },
  rename: { needs: ["page"], takes: [], some: ["title", "slug", "description"] },
  delete: { needs: ["page"], takes: [] },
  revert: { needs: ["page"], takes: ["revision"] },
};

/** Checks what the schema cannot say. Throws ToolError naming the item. */
export function checkWrites(writes: readonly PageWrite[]): void {
  const refs = new Set<string>();
  for (const [index, write] of writes.entries()) {
    const problem = problemOf(write) ?? problemOfRef(write, refs);
    if (problem !== undefined)
      throw new ToolError(`pages[${index}] (${write.action}): ${problem} Nothing was changed.`);
    if (write.ref !== undefined) refs.add(write.ref);
  }
}

function problemOf(write: PageWrite): string | undefined {
  const { needs, takes, some = [] } = members[write.action];
  const given = (Object.keys(write) as (keyof PageWrite)[]).filter((name) => write[name] !== undefined);
  const missing = needs.find((name) => !given.includes(name));
  if (missing === "revision")
    return "`revision` is required, so that nobody's text is overwritten. read_page gives it.";
  if (missing !== undefined) return `\`${missing}\` is required.`;
  const stray = given.find((name) => name !== "action" && ![...needs, ...takes, ...some].includes(name));
  if (stray !== undefined) {
    return `it takes no \`${stray}\`, but ${[...needs, ...some, ...takes].map((name) => `\`${name}\``).join(", ")}.`;
  }
  if (some.length > 0 && !some.some((name) => given.includes(name))) {
    return `give ${some.map((name) => `\`${name}\``).join(" or ")}.`;
  }
  if (write.after !== undefined && (write.parent !== undefined || write.position !== undefined)) {
    return "`after` says the place: leave `parent` and `position` out.";
  }
  if (write.openapi !== undefined) return write.markdown === undefined ? undefined : "give `markdown` or `openapi`.";
  if (write.action === "create" && write.title === undefined && titleOf(write.markdown ?? "") === undefined) {
    return "give a `title`, or begin `markdown` with a `# heading`.";
  }
  return undefined;
}

function problemOfRef({ ref }: PageWrite, refs: ReadonlySet<string>): string | undefined {
  if (ref === undefined) return undefined;
  if (ref.length > longestRef) return `\`ref\` has ${longestRef} characters at the most.`;
  if (!/^[\w.-]+$/.test(ref)) return "`ref` takes letters, digits, dots, dashes and underscores.";
  return refs.has(ref) ? `the ref ${quotedExcerpt(ref, 80)} is used twice.` : undefined;
}
