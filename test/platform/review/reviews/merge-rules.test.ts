import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MergeRule } from "../../../../src/contract/models/review.ts";
import { disableUser } from "../../../../src/platform/access/people/index.ts";
import { createToken } from "../../../../src/platform/access/tokens-rows.ts";
import type { CallOptions } from "../../../../src/platform/http/index.ts";
import { insertPages, makeChangeRequest, makeSpace, member, refusal, text } from "../../http/content.ts";
import { addOrganization, addPerson, type Person } from "../../http/people.ts";
import { running } from "../../http/running.ts";

const service = running();
let author: Person;
let ana: Person;
let bo: Person;
let space = "";
let draft = "";

beforeAll(async () => {
  author = await addPerson(service, service.organization, "review");
  ana = await addPerson(service, service.organization, "review");
  bo = await addPerson(service, service.organization, "review");
});

beforeEach(async () => {
  space = await makeSpace(service);
  const made = await service.send(`POST /v1/spaces/${space}/change-requests`, { headers: author.headers });
  draft = `/v1/spaces/${space}/change-requests/${text(made, "id")}`;
  await insertPages(service, draft, [{ title: "Page" }]);
});

async function setRules(rules: readonly MergeRule[], of = "space"): Promise<void> {
  const address = of === "space" ? `/v1/spaces/${space}` : `/v1/orgs/${service.organization}`;
  const body = JSON.stringify({ mergeRules: { type: "rules", rules } });
  expect((await service.send(`PATCH ${address}`, { body })).status).toBe(200);
}

/** "merge", or the refusal without its first sentence. */
async function merge(person: Person = author): Promise<string> {
  const answer = await service.send(`POST ${draft}/merge`, { headers: person.headers });
  if (answer.status === 200) return text(answer, "result");
  const [, status, sentences] =
    /^(\d+) Change request 1 cannot be merged yet, by .*?\. (.*)$/.exec(refusal(answer)) ?? [];
  expect(status).toBe("409");
  expect(text(await service.send(`GET ${draft}`), "status")).toBe("draft");
  return sentences ?? refusal(answer);
}

const review = async (person: Person, status: "approved" | "changes-requested") =>
  expect(
    (await service.send(`POST ${draft}/reviews`, { headers: person.headers, body: JSON.stringify({ status }) })).status,
  ).toBe(201);
const ask = (...people: Person[]) =>
  service.send(`POST ${draft}/requested-reviewers`, {
    body: JSON.stringify({ users: people.map(({ user }) => user) }),
  });
const name = (person: Person) => `"Somebody" (${person.user})`;

/** Users who joined at the same time are ordered by id. */
const others = (...people: Person[]) =>
  `a user with at least the role "review" who did not create or edit it, such as ${[...people]
    .sort((one, other) => (one.user < other.user ? -1 : 1))
    .map(name)
    .join(" or ")}`;

