import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copydesk, type Served, serve, temporaryFolder } from "../cli/program.ts";
import { tokenOf } from "../cli/workspace.ts";
import { type Agent, connectAgent, fenced, found } from "./agents.ts";
import { handbook, writeFiles } from "./handbook.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const space = "Tern handbook";
const page = "stations/set-up";

let service: Served;
let api: string;
beforeAll(async () => {
  await writeFiles(join(folder, "docs"), handbook);
  await copydesk(["import", join(folder, "docs"), "--data", data]);
  service = await serve(["--data", data]);
  api = service.ready.api ?? "";
});
afterAll(() => service.stop());

const connect = (baseUrl: string, token: string): Promise<Agent> =>
  connectAgent("SDK v1", { args: ["--base-url", baseUrl, "--token", token] });

describe("an agent whose documentation is on another service", () => {
  it.each([
    ["with /v1", ""],
    ["by its root", "/.."],
  ])("searches, reads, edits and merges there, named %s", async (name, suffix) => {
    const agent = await connect(new URL(`${api}${suffix}`).href, tokenOf(data));
    expect(await agent.call("search_docs", { query: "thunderstorm" })).toContain("**thunderstorm**");

    const opened = await agent.call("open_change_request", { space, subject: `Named ${name}` });
    const draft = { space, change_request: found(/#(\d+)/, opened) };
    const edits = [{ section: "Raise the mast", position: "append", new_text: `Written ${name}.` }];
    const revision = found(/, revision (\w+)\./, await agent.call("read_page", { ...draft, page }));
    await agent.call("edit_page", { ...draft, page, revision, edits });
    expect(await agent.confirmed("merge_change_request", draft)).toMatch(/^Merged change request #/);
    expect(fenced(await agent.call("read_page", { space, page }))).toContain(`\nWritten ${name}.\n`);
    await agent.close();
  });

  it("is told what to do about a wrong token", async () => {
    const agent = await connect(api, "cpd_wrong");
    const refusal = await agent.refusal("list_spaces");
    expect(refusal).toMatch(/answered 401 \(unauthorized\)/);
    expect(refusal).toContain("token");
    expect(refusal).not.toContain("cpd_wrong");
    await agent.close();
  });

  it("is told that nothing was written when the service is down", async () => {
    const gone = await serve(["--data", data]);
    const agent = await connect(gone.ready.api ?? "", tokenOf(data));
    // An id without a digit might be a title, which would be looked up first.
    let spaceId = "";
    for (let tries = 0; tries < 10 && !/\d/.test(spaceId); tries += 1) {
      const made = await agent.call("write_operation", { operation: "createSpace", arguments: { title: "Cut off" } });
      spaceId = found(/"id":"(\w+)"/, made);
    }
    const opened = await agent.call("open_change_request", { space: spaceId, subject: "Cut off" });
    const changeRequestId = found(/#(\d+)/, opened);
    await gone.stop();
    const refusal = await agent.refusal("write_operation", {
      operation: "updateChangeRequestById",
      arguments: { spaceId, changeRequestId, subject: "Never" },
    });
    expect(refusal).toMatch(/no connection to 127\.0\.0\.1:\d+ could be made \(ECONNREFUSED\)/);
    expect(refusal).toContain("Nothing was sent, so nothing was changed.");
    await agent.close();
  });
});
