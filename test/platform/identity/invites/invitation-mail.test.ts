import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addSpending } from "../../../../src/platform/kernel/spending-rows.ts";
import { type Service, startService } from "../../../pins/service.ts";
import { type MailServer, startMailServer } from "../../../support/mail-server.ts";
import { member } from "../../http/content.ts";
import { ask, join, makeOutsider, roleOf } from "./inviting.ts";

let mail: MailServer;
let service: Service;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService(undefined, {
    mail: { url: mail.url, from: { name: "Docs", address: "docs@example.com" } },
    publicUrl: "https://desk.example.com",
  });
});
afterAll(async () => {
  await service.close();
  await mail.close();
});
beforeEach(() => {
  mail.received.length = 0;
  mail.refuse(undefined);
});

const invite = async (...emails: string[]) => {
  const answer = await ask(service, `POST /v1/orgs/${service.organization}/invites`, { emails, role: "edit" });
  await service.platform.jobsSettled();
  return answer;
};

/** The decoded text of a message. */
const decoded = (source: string) =>
  source
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const secretIn = (source: string) => /https:\/\/desk\.example\.com\/app\/invite\/(\w{43})/.exec(decoded(source))?.[1];

async function listed(email: string): Promise<unknown> {
  const answer = await ask(service, `GET /v1/orgs/${service.organization}/link-invites?limit=1000`);
  return (member(answer, "items") as { email?: string }[]).find((one) => one.email === email);
}

describe("the daily limit of invitations", () => {
  it("is 1,000: the next is not sent, and says when it can be", async () => {
    const { platform } = service;
    const [day = ""] = platform.now().split("T");
    await platform.database.write((queries) => addSpending(queries, "invitations", day, 999));
    await invite("last@example.com", "over@example.com");
    expect(mail.received).toHaveLength(1);
    const both = [await listed("last@example.com"), await listed("over@example.com")];
    expect(both).toContainEqual(expect.objectContaining({ delivery: "sent" }));
    expect(both).toContainEqual(
      expect.objectContaining({
        delivery: "failed",
        failure: expect.stringMatching(
          /^The daily limit of 1000 .* Invite the address again after \d{4}-\d\d-\d\d 00:00 UTC\.$/,
        ),
      }),
    );
    await platform.database.write((queries) => addSpending(queries, "invitations", day, -1001));
  });
});

describe("a mailed invitation", () => {
  it("goes only to the address, as text and HTML, and admits its owner", async () => {
    const answer = await invite("ada@example.com");
    expect(answer.text).not.toContain("/app/invite/");
    expect(mail.received).toHaveLength(1);
    const [{ from, to, source } = { from: "", to: [], source: "" }] = mail.received;
    expect([from, to]).toEqual(["docs@example.com", ["ada@example.com"]]);
    expect(source).toMatch(/^Subject: Invitation to Local$/m);
    expect(source).toContain("Content-Type: text/plain");
    expect(decoded(source)).toContain('<a href="https://desk.example.com/app/invite/');
    expect(await listed("ada@example.com")).toMatchObject({ delivery: "sent", role: "edit" });
    const ada = await makeOutsider(service, "ada@example.com");
    expect((await join(service, secretIn(source) ?? "", ada)).status).toBe(200);
    expect(await roleOf(service, ada.user)).toBe("edit");
  });

  it("is a separate message for each address", async () => {
    await invite("b1@example.com", "b2@example.com");
    expect(mail.received.map(({ to }) => to).sort()).toEqual([["b1@example.com"], ["b2@example.com"]]);
    expect(new Set(mail.received.map(({ source }) => secretIn(source))).size).toBe(2);
  });

  it("contains no header, recipient or link from a name", async () => {
    const title = 'Docs\r\nBcc: eve@example.com\r\n\r\n<a href="https://evil.example">now</a> evil.example/x';
    await ask(service, `PATCH /v1/orgs/${service.organization}`, { title });
    await invite("cy@example.com");
    await ask(service, `PATCH /v1/orgs/${service.organization}`, { title: "Local" });
    const [{ to, source } = { to: [], source: "" }] = mail.received;
    expect(to).toEqual(["cy@example.com"]);
    const headers = source.slice(0, source.indexOf("\n\n"));
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(decoded(source)).not.toContain('<a href="https://evil');
    expect(decoded(source)).not.toContain("evil.example");
    expect(decoded(source).match(/https?:\/\//g)?.length).toBe(3);
  });

  it("reports the server's rejection, and is sent again with a new invitation", async () => {
    mail.refuse(550);
    await invite("dee@example.com");
    expect(await listed("dee@example.com")).toMatchObject({
      delivery: "failed",
      failure: expect.stringMatching(/550 not here/),
    });
    expect(service.log.splice(0)).toEqual([expect.stringContaining("could not be mailed")]);
    mail.refuse(undefined);
    await invite("dee@example.com");
    expect(await listed("dee@example.com")).toMatchObject({ delivery: "sent" });
    expect(await listed("dee@example.com")).not.toHaveProperty("failure");
  });

  it("is tried again when the server is busy", async () => {
    mail.refuse(451);
    service.setTime("2026-01-02T03:04:05.000Z");
    await invite("fay@example.com");
    expect(await listed("fay@example.com")).toMatchObject({ delivery: "failed" });
    expect(service.log.splice(0)).toEqual([expect.stringContaining("451")]);
    mail.refuse(undefined);
    service.setTime("2026-01-02T03:14:05.000Z");
    await service.platform.jobsSettled();
    expect(await listed("fay@example.com")).toMatchObject({ delivery: "sent" });
    expect(mail.received).toHaveLength(1);
  });
});

it("mail that a process cannot send is left to one that can", async () => {
  const settings = { url: mail.url, from: { name: "", address: "docs@example.com" } };
  const asked = await startService(undefined, { mail: settings, jobs: {} });
  const invited = await ask(asked, `POST /v1/orgs/${asked.organization}/invites`, { emails: ["gus@example.com"] });
  expect(invited.status).toBe(200);
  await asked.platform.close();
  const without = await startService(asked.folder);
  await without.platform.jobsSettled();
  await without.platform.close();
  expect(mail.received).toEqual([]);
  const able = await startService(asked.folder, { mail: settings });
  await able.platform.jobsSettled();
  await able.close();
  expect(mail.received.map(({ to }) => to)).toEqual([["gus@example.com"]]);
});