describe("the rule", () => {
  it("require_specific_reviewers waits for the approval of all of them", async () => {
    await setRules([{ rule: "require_specific_reviewers", users: [ana.user, bo.user] }]);
    await review(author, "approved");
    expect(await merge()).toBe(`(1) It needs the approval of ${name(ana)} and ${name(bo)}.`);
    await review(ana, "approved");
    await review(bo, "changes-requested");
    expect(await merge()).toBe(`(1) It needs the approval of ${name(bo)}.`);
    await review(bo, "approved");
    expect(await merge()).toBe("merge");
  });

  it("require_one_of_specific_reviewers waits for the approval of one of them", async () => {
    await setRules([{ rule: "require_one_of_specific_reviewers", users: [ana.user, bo.user] }]);
    await review(author, "approved");
    expect(await merge()).toBe(`(1) It needs the approval of ${name(ana)} or ${name(bo)}.`);
    await review(bo, "approved");
    expect(await merge()).toBe("merge");
  });

  it("require_at_least_one_review waits for any verdict", async () => {
    await setRules([{ rule: "require_at_least_one_review" }]);
    expect(await merge()).toBe(`(1) It needs a review by ${others(ana, bo)}: your own does not count.`);
    await review(ana, "changes-requested");
    expect(await merge()).toBe("merge");
  });

  it("require_at_least_one_approved_review waits for an approval in force", async () => {
    await setRules([{ rule: "require_at_least_one_approved_review" }]);
    await review(ana, "approved");
    await review(ana, "changes-requested");
    expect(await merge()).toBe(`(1) It needs approval by ${others(ana, bo)}: your own does not count.`);
    await review(ana, "approved");
    expect(await merge()).toBe("merge");
  });

  it("require_all_reviews_approved waits for users who requested changes or whose review was requested", async () => {
    await setRules([{ rule: "require_all_reviews_approved" }]);
    await review(ana, "changes-requested");
    expect(await merge()).toBe(`(1) Everyone who reviewed it or was requested to must approve it: ${name(ana)}.`);
    await ask(ana, bo);
    await review(bo, "approved");
    expect(await merge()).toBe(`(1) Everyone who reviewed it or was requested to must approve it: ${name(ana)}.`);
    await review(ana, "approved");
    expect(await merge()).toBe("merge");
  });

  it("require_all_reviews_approved is met if no one was asked and no one reviewed", async () => {
    await setRules([{ rule: "require_all_reviews_approved" }]);
    expect(await merge()).toBe("merge");
  });

  it("require_up_to_date_change_request waits for an update", async () => {
    await setRules([{ rule: "require_up_to_date_change_request" }]);
    const other = await makeChangeRequest(service, space);
    await insertPages(service, other, [{ title: "Other" }]);
    expect((await service.send(`POST ${other}/merge`)).status).toBe(200);
    expect(await merge()).toBe("(1) The space has changed since then: update the change request first.");
    await service.send(`POST ${draft}/update`);
    expect(await merge()).toBe("merge");
  });

  it("require_change_request_subject waits for a subject", async () => {
    await setRules([{ rule: "require_change_request_subject" }]);
    await service.send(`PATCH ${draft}`, { body: '{"subject":"  "}' });
    expect(await merge()).toBe("(1) It has no subject: anyone who may edit it can set one.");
    await service.send(`PATCH ${draft}`, { body: '{"subject":"Why"}' });
    expect(await merge()).toBe("merge");
  });

  it("require_change_request_description waits for a description", async () => {
    await setRules([{ rule: "require_change_request_description" }]);
    const describe = (text: string) => {
      const leaves = [{ object: "leaf", text, marks: [] }];
      const nodes = [{ object: "block", type: "paragraph", nodes: [{ object: "text", leaves }] }];
      return service.send(`PATCH ${draft}`, {
        body: JSON.stringify({ description: { object: "document", data: {}, nodes } }),
      });
    };
    const refused = "(1) It has no description: anyone who may edit it can set one.";
    expect(await merge()).toBe(refused);
    await describe(" \n");
    expect(await merge()).toBe(refused);
    await describe("Because");
    expect(await merge()).toBe("merge");
  });

  it("require_author_to_merge lets only the author merge", async () => {
    await setRules([{ rule: "require_author_to_merge" }]);
    expect(await merge(ana)).toBe(`(1) Only its author ${name(author)} may merge it.`);
    expect(await merge(author)).toBe("merge");
  });

  it("allow_bypass lets the users it names merge anyway, and others are told about them", async () => {
    await setRules([
      { rule: "require_at_least_one_review" },
      { rule: "require_change_request_subject" },
      { rule: "allow_bypass", users: [ana.user] },
    ]);
    expect(await merge(bo)).toBe(
      `(1) It needs a review by ${others(ana, bo)}: you can give it. (2) It has no subject: anyone who may edit it can set one. ${name(ana)} may merge it anyway.`,
    );
    expect(await merge(ana)).toBe("merge");
  });

  it("require_agent_review is met by a verdict that an agent gave with a tool as someone who did not write it", async () => {
    await setRules([{ rule: "require_agent_review" }]);
    const reviewAs = (person: Person, through?: CallOptions["through"]) =>
      service.platform.fetch(
        new Request(`https://docs.example.com${draft}/reviews`, {
          method: "POST",
          headers: { ...person.headers, "Content-Type": "application/json" },
          body: '{"status":"changes-requested"}',
        }),
        { through },
      );
    const missing = (yours: string) =>
      `(1) It needs a review by an agent, which comments through MCP with a verdict and acts as ${others(ana, bo)}: ${yours}`;
    expect(await merge()).toBe(missing("your own does not count."));
    await review(bo, "approved");
    expect(await merge(ana)).toBe(missing("you can give it."));
    expect((await reviewAs(author, { program: "mcp", agent: "Scribe", tool: "post_comment" })).status).toBe(201);
    expect(await merge()).toBe(missing("your own does not count."));
    expect((await reviewAs(ana, { program: "browser" })).status).toBe(201);
    expect(await merge()).toBe(missing("your own does not count."));
    const given = await reviewAs(ana, { program: "mcp", agent: "Proof Reader", tool: "post_comment" });
    expect(await given.json()).toMatchObject({ agent: { name: "Proof Reader" }, reviewer: { id: ana.user } });
    const listed = member(await service.send(`GET ${draft}/reviews?outdated=false`), "items") as { agent?: object }[];
    expect(listed.map(({ agent }) => agent)).toEqual(
      expect.arrayContaining([{ name: "Proof Reader" }, undefined, { name: "Scribe" }]),
    );
    expect(await merge()).toBe("merge");
  });

  it("allow_bypass on its own demands nothing", async () => {
    await setRules([{ rule: "allow_bypass", users: [ana.user] }]);
    expect(await merge(bo)).toBe("merge");
  });

  it.each([
    [
      { rule: "custom", expression: "true" },
      "the language of a rule's expression is not specified, so this service does not accept any. Use the named rules.",
    ],
  ])("is rejected by a space and by an organization: %j", async (rule, why) => {
    const body = JSON.stringify({
      mergeRules: { type: "rules", rules: [{ rule: "require_at_least_one_review" }, rule] },
    });
    for (const address of [`/v1/spaces/${space}`, `/v1/orgs/${service.organization}`]) {
      expect(refusal(await service.send(`PATCH ${address}`, { body }))).toBe(`501 mergeRules.rules.1: ${why}`);
      expect(member(await service.send(`GET ${address}`), "mergeRules.type")).not.toBe("rules");
    }
  });

  it.each([
    [
      { rule: "custom", expression: "true" },
      "It has a rule written as an expression, which this service cannot evaluate: an administrator must remove that rule.",
    ],
  ])("keeps everyone from merging if it was stored earlier: %j", async (rule, sentence) => {
    const rules = JSON.stringify({ type: "rules", rules: [rule] });
    await service.platform.database.write((queries) =>
      queries.updateTable("space").set({ merge_rules: rules }).where("id", "=", space).execute(),
    );
    expect(await merge()).toBe(`(1) ${sentence}`);
  });
});

