import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MergeRule } from "../../../src/contract/models/review.ts";
import { createToken } from "../../../src/platform/access/tokens-rows.ts";
import { disableUser } from "../../../src/platform/people/index.ts";
import { insertPages, makeChangeRequest, makeSpace, member, refusal, text } from "../http/content.ts";
import { addOrganization, addPerson, type Person } from "../http/people.ts";
import { running } from "../http/running.ts";

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

/** "merge", or the words of the refusal after its first sentence. */
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

/** Those who joined at once are listed by their ids. */
const others = (...people: Person[]) =>
  `somebody with at least the role "review" who neither made nor edited it, such as ${[...people]
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

  it("require_at_least_one_review waits for a verdict, whichever", async () => {
    await setRules([{ rule: "require_at_least_one_review" }]);
    expect(await merge()).toBe(`(1) It needs a review by ${others(ana, bo)}: your own does not count.`);
    await review(ana, "changes-requested");
    expect(await merge()).toBe("merge");
  });

  it("require_at_least_one_approved_review waits for an approval that is in force", async () => {
    await setRules([{ rule: "require_at_least_one_approved_review" }]);
    await review(ana, "approved");
    await review(ana, "changes-requested");
    expect(await merge()).toBe(`(1) It needs an approval by ${others(ana, bo)}: your own does not count.`);
    await review(ana, "approved");
    expect(await merge()).toBe("merge");
  });

  it("require_all_reviews_approved waits for those who ask for changes and those who were asked", async () => {
    await setRules([{ rule: "require_all_reviews_approved" }]);
    await review(ana, "changes-requested");
    expect(await merge()).toBe(`(1) Everyone who was asked or reviewed it must approve: ${name(ana)}.`);
    await ask(ana, bo);
    await review(bo, "approved");
    expect(await merge()).toBe(`(1) Everyone who was asked or reviewed it must approve: ${name(ana)}.`);
    await review(ana, "approved");
    expect(await merge()).toBe("merge");
  });

  it("require_all_reviews_approved holds where nobody was asked and nobody reviewed", async () => {
    await setRules([{ rule: "require_all_reviews_approved" }]);
    expect(await merge()).toBe("merge");
  });

  it("require_up_to_date_change_request waits for an update", async () => {
    await setRules([{ rule: "require_up_to_date_change_request" }]);
    const other = await makeChangeRequest(service, space);
    await insertPages(service, other, [{ title: "Other" }]);
    expect((await service.send(`POST ${other}/merge`)).status).toBe(200);
    expect(await merge()).toBe("(1) The space has changed since: update the change request first.");
    await service.send(`POST ${draft}/update`);
    expect(await merge()).toBe("merge");
  });

  it("require_change_request_subject waits for words in it", async () => {
    await setRules([{ rule: "require_change_request_subject" }]);
    await service.send(`PATCH ${draft}`, { body: '{"subject":"  "}' });
    expect(await merge()).toBe("(1) It has no subject: anyone who may edit it can set one.");
    await service.send(`PATCH ${draft}`, { body: '{"subject":"Why"}' });
    expect(await merge()).toBe("merge");
  });

  it("require_change_request_description waits for text in it", async () => {
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

  it("require_author_to_merge lets who made it merge, and nobody else", async () => {
    await setRules([{ rule: "require_author_to_merge" }]);
    expect(await merge(ana)).toBe(`(1) Only its author ${name(author)} may merge it.`);
    expect(await merge(author)).toBe("merge");
  });

  it("allow_bypass lets those it names merge regardless, and is told to the others", async () => {
    await setRules([
      { rule: "require_at_least_one_review" },
      { rule: "require_change_request_subject" },
      { rule: "allow_bypass", users: [ana.user] },
    ]);
    expect(await merge(bo)).toBe(
      `(1) It needs a review by ${others(ana, bo)}: you can give it. (2) It has no subject: anyone who may edit it can set one. ${name(ana)} may merge it regardless.`,
    );
    expect(await merge(ana)).toBe("merge");
  });

  it("allow_bypass alone demands nothing", async () => {
    await setRules([{ rule: "allow_bypass", users: [ana.user] }]);
    expect(await merge(bo)).toBe("merge");
  });

  it.each([
    [
      { rule: "custom", expression: "true" },
      "the language of a rule's expression is not specified, so this service does not accept any. Use the named rules.",
    ],
    [
      { rule: "require_agent_review" },
      "this service has no reviewing agent of its own, so nothing could meet the rule. Name the user your agent acts as with require_specific_reviewers.",
    ],
  ])("%j is not taken, neither by a space nor by an organization", async (rule, why) => {
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
      "It has a rule written as an expression, which this service cannot evaluate: an administrator has to take that rule out.",
    ],
    [
      { rule: "require_agent_review" },
      "It needs the review of an agent of this service, which has none: an administrator has to take that rule out.",
    ],
  ])("%j that a space got before keeps everyone from merging", async (rule, sentence) => {
    const rules = JSON.stringify({ type: "rules", rules: [rule] });
    await service.platform.database.write((queries) =>
      queries.updateTable("space").set({ merge_rules: rules }).where("id", "=", space).execute(),
    );
    expect(await merge()).toBe(`(1) ${sentence}`);
  });
});

it("the verdict of somebody who may no longer review in the space does not count", async () => {
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
    `(1) It needs an approval by ${others(bo)}: your own does not count. (2) Everyone who was asked or reviewed it must approve: ${name(bo)}.`,
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
  ])("does not meet %s, and somebody else's approval does", async (_name, rule) => {
    await setRules([rule()]);
    await review(author, "approved");
    expect(await merge()).toContain(": your own does not count.");
    await review(ana, "approved");
    expect(await merge()).toBe("merge");
  });

  it("is none the more by another token of the author, such as an agent's", async () => {
    await setRules([approval]);
    const { token } = await service.platform.database.write((queries) =>
      createToken(queries, { user: author.user, name: "agent", createdAt: service.platform.now() }),
    );
    const agent = { ...author, token, headers: { Authorization: `Bearer ${token}` } };
    await review(agent, "approved");
    expect(await merge(agent)).toContain(": your own does not count.");
  });

  it("is also that of who edited somebody else's change request", async () => {
    await setRules([approval]);
    await service.send(`POST ${draft}/content`, {
      headers: ana.headers,
      body: JSON.stringify({
        changes: [{ operation: "insert_page", title: "Hers", document: { markdown: "x" } }],
      }),
    });
    await review(ana, "approved");
    expect(await merge(ana)).toBe(`(1) It needs an approval by ${others(bo)}: your own does not count.`);
    await review(bo, "approved");
    expect(await merge(ana)).toBe("merge");
  });

  it("leaves the others that a rule names to approve", async () => {
    await setRules([{ rule: "require_specific_reviewers", users: [author.user, bo.user] }]);
    await review(author, "approved");
    expect(await merge()).toBe(`(1) It needs the approval of ${name(bo)}.`);
    await review(bo, "approved");
    expect(await merge()).toBe("merge");
  });

  it("is not asked of people where there is nobody else: an administrator is", async () => {
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
      'with at least the role "review" who neither made nor edited it, and there is nobody: an administrator can give the role, or change the rule.',
    );
  });

  it("is not asked of who is disabled", async () => {
    await setRules([approval]);
    const gone = await addPerson(service, service.organization, "review");
    expect(await merge()).toContain(gone.user);
    await service.platform.database.write((queries) => disableUser(queries, gone.user, service.platform.now()));
    expect(await merge()).not.toContain(gone.user);
  });

  it("is told to guests without the names of members", async () => {
    const guest = await addPerson(service, service.organization, null);
    const body = JSON.stringify({ users: [guest.user], role: "review" });
    await service.send(`POST /v1/spaces/${space}/permissions`, { body });
    await setRules([approval]);
    expect(await merge(guest)).toBe(
      '(1) It needs an approval by somebody with at least the role "review" who neither made nor edited it: you can give it.',
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
  ])("does not meet %s for content that was edited after it", async (_name, rule) => {
    await setRules([rule()]);
    await review(ana, "approved");
    expect((await edit(author)).status).toBe(200);
    expect(await merge()).toContain(` ${name(ana)} approved it before it was last edited: ask for a new review.`);
    await review(ana, "approved");
    expect(await merge()).toBe("merge");
  });

  it("ends with the edit, whoever made it", async () => {
    await setRules([{ rule: "require_at_least_one_approved_review" }]);
    await review(ana, "approved");
    expect(await inForce()).toBe(ana.user);
    await edit(bo);
    expect(await inForce()).toBe("nobody");
  });

  it("stays in force for an edit that was refused, for another subject and for what an update brings", async () => {
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

  it("is refused for another revision than the reviewer read", async () => {
    const read = text(await service.send(`GET ${draft}`), "revision");
    await edit(author);
    const headers = { ...ana.headers, "If-Match": `"${read}"` };
    const answer = await service.send(`POST ${draft}/reviews`, { headers, body: '{"status":"approved"}' });
    expect(answer.status).toBe(412);
    expect(refusal(answer)).toContain("it was edited meanwhile");
    expect(await inForce()).toBe("nobody");
  });

  it("is told apart from the demand for changes, which no edit of the author ends", async () => {
    await setRules([{ rule: "require_all_reviews_approved" }]);
    await review(ana, "changes-requested");
    await edit(author);
    expect(await inForce()).toBe(ana.user);
    expect(await merge()).toBe(`(1) Everyone who was asked or reviewed it must approve: ${name(ana)}.`);
  });
});

it("a review that is awaited from somebody who may no longer give it keeps nobody waiting", async () => {
  await setRules([{ rule: "require_all_reviews_approved" }]);
  const dora = await addPerson(service, service.organization, "review");
  await ask(dora);
  expect(await merge()).toBe(`(1) Everyone who was asked or reviewed it must approve: ${name(dora)}.`);
  const at = `/v1/orgs/${service.organization}/members/${dora.user}`;
  expect((await service.send(`PATCH ${at}`, { body: '{"role":"edit"}' })).status).toBe(200);
  expect(await merge()).toBe("merge");
});

it("a review that is awaited from somebody ends with the membership, and the verdict no longer counts", async () => {
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
  expect(await merge()).toContain("It needs an approval by");
});

describe("users of rules", () => {
  const ofAll = (users: readonly string[]) =>
    JSON.stringify({ mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users }] } });

  it("are members of the organization, of no other one and 1,000 at most", async () => {
    const { administrator: stranger } = await addOrganization(service);
    for (const address of [`/v1/spaces/${space}`, `/v1/orgs/${service.organization}`]) {
      const set = (users: readonly string[]) => service.send(`PATCH ${address}`, { body: ofAll(users) });
      expect(refusal(await set([ana.user, stranger.user]))).toBe(
        `404 mergeRules.rules.0.users: the organization has no member ${stranger.user}. Name users by the ids of its members.`,
      );
      expect(refusal(await set(Array.from({ length: 1001 }, () => ana.user)))).toBe(
        "422 mergeRules.rules: can name 1000 users at most.",
      );
      expect(member(await service.send(`GET ${address}`), "mergeRules.type")).not.toBe("rules");
    }
  });

  it("keep their names to themselves where a rule came along from another organization", async () => {
    const { administrator: stranger } = await addOrganization(service);
    const mergeRules = JSON.stringify({
      type: "rules",
      rules: [{ rule: "require_specific_reviewers", users: [stranger.user] }],
    });
    await service.platform.database.write((queries) =>
      queries.updateTable("space").set({ merge_rules: mergeRules }).where("id", "=", space).execute(),
    );
    expect(await merge()).toBe(
      `(1) It needs the approval of ${stranger.user}. Of these, ${stranger.user} is no member of the organization: an administrator has to change the rule.`,
    );
  });
});

describe("the rules of an organization", () => {
  const demand: MergeRule[] = [{ rule: "require_change_request_subject" }];

  it("hold in spaces that inherit them, and not in those with others or none", async () => {
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

  it("are answered with it, and end with the type none", async () => {
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
  it("are told apart: the rules refuse before conflicts are looked for, and bypassing them passes no conflict", async () => {
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
