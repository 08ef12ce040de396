import { beforeAll, describe, expect, it } from "vitest";
import { insertPages, makeChangeRequest, makeSpace, refusal, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";

const service = running();
let space = "";

beforeAll(async () => {
  space = await makeSpace(service);
});

const insertion = '{"changes":[{"operation":"insert_page","document":{"markdown":"x"}}]}';

const actions = {
  "set to draft": ["PATCH {cr}", '{"status":"draft"}'],
  "set to open": ["PATCH {cr}", '{"status":"open"}'],
  "set to archived": ["PATCH {cr}", '{"status":"archived"}'],
  "set to merged": ["PATCH {cr}", '{"status":"merged"}'],
  renamed: ["PATCH {cr}", '{"subject":"x"}'],
  edited: ["POST {cr}/content", insertion],
  updated: ["POST {cr}/update", undefined],
  merged: ["POST {cr}/merge", undefined],
  reviewed: ["POST {cr}/reviews", '{"status":"approved"}'],
  "given a reviewer": ["POST {cr}/requested-reviewers", '{"users":["{user}"]}'],
  "freed of a reviewer": ["DELETE {cr}/requested-reviewers/{user}", undefined],
  read: ["GET {cr}/changes", undefined],
} as const;
type Action = keyof typeof actions;

/** The status afterwards, or the refusal. */
const table: readonly (readonly [from: "draft" | "open" | "archived" | "merged", Action, string])[] = [
  ["draft", "set to draft", "draft"],
  ["draft", "set to open", "open"],
  ["draft", "set to archived", "archived"],
  ["draft", "set to merged", '400 status: must be one of "draft", "open", "archived".'],
  ["draft", "renamed", "draft"],
  ["draft", "edited", "draft"],
  ["draft", "updated", "draft"],
  ["draft", "merged", "merged"],
  ["draft", "reviewed", "draft"],
  ["draft", "given a reviewer", "draft"],
  ["draft", "freed of a reviewer", "draft"],
  ["draft", "read", "draft"],
  ["open", "set to draft", "draft"],
  ["open", "set to open", "open"],
  ["open", "set to archived", "archived"],
  ["open", "set to merged", '400 status: must be one of "draft", "open", "archived".'],
  ["open", "renamed", "open"],
  ["open", "edited", "open"],
  ["open", "updated", "open"],
  ["open", "merged", "merged"],
  ["open", "reviewed", "open"],
  ["open", "given a reviewer", "open"],
  ["open", "freed of a reviewer", "open"],
  ["open", "read", "open"],
  ["archived", "set to draft", "draft"],
  ["archived", "set to open", "open"],
  ["archived", "set to archived", "archived"],
  ["archived", "set to merged", '400 status: must be one of "draft", "open", "archived".'],
  ["archived", "renamed", "archived"],
  ["archived", "edited", '409 Change request {n} is archived and cannot be edited. Set its status to "open" first.'],
  ["archived", "updated", '409 Change request {n} is archived and cannot be updated. Set its status to "open" first.'],
  ["archived", "merged", '409 Change request {n} is archived and cannot be merged. Set its status to "open" first.'],
  [
    "archived",
    "reviewed",
    '409 Change request {n} is archived and cannot be reviewed. Set its status to "open" first.',
  ],
  [
    "archived",
    "given a reviewer",
    '409 Change request {n} is archived and cannot be given reviewers. Set its status to "open" first.',
  ],
  ["archived", "freed of a reviewer", "archived"],
  ["archived", "read", "archived"],
  ["merged", "set to draft", "409 Change request {n} is merged; its status is final."],
  ["merged", "set to open", "409 Change request {n} is merged; its status is final."],
  ["merged", "set to archived", "409 Change request {n} is merged; its status is final."],
  ["merged", "set to merged", '400 status: must be one of "draft", "open", "archived".'],
  ["merged", "renamed", "merged"],
  ["merged", "edited", "409 Change request {n} is already merged and cannot be edited. Start a new one."],
  ["merged", "updated", "409 Change request {n} is already merged and cannot be updated. Start a new one."],
  ["merged", "merged", "409 Change request {n} is already merged and cannot be merged. Start a new one."],
  ["merged", "reviewed", "409 Change request {n} is already merged and cannot be reviewed."],
  ["merged", "given a reviewer", "409 Change request {n} is already merged and cannot be given reviewers."],
  ["merged", "freed of a reviewer", "merged"],
  ["merged", "read", "merged"],
];

async function changeRequestThatIs(status: string): Promise<string> {
  const address = await makeChangeRequest(service, space);
  await insertPages(service, address, [{ title: "Page" }]);
  const reached =
    status === "merged"
      ? await service.send(`POST ${address}/merge`)
      : await service.send(`PATCH ${address}`, { body: JSON.stringify({ status }) });
  expect(reached.status).toBe(200);
  return address;
}

describe("a change request", () => {
  it.each(table)("handles the status %s and the action %s: %s", async (from, action, outcome) => {
    const address = await changeRequestThatIs(from);
    const before = await service.send(`GET ${address}`);
    const [line, body] = actions[action];
    const answer = await service.send(line.replace("{cr}", address).replace("{user}", service.user), {
      body: body?.replace("{user}", service.user),
    });
    const after = await service.send(`GET ${address}`);
    if (/^\d/.test(outcome)) {
      const number = String((before.json as { number: number }).number);
      expect(refusal(answer)).toBe(outcome.replace("{n}", number));
      expect(after.json).toEqual(before.json);
    } else {
      expect([200, 201, 204]).toContain(answer.status);
      expect(text(after, "status")).toBe(outcome);
    }
  });

  it("has every combination of status and action in the table", () => {
    const pairs = new Set(table.map(([from, action]) => `${from} ${action}`));
    expect(pairs.size).toBe(4 * Object.keys(actions).length);
  });

  it("accepts comments, reviews and statuses, but no content, in a locked space", async () => {
    const locked = await makeSpace(service, "Locked");
    const address = await makeChangeRequest(service, locked);
    await service.send(`PATCH /v1/spaces/${locked}`, { body: '{"editMode":"locked"}' });
    const outcome = async (action: Action) => {
      const [line, body] = actions[action];
      const answer = await service.send(line.replace("{cr}", address), { body: body?.replace("{user}", service.user) });
      return answer.status < 300 ? answer.status : refusal(answer);
    };
    expect(await outcome("renamed")).toBe(200);
    expect(await outcome("set to open")).toBe(200);
    expect(await outcome("reviewed")).toBe(201);
    for (const action of ["edited", "updated", "merged"] as const) {
      expect(await outcome(action)).toBe(
        `409 Space ${locked} is locked, so the change request cannot be ${action}. An administrator can set editMode to "live".`,
      );
    }
  });
});
