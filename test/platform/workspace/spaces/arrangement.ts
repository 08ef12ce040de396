import { expect } from "vitest";
import type { Service } from "../../../pins/service.ts";
import { member, text } from "../../http/content.ts";
import type { Person } from "../../http/people.ts";

/** Creates a collection as the local administrator, with a default role if one is given. */
export async function makeCollection(
  service: Service,
  title: string,
  place: { readonly parent?: string; readonly defaultLevel?: string | null } = {},
): Promise<string> {
  const { defaultLevel, ...rest } = place;
  const made = await service.send(`POST /v1/orgs/${service.organization}/collections`, {
    body: JSON.stringify({ title, ...rest }),
  });
  const id = text(made, "id");
  if (defaultLevel !== undefined) {
    const changed = await service.send(`PATCH /v1/collections/${id}`, { body: JSON.stringify({ defaultLevel }) });
    expect(changed.status, changed.text).toBe(200);
  }
  return id;
}

export async function makeSpaceIn(
  service: Service,
  title: string,
  place: { readonly parent?: string; readonly defaultLevel?: string | null } = {},
): Promise<string> {
  const { defaultLevel, ...rest } = place;
  const made = await service.send(`POST /v1/orgs/${service.organization}/spaces`, {
    body: JSON.stringify({ title, ...rest }),
  });
  const id = text(made, "id");
  if (defaultLevel !== undefined) {
    const changed = await service.send(`PATCH /v1/spaces/${id}`, { body: JSON.stringify({ defaultLevel }) });
    expect(changed.status, changed.text).toBe(200);
  }
  return id;
}

/** Titles in the list that a user gets. */
export async function titles(service: Service, path: string, person?: Person): Promise<string[]> {
  const answer = await service.send(`GET /v1/${path}`, person === undefined ? {} : { headers: person.headers });
  const items = member(answer, "items");
  if (!Array.isArray(items)) throw new Error(answer.text);
  expect(member(answer, "count"), path).toBe(items.length);
  return items.map((_, index) => text(answer, `items.${index}.title`));
}