it("the verdict of a user who may no longer review in the space does not count", async () => {
  const shutOut = async (person: Person) => {
    const permissions = `/v1/spaces/${space}/permissions`;
    await service.send(`POST ${permissions}`, { body: JSON.stringify({ users: [person.user], role: "read" }) });
    await service.send(`PATCH ${permissions}/users/${person.user}`, { body: '{"role":null}' });
  };
  await setRules([{ rule: "require_at_least_one_approved_review" }, { rule: "require_all_reviews_approved" }]);
  await review(ana, "approved");
  await review(bo, "changes-requested");
  await shutOut(ana);
  expect(await merge()).toBe(
    `(1) It needs approval by ${others(bo)}: your own does not count. (2) Everyone who reviewed it or was requested to must approve it: ${name(bo)}.`,
  );
  await shutOut(bo);
  const cleo = await addPerson(service, service.organization, "review");
  await review(cleo, "approved");
  expect(await merge()).toBe("merge");
  await service.send(`DELETE /v1/orgs/${service.organization}/members/${cleo.user}`);
});

describe("self-approval", () => {
  const approval: MergeRule = { rule: "require_at_least_one_approved_review" };

  it.each<[string, () => MergeRule]>([
    ["require_at_least_one_review", () => ({ rule: "require_at_least_one_review" })],
    ["require_at_least_one_approved_review", () => approval],
    ["require_specific_reviewers", () => ({ rule: "require_specific_reviewers", users: [author.user] })],
    ["require_one_of_specific_reviewers", () => ({ rule: "require_one_of_specific_reviewers", users: [author.user] })],
  ])("does not meet %s, but another user's approval does", async (_name, rule) => {
    await setRules([rule()]);
    await review(author, "approved");
    expect(await merge()).toContain(": your own does not count.");
    await review(ana, "approved");
    expect(await merge()).toBe("merge");
  });

  it("is still rejected with another token of the author, such as an agent's", async () => {
    await setRules([approval]);
    const { token } = await service.platform.database.write((queries) =>
      createToken(queries, { user: author.user, name: "agent", createdAt: service.platform.now() }),
    );
    const agent = { ...author, token, headers: { Authorization: `Bearer ${token}` } };
    await review(agent, "approved");
    expect(await merge(agent)).toContain(": your own does not count.");
  });

  it("also covers a user who edited another user's change request", async () => {
    await setRules([approval]);
    await service.send(`POST ${draft}/content`, {
      headers: ana.headers,
      body: JSON.stringify({
        changes: [{ operation: "insert_page", title: "Hers", document: { markdown: "x" } }],
      }),
    });
    await review(ana, "approved");
    expect(await merge(ana)).toBe(`(1) It needs approval by ${others(bo)}: your own does not count.`);
    await review(bo, "approved");
    expect(await merge(ana)).toBe("merge");
  });

  it("leaves the other users named in a rule to approve", async () => {
    await setRules([{ rule: "require_specific_reviewers", users: [author.user, bo.user] }]);
    await review(author, "approved");
    expect(await merge()).toBe(`(1) It needs the approval of ${name(bo)}.`);
    await review(bo, "approved");
    expect(await merge()).toBe("merge");
  });

  it("is reported to an administrator if there is no other user", async () => {
    const elsewhere = await addOrganization(service);
    const { headers } = elsewhere.administrator;
    const made = await service.send(`POST /v1/orgs/${elsewhere.organization}/spaces`, { headers, body: "{}" });
    const at = `/v1/spaces/${text(made, "id")}`;
    await service.send(`PATCH ${at}`, {
      headers,
      body: JSON.stringify({ mergeRules: { type: "rules", rules: [approval] } }),
    });
    const alone = await service.send(`POST ${at}/change-requests`, { headers });
    const answer = await service.send(`POST ${at}/change-requests/${text(alone, "id")}/merge`, { headers });
    expect(refusal(answer)).toContain(
      'with at least the role "review" who did not create or edit it, but there is none: an administrator can grant the role or change the rule.',
    );
  });

  it("is not requested from disabled users", async () => {
    await setRules([approval]);
    const gone = await addPerson(service, service.organization, "review");
    expect(await merge()).toContain(gone.user);
    await service.platform.database.write((queries) => disableUser(queries, gone.user, service.platform.now()));
    expect(await merge()).not.toContain(gone.user);
  });

  it("is explained to guests without the names of members", async () => {
    const guest = await addPerson(service, service.organization, null);
    const body = JSON.stringify({ users: [guest.user], role: "review" });
    await service.send(`POST /v1/spaces/${space}/permissions`, { body });
    await setRules([approval]);
    expect(await merge(guest)).toBe(
      '(1) It needs approval by a user with at least the role "review" who did not create or edit it: you can give it.',
    );
  });
});

