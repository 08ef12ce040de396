import { join } from "node:path";
import type { Client } from "../src/client/client.ts";
import { createId } from "../src/platform/kernel/database/ids.ts";
import {
  addPosts,
  addToTally,
  nextPostNumber,
  putCommentTracking,
} from "../src/platform/review/comments/comment-tracking-rows.ts";
import { insertComment, insertReply } from "../src/platform/review/comments/rows.ts";
import { generatePages } from "./generated-docs.ts";
import { type Measurement, type MeasureOptions, median, type Row, timed } from "./measurement.ts";
import { openWorkspace, storePages, type Workspace, withFolder } from "./workspace.ts";

const sizes = [1_000, 10_000];

const rounds = 101;

const warmUp = 20;

/** One in ten of the space's comments is resolved, one in a hundred is on the requested page. */
const resolvedOf = 10;

const pages = 100;

interface Subject {
  readonly comments: number;
  readonly works: readonly Work[];
  readonly times: Map<string, number[]>;
  close(): Promise<void>;
}

interface Work {
  readonly what: string;
  /** False if the time may grow with the list. */
  readonly constant?: false;
  run(): Promise<unknown>;
}

/** Time for reading a page of a list of comments, counting and posting, which should not grow with the list. */
export async function measureComments({ quick }: MeasureOptions): Promise<Measurement> {
  return withFolder("comments", async (folder) => {
    const subjects: Subject[] = [];
    try {
      for (const comments of quick ? [100, 1_000] : sizes) {
        subjects.push(await prepare(join(folder, String(comments)), comments));
      }
      const count = quick ? 5 : rounds;
      for (let round = -warmUp; round < count; round += 1) {
        for (const { works, times } of round % 2 === 0 ? subjects : subjects.toReversed()) {
          for (const { what, run } of works) {
            const ms = await timed(run);
            if (round >= 0) times.set(what, [...(times.get(what) ?? []), ms]);
          }
        }
      }
      return report(subjects, count);
    } finally {
      for (const subject of subjects) await subject.close();
    }
  });
}

async function prepare(folder: string, comments: number): Promise<Subject> {
  const workspace = await openWorkspace(folder);
  const spaceId = await storePages(workspace, generatePages(pages));
  const { client, user } = workspace;
  const tree = (await client.pages.list({ spaceId })).pages.flatMap((page) => [page, ...(page.pages ?? [])]);
  const ids = tree.map(({ id }) => id);
  await fill(workspace, spaceId, ids, comments);
  const middle = await middleCursor(client, spaceId, comments);
  const target = ids[0] ?? "";
  const list = (more: object) => () => client.spaceComments.list({ spaceId, limit: 50, ...more });
  return {
    comments,
    times: new Map(),
    works: [
      { what: "first page of 50", run: list({}) },
      { what: "page in the middle", run: list({ page: middle }) },
      { what: "oldest resolved", run: list({ status: "resolved", order: "asc" }) },
      { what: "10 on one page of the space", run: list({ targetPage: target, limit: 10 }) },
      { what: "by author, with a count", constant: false, run: list({ authors: [user], order: "asc" }) },
      { what: "the space, with its count", run: () => client.spaces.get({ spaceId }) },
      {
        what: "post and remove one",
        async run() {
          const { id } = await client.spaceComments.create({ spaceId, page: target, body: { markdown: "Why?" } });
          await client.spaceComments.remove({ spaceId, commentId: id });
        },
      },
    ],
    close: () => workspace.platform.close(),
  };
}

/** Writes the same rows as posting one by one, in one transaction. Every comment has a reply. */
async function fill(
  { platform, user }: Workspace,
  space: string,
  ids: readonly string[],
  count: number,
): Promise<void> {
  await platform.database.write(async (queries) => {
    const { revision } = await queries
      .selectFrom("space")
      .select("revision")
      .where("id", "=", space)
      .executeTakeFirstOrThrow();
    await putCommentTracking(queries, space, revision);
    for (let index = 0; index < count; index += 1) {
      const resolved = index % resolvedOf === 0;
      const now = platform.now();
      const posted = { id: createId(), author: user, posted_at: now, edited_at: null };
      const page = ids[index % ids.length] ?? null;
      await insertComment(queries, {
        ...posted,
        place: space,
        number: await nextPostNumber(queries, space, revision),
        page,
        node: null,
        cell_record: null,
        cell_definition: null,
        lost_revision: null,
        review: null,
        status: resolved ? "resolved" : "open",
        resolved_at: resolved ? now : null,
        resolved_by: resolved ? user : null,
        body: JSON.stringify({ markdown: `Comment **${index}**: is this still so?` }),
      });
      await insertReply(queries, {
        ...posted,
        id: createId(),
        comment: posted.id,
        number: await nextPostNumber(queries, space, revision),
        body: JSON.stringify({ markdown: "It is." }),
      });
      await addToTally(queries, space, page, resolved ? { open: 0, resolved: 1 } : { open: 1, resolved: 0 });
      await addPosts(queries, space, user, 2);
    }
  });
}

async function middleCursor(client: Client, spaceId: string, comments: number): Promise<string> {
  const { next } = await client.spaceComments.list({ spaceId, limit: Math.min(1000, comments / 2) });
  let page = next?.page ?? "";
  for (let read = 1000; read < comments / 2; read += 1000) {
    page = (await client.spaceComments.list({ spaceId, limit: 1000, page })).next?.page ?? "";
  }
  return page;
}

function report([small, large]: readonly Subject[], count: number): Measurement {
  if (small === undefined || large === undefined) throw new Error("Two sizes are compared");
  const rows = small.works.map(
    ({ what, constant }): Row => ({
      what: `${what}, of ${large.comments.toLocaleString("en")}`,
      value: median(large.times.get(what) ?? []),
      against: { name: `of ${small.comments.toLocaleString("en")}`, value: median(small.times.get(what) ?? []) },
      unit: "ms",
      ...(constant === false ? {} : { goal: { atMost: 1.2 } }),
    }),
  );
  return {
    rows,
    notes: [
      `Medians of ${count} rounds, each comment with a reply, one in ${resolvedOf} resolved, spread over ${pages} pages of the space, by one author; the comments of chosen authors are counted anew each time, all others are kept counted; through the client in one process.`,
    ],
  };
}
