import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copydesk, temporaryFolder } from "../cli/program.ts";
import { type Agent, clientKinds, connectAgent, found } from "./agents.ts";
import { handbook, writeFiles } from "./handbook.ts";

const folder = temporaryFolder();
const docs = join(folder, "docs");
const data = join(folder, "data");
const space = "Tern handbook";
const page = "stations/set-up";

beforeAll(async () => {
  await writeFiles(docs, handbook);
  await copydesk(["import", docs, "--data", data]);
});

describe.each(clientKinds)("two agents that discuss a change, with %s", (kind) => {
  let writer: Agent;
  let reviewer: Agent;
  let draft: { readonly space: string; readonly change_request: string };
  let question: string;

  beforeAll(async () => {
    const connect = () => connectAgent(kind, { args: ["--data", data] });
    [writer, reviewer] = await Promise.all([connect(), connect()]);
    const opened = await writer.call("open_change_request", { space, subject: `Discussed by ${kind}` });
    draft = { space, change_request: found(/#(\d+)/, opened) };
    const revision = found(/, revision (\w+)\./, await writer.call("read_page", { ...draft, page }));
    const edits = [{ section: "Raise the mast", position: "append", new_text: `Seen by ${kind}.` }];
    await writer.call("edit_page", { ...draft, page, revision, edits });
  });
  afterAll(() => Promise.all([writer.close(), reviewer.close()]));

  it("ask on a page of the change request, and find the question", async () => {
    const posted = await reviewer.call("post_comment", { ...draft, page, text: `Who is *${kind}*?` });
    question = found(/comment (\w{20}) on page/, posted);
    const read = await writer.call("list_comments", draft);
    expect(read).toContain(`\nWho is *${kind}*?\n`);
    expect(read).toContain(`Comment ${question} by "Local user"`);
    expect(await writer.call("list_comments", { space })).not.toContain(question);
  });

  it("answer, and resolve it", async () => {
    await writer.call("post_comment", { ...draft, comment: question, text: "A host.", status: "resolved" });
    expect(await reviewer.call("list_comments", draft)).toContain("No open comments on");
    const resolved = await reviewer.call("list_comments", { ...draft, status: "resolved" });
    expect(resolved).toContain('resolved by "Local user"');
    expect(resolved).toContain("\nA host.\n");
  });

  it("can read all of it after the merge", async () => {
    await writer.confirmed("merge_change_request", draft);
    expect(await reviewer.call("list_comments", { ...draft, status: "all" })).toContain("\nA host.\n");
  });

  it("react and delete through generated tools", async () => {
    const spaceId = found(/\((\w{20})\)/, await writer.call("list_pages", { space }));
    const names = { spaceId, changeRequestId: draft.change_request, commentId: question };
    await writer.call("write_operation", {
      operation: "updateCommentInChangeRequest",
      arguments: { ...names, addedReactions: ["1f44d"] },
    });
    expect(await reviewer.call("list_comments", { ...draft, status: "all" })).toContain('reactions "1f44d" 1');
    await writer.confirmed("delete_operation", { operation: "deleteCommentInChangeRequest", arguments: names });
    expect(await reviewer.call("list_comments", { ...draft, status: "all" })).not.toContain(question);
  });
});
