import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/program.ts";
import { connectAgent } from "./agents.ts";

it("an empty desk says where its data folder is and how to import", async () => {
  const data = join(temporaryFolder(), "desk");
  const agent = await connectAgent("SDK v2, modern", { args: ["--data", data] });
  const told = (name: string, input = {}) => agent.call(name, input).catch((error: Error) => error.message);
  for (const answer of [
    await told("list_pages"),
    await told("list_spaces"),
    await told("search_docs", { query: "fees" }),
  ]) {
    expect(answer).toContain("There is no space yet.");
    expect(answer).toContain(`copydesk import <folder or repository URL> --data "${data}"`);
  }
  await agent.close();
});