describe("an approval", () => {
  const edit = (person: Person, title = "Later") =>
    service.send(`POST ${draft}/content`, {
      headers: person.headers,
      body: JSON.stringify({ changes: [{ operation: "insert_page", title, document: { markdown: "x" } }] }),
    });
  const inForce = async () =>
    member(await service.send(`GET ${draft}/reviews?outdated=false`), "items.0.reviewer.id") ?? "nobody";

  it.each<[string, () => MergeRule]>([
    ["require_at_least_one_approved_review", () => ({ rule: "require_at_least_one_approved_review" })],
    ["require_specific_reviewers", () => ({ rule: "require_specific_reviewers", users: [ana.user] })],
    ["require_one_of_specific_reviewers", () => ({ rule: "require_one_of_specific_reviewers", users: [ana.user] })],
    ["require_all_reviews_approved", () => ({ rule: "require_all_reviews_approved" })],
  ])("does not meet %s for content edited after it", async (_name, rule) => {
    await setRules([rule()]);
    await review(ana, "approved");
    expect((await edit(author)).status).toBe(200);
    expect(await merge()).toContain(` ${name(ana)} approved it before it was last edited: ask for a new review.`);
    await review(ana, "approved");
    expect(await merge()).toBe("merge");
  });

  it("is outdated by an edit, whoever made it", async () => {
    await setRules([{ rule: "require_at_least_one_approved_review" }]);
    await review(ana, "approved");
    expect(await inForce()).toBe(ana.user);
    await edit(bo);
    expect(await inForce()).toBe("nobody");
  });

  it("stays in force after a rejected edit, a new subject and an update", async () => {
    await setRules([{ rule: "require_at_least_one_approved_review" }]);
    await review(ana, "approved");
    const body = JSON.stringify({ changes: [{ operation: "delete_page", page: "none" }] });
    expect((await service.send(`POST ${draft}/content`, { headers: author.headers, body })).status).toBe(404);
    await service.send(`PATCH ${draft}`, { headers: author.headers, body: '{"subject":"Why"}' });
    const other = await makeChangeRequest(service, space);
    await insertPages(service, other, [{ title: "Other" }]);
    await review(ana, "approved");
    expect(
      (await service.send(`POST ${other}/reviews`, { headers: ana.headers, body: '{"status":"approved"}' })).status,
    ).toBe(201);
    expect((await service.send(`POST ${other}/merge`)).status).toBe(200);
    expect((await service.send(`POST ${draft}/update`, { headers: author.headers })).status).toBe(200);
    expect(await inForce()).toBe(ana.user);
    expect(await merge()).toBe("merge");
  });

  it("is rejected for a revision other than the one the reviewer read", async () => {
    const read = text(await service.send(`GET ${draft}`), "revision");
    await edit(author);
    const headers = { ...ana.headers, "If-Match": `"${read}"` };
    const answer = await service.send(`POST ${draft}/reviews`, { headers, body: '{"status":"approved"}' });
    expect(answer.status).toBe(412);
    expect(refusal(answer)).toContain("it was edited meanwhile");
    expect(await inForce()).toBe("nobody");
  });

  it("is different from a request for changes, which no edit by the author ends", async () => {
    await setRules([{ rule: "require_all_reviews_approved" }]);
    await review(ana, "changes-requested");
    await edit(author);
    expect(await inForce()).toBe(ana.user);
    expect(await merge()).toBe(`(1) Everyone who reviewed it or was requested to must approve it: ${name(ana)}.`);
  });
});

