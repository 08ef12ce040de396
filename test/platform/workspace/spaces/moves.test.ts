import { beforeEach, describe, expect, it } from "vitest";
import { member, refusal, text } from "../../http/content.ts";
import { addOrganization, addPerson } from "../../http/people.ts";
import { running } from "../../http/running.ts";
import { makeCollection, makeSpaceIn, titles } from "./arrangement.ts";

const service = running();

let shelf = "";
let one = "";
let two = "";
let three = "";

beforeEach(async () => {
  shelf = await makeCollection(service, "Shelf");
  one = await makeSpaceIn(service, "One", { parent: shelf });
  two = await makeSpaceIn(service, "Two", { parent: shelf });
  three = await makeSpaceIn(service, "Three", { parent: shelf });
});

const move = (id: string, body: object) => service.send(`POST /v1/spaces/${id}/move`, { body: JSON.stringify(body) });
const moveCollection = (id: string, body: object) =>
  service.send(`POST /v1/collections/${id}/move`, { body: JSON.stringify(body) });
const order = () => titles(service, `collections/${shelf}/spaces`);
const space = (id: string) => ({ type: "space", space: id });

describe("moving a space", () => {
  it("keeps the order of the others, before or after another", async () => {
    expect((await move(three, { position: { before: space(one) } })).status).toBe(200);
    expect(await order()).toEqual(["Three", "One", "Two"]);
    await move(three, { position: { after: space(one) } });
    expect(await order()).toEqual(["One", "Three", "Two"]);
    await move(one, { position: { after: space(two) } });
    expect(await order()).toEqual(["Three", "Two", "One"]);
    await move(one, { position: { after: space(three), before: space(two) } });
    expect(await order()).toEqual(["Three", "One", "Two"]);
  });

  it("puts it last in a collection, or in the given position", async () => {
    const other = await makeSpaceIn(service, "Other");
    expect(text(await move(other, { parent: shelf }), "parent")).toBe(shelf);
    expect(await order()).toEqual(["One", "Two", "Three", "Other"]);
    await move(other, { parent: null });
    expect(member(await service.send(`GET /v1/spaces/${other}`), "parent")).toBeUndefined();
    await move(other, { parent: shelf, position: { before: space(two) } });
    expect(await order()).toEqual(["One", "Other", "Two", "Three"]);
  });

  it("never breaks the order, even between the same two repeatedly", async () => {
    const expected = ["One", "Two", "Three"];
    for (let round = 0; round < 60; round += 1) {
      const moved = round % 2 === 0 ? two : three;
      expect((await move(moved, { position: { after: space(one) } })).status, `round ${round}`).toBe(200);
      if (round > 0) expected.push(...expected.splice(1, 1));
      expect(await order()).toEqual(expected);
    }
  });

  it("succeeds and changes nothing if it is already there", async () => {
    const before = (await service.send(`GET /v1/spaces/${two}`)).json;
    for (const to of [{ parent: shelf }, { position: { after: space(one) } }, { position: { before: space(three) } }]) {
      const answer = await move(two, to);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual(before);
    }
    expect(await order()).toEqual(["One", "Two", "Three"]);
  });

  it("is rejected for an invalid place, with an explanation", async () => {
    expect(refusal(await move(one, {}))).toBe("400 parent, position: give a collection, a neighbour or both.");
    expect(refusal(await move(one, { position: { after: space(three), before: space(two) } }))).toBe(
      "400 position: `after` does not come before `before`. Give one of them.",
    );
    expect(refusal(await move(one, { parent: "nowhere" }))).toBe(
      "404 parent: there is no collection nowhere, or this token may not see it.",
    );
    const outside = await makeSpaceIn(service, "Outside");
    expect(refusal(await move(one, { position: { after: space(outside) } }))).toBe(
      `404 position.after: there is no space ${outside} in the target location, or this token may not see it.`,
    );
  });

  it("requires an administrator of the space who may create in the target", async () => {
    const open = await makeSpaceIn(service, "Open", { defaultLevel: "admin" });
    const locked = await makeCollection(service, "Locked", { defaultLevel: "edit" });
    const secret = await makeCollection(service, "Secret", { defaultLevel: null });
    const { headers } = await addPerson(service, service.organization, "create");
    const send = (id: string, parent: string) =>
      service.send(`POST /v1/spaces/${id}/move`, { headers, body: JSON.stringify({ parent }) });
    expect(refusal(await send(one, shelf))).toBe(
      `403 This needs the role "admin" on space ${one}; the token's user has "create".`,
    );
    expect(refusal(await send(open, locked))).toBe(
      `403 This needs the role "create" on collection ${locked}; the token's user has "edit".`,
    );
    expect(refusal(await send(open, secret))).toBe(
      `404 parent: there is no collection ${secret}, or this token may not see it.`,
    );
    expect((await send(open, shelf)).status).toBe(200);
  });

  it("cannot use a collection of another organization", async () => {
    const { organization, administrator } = await addOrganization(service);
    const theirs = await service.send(`POST /v1/orgs/${organization}/collections`, {
      headers: administrator.headers,
      body: "{}",
    });
    expect(refusal(await move(one, { parent: text(theirs, "id") }))).toMatch(/^404 parent: /);
  });
});

describe("moving a collection", () => {
  it("moves its contents too, with the access that follows from the new place", async () => {
    const secret = await makeCollection(service, "Secret", { defaultLevel: null });
    const reader = await addPerson(service, service.organization, "read");
    const see = async () => (await service.send(`GET /v1/spaces/${one}`, { headers: reader.headers })).status;
    expect(await see()).toBe(200);
    expect((await moveCollection(shelf, { parent: secret })).status).toBe(200);
    expect(await see()).toBe(404);
    expect((await moveCollection(shelf, { parent: null })).status).toBe(200);
    expect(await see()).toBe(200);
  });

  it("is rejected into itself or its contents", async () => {
    const inner = await makeCollection(service, "Inner", { parent: shelf });
    const innermost = await makeCollection(service, "Innermost", { parent: inner });
    for (const parent of [shelf, inner, innermost]) {
      expect(refusal(await moveCollection(shelf, { parent }))).toBe(
        `400 parent: collection ${parent} is the one to move or is inside it. Choose a collection outside it.`,
      );
    }
  });

  it("makes no cycle when two are moved into each other concurrently", async () => {
    const left = await makeCollection(service, "Left");
    const right = await makeCollection(service, "Right");
    const answers = await Promise.all([
      moveCollection(left, { parent: right }),
      moveCollection(right, { parent: left }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("two concurrent moves of a space", () => {
  it("happen one after another, and it is in one place", async () => {
    const left = await makeCollection(service, "Left");
    const right = await makeCollection(service, "Right");
    const answers = await Promise.all([move(one, { parent: left }), move(one, { parent: right })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const found = [
      ...(await titles(service, `collections/${left}/spaces`)),
      ...(await titles(service, `collections/${right}/spaces`)),
    ];
    expect(found).toEqual(["One"]);
    expect(await order()).toEqual(["Two", "Three"]);
  });
});
