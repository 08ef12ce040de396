import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answered } from "./in-process.ts";
import { temporaryFolder } from "./program.ts";

const data = join(temporaryFolder(), "data");
const run = (...args: string[]) => answered(["invite", ...args, "--data", data]);

describe("copydesk invite", () => {
  it("prints only the link, at the public address if there is one", async () => {
    const { code, stdout } = await run("ada@example.com", "--role", "edit", "--public-url", "https://desk.example.com");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^https:\/\/desk\.example\.com\/app\/invite\/\w{43}\n$/)]);
    expect((await run("bob@example.com", "--role", "guest")).stdout).toMatch(
      /^http:\/\/127\.0\.0\.1:7337\/app\/invite\/\w{43}\n$/,
    );
    const called = (...args: string[]) => answered(["call", ...args, "--data", data]);
    const [, organizationId] =
      /"id":\s*"(\w+)"/.exec((await called("listOrganizationsForAuthenticatedUser")).stdout) ?? [];
    const { stdout: listed } = await called("listOrganizationInviteLinks", JSON.stringify({ organizationId }));
    expect(JSON.parse(listed)).toMatchObject({
      items: [
        { email: "ada@example.com", role: "edit" },
        { email: "bob@example.com", role: null },
      ],
    });
  });

  it.each([
    [["nobody"], "is not an e-mail address"],
    [["ada@example.com", "--role", "owner"], "--role must be one of read, comment, edit, review, create, admin, guest"],
    [[], "Usage: copydesk invite"],
    [
      ["ada@example.com", "--base-url", "https://docs.example.com"],
      "People are invited to https://docs.example.com there",
    ],
    [["ada@example.com", "--smtp-url", "smtp://mail.example.com"], "--smtp-url and --mail-from belong together"],
    [["ada@example.com", "--smtp-url", "https://u:secret@mail.example.com"], "--smtp-url must be an smtp or smtps URL"],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await run(...args);
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(message)]);
    expect(stderr).not.toContain("secret@");
  });
});