it("a review requested from a user who may no longer give it does not block a merge", async () => {
  await setRules([{ rule: "require_all_reviews_approved" }]);
  const dora = await addPerson(service, service.organization, "review");
  await ask(dora);
  expect(await merge()).toBe(`(1) Everyone who reviewed it or was requested to must approve it: ${name(dora)}.`);
  const at = `/v1/orgs/${service.organization}/members/${dora.user}`;
  expect((await service.send(`PATCH ${at}`, { body: '{"role":"edit"}' })).status).toBe(200);
  expect(await merge()).toBe("merge");
});

it("a requested review ends with the membership, and the verdict no longer counts", async () => {
  await setRules([{ rule: "require_at_least_one_approved_review" }]);
  const [eve, fay] = [
    await addPerson(service, service.organization, "review"),
    await addPerson(service, service.organization, "review"),
  ];
  await ask(eve);
  await review(fay, "approved");
  for (const { user } of [eve, fay]) {
    expect((await service.send(`DELETE /v1/orgs/${service.organization}/members/${user}`)).status).toBe(205);
  }
  expect(member(await service.send(`GET ${draft}/requested-reviewers`), "count")).toBe(0);
  const verdicts = await service.send(`GET ${draft}/reviews`);
  expect(member(verdicts, "items.0.reviewer.displayName")).toBe("Somebody");
  expect(await merge()).toContain("It needs approval by");
});

