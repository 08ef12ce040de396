import { expect, it } from "vitest";
import { openAccounts } from "./accounts-workspace.ts";

it("the front page leads to public sites and to the desk, and tells how an agent is connected", async () => {
  const accounts = await openAccounts({ publicUrl: "https://docs.example/team" });
  const answer = await accounts.sendByProgram("/");
  const text = await answer.text();
  expect(text).toContain('<a href="https://docs.example/garden/">Garden &lt;guide&gt;</a>');
  expect(text).toContain('href="/team/app/">Open the desk</a>');
  expect(text).toContain("claude mcp add --transport http copydesk https://docs.example/team/mcp");
});

it("the account leads to the desk", async () => {
  const accounts = await openAccounts();
  const browser = await accounts.signedIn();
  await browser.open("/app/account");
  expect(browser.html).toContain('href="/app/">To your desk</a>');
});
