import { expect, it } from "vitest";
import { addMember, createUser, disableUser } from "../../../../src/platform/access/people/index.ts";
import { linkSubject, recognizeCaller } from "../../../../src/platform/identity/sign-in/index.ts";
import { openWorkspace } from "../../../support/platform-workspace.ts";

const issuer = "https://login.example.com";

async function withAda() {
  const { platform, organization } = await openWorkspace();
  const { database } = platform;
  const now = platform.now();
  const ada = await database.write(async (queries) => {
    const user = await createUser(queries, { email: "ada@example.com", displayName: "Ada" }, now);
    await addMember(queries, { organization, user: user.id, role: "edit" }, now);
    await createUser(queries, { email: "guest@example.com", displayName: "No member" }, now);
    return user.id;
  });
  const recognize = (subject: string, verifiedEmail?: string) =>
    database.read((queries) => recognizeCaller(queries, { issuer, subject, verifiedEmail }));
  const link = (subject: string) => database.write((queries) => linkSubject(queries, { issuer, subject }, ada, now));
  return { database, now, ada, recognize, link };
}

it("a member is recognized by the verified address, and later by the subject", async () => {
  const { ada, recognize, link } = await withAda();
  expect(await recognize("s1", "ADA@Example.com")).toEqual({ user: ada, isLinked: false });
  await link("s1");
  await link("s1");
  expect(await recognize("s1", undefined)).toEqual({ user: ada, isLinked: true });
  expect(await recognize("s1", "guest@example.com")).toEqual({ user: ada, isLinked: true });
});

it.each([
  ["no address", undefined, "email_verified"],
  ["an unknown address", "eve@example.com", "no member has its e-mail address"],
  ["the address of a non-member", "guest@example.com", "not an active member"],
])("no member is recognized by %s", async (_, email, reason) => {
  const { recognize } = await withAda();
  expect(await recognize("s2", email)).toEqual({ reason: expect.stringContaining(reason) });
});

it("a disabled user is not recognized", async () => {
  const { database, now, ada, recognize, link } = await withAda();
  await link("s1");
  await database.write((queries) => disableUser(queries, ada, now));
  expect(await recognize("s1")).toEqual({ reason: expect.stringContaining("disabled") });
});