describe("users of rules", () => {
  const ofAll = (users: readonly string[]) =>
    JSON.stringify({ mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users }] } });

  it("must be members of the organization, at most 1,000", async () => {
    const { administrator: stranger } = await addOrganization(service);
    for (const address of [`/v1/spaces/${space}`, `/v1/orgs/${service.organization}`]) {
      const set = (users: readonly string[]) => service.send(`PATCH ${address}`, { body: ofAll(users) });
      expect(refusal(await set([ana.user, stranger.user]))).toBe(
        `404 mergeRules.rules.0.users: the organization has no member ${stranger.user}. Use the ids of its members.`,
      );
      expect(refusal(await set(Array.from({ length: 1001 }, () => ana.user)))).toBe(
        "422 mergeRules.rules: can name 1000 users at most.",
      );
      expect(member(await service.send(`GET ${address}`), "mergeRules.type")).not.toBe("rules");
    }
  });

  it("are not named if a rule came from another organization", async () => {
    const { administrator: stranger } = await addOrganization(service);
    const mergeRules = JSON.stringify({
      type: "rules",
      rules: [{ rule: "require_specific_reviewers", users: [stranger.user] }],
    });
    await service.platform.database.write((queries) =>
      queries.updateTable("space").set({ merge_rules: mergeRules }).where("id", "=", space).execute(),
    );
    expect(await merge()).toBe(
      `(1) It needs the approval of ${stranger.user}. Of these, ${stranger.user} is not a member of the organization: an administrator must change the rule.`,
    );
  });
});

describe("the rules of an organization", () => {
  const demand: MergeRule[] = [{ rule: "require_change_request_subject" }];

  it("apply to spaces that inherit them, not to those with other rules or none", async () => {
    await setRules(demand, "organization");
    const refused = await service.send(`POST ${draft}/merge`);
    expect(refusal(refused)).toBe(
      "409 Change request 1 cannot be merged yet, by 1 merge rule of the organization, which the space inherits. (1) It has no subject: anyone who may edit it can set one.",
    );
    await setRules([{ rule: "require_at_least_one_review" }]);
    expect(refusal(await service.send(`POST ${draft}/merge`))).toBe(
      `409 Change request 1 cannot be merged yet, by 1 merge rule of the space. (1) It needs a review by ${others(ana, bo)}: your own does not count.`,
    );
    await service.send(`PATCH /v1/spaces/${space}`, { body: '{"mergeRules":{"type":"none"}}' });
    expect(await merge()).toBe("merge");
  });

  it("are returned with it, and removed with the type none", async () => {
    await setRules(demand, "organization");
    const mergeRules = { type: "rules", rules: demand };
    expect((await service.send(`GET /v1/orgs/${service.organization}`)).json).toMatchObject({ mergeRules });
    const ended = await service.send(`PATCH /v1/orgs/${service.organization}`, {
      body: '{"mergeRules":{"type":"none"}}',
    });
    expect(ended.json).toMatchObject({ mergeRules: { type: "none" } });
    expect(await merge()).toBe("merge");
  });
});

describe("rules and conflicts", () => {
  it("are separate: rules are checked before conflicts, and bypassing the rules does not bypass conflicts", async () => {
    await setRules([{ rule: "require_at_least_one_review" }, { rule: "allow_bypass", users: [ana.user] }]);
    const [page = ""] = await insertPages(service, draft, [{ title: "Shared", markdown: "# Shared\n\nOne.\n" }]);
    expect(await merge(ana)).toBe("merge");
    const write = (address: string, words: string) =>
      service.send(`POST ${address}/content`, {
        body: JSON.stringify({
          changes: [{ operation: "update_page", page, document: { markdown: `# Shared\n\n${words}\n` } }],
        }),
      });
    const [theirs, mine] = [await makeChangeRequest(service, space), await makeChangeRequest(service, space)];
    await write(theirs, "Theirs.");
    await write(mine, "Mine.");
    expect((await service.send(`POST ${theirs}/merge`, { headers: ana.headers })).status).toBe(200);
    expect((await service.send(`POST ${mine}/merge`)).status).toBe(409);
    expect(text(await service.send(`POST ${mine}/merge`, { headers: ana.headers }), "result")).toBe("conflicts");
  });
});
