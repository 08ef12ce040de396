import { expect } from "vitest";
import type { ComputedSource } from "../../../src/contract/models/computed-content.ts";
import type { Answer, Service } from "../../pins/service.ts";

/** A member of a JSON response, by path; array items by index. */
export function member(answer: Answer, path: string): unknown {
  return path.split(".").reduce<unknown>((value, step) => {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.entries(value).find(([name]) => name === step)?.[1];
  }, answer.json);
}

/** The same, but it must be a string. */
export function text(answer: Answer, path: string): string {
  const value = member(answer, path);
  if (typeof value !== "string") throw new Error(`${path} is no text in ${answer.status} ${answer.text.slice(0, 300)}`);
  return value;
}

/** Status and message of an error, on one line. */
export function refusal(answer: Answer): string {
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(member(answer, "error.code")).toBe(answer.status);
  return `${answer.status} ${text(answer, "error.message")}`;
}

export async function makeSpace(service: Service, title = "Guides"): Promise<string> {
  const made = await service.send(`POST /v1/orgs/${service.organization}/spaces`, { body: JSON.stringify({ title }) });
  return text(made, "id");
}

/** A change request's URL. */
export async function makeChangeRequest(service: Service, space: string): Promise<string> {
  const made = await service.send(`POST /v1/spaces/${space}/change-requests`);
  return `/v1/spaces/${space}/change-requests/${text(made, "id")}`;
}

export interface PageToInsert {
  readonly title: string;
  readonly markdown?: string;
  readonly slug?: string;
  readonly into?: string;
  /** Instead of a text. */
  readonly computed?: ComputedSource;
}

/** Inserts pages into a change request and returns their ids. */
export async function insertPages(
  service: Service,
  changeRequest: string,
  pages: readonly PageToInsert[],
): Promise<string[]> {
  const changes = pages.map(({ markdown = "", ...page }) => ({
    operation: "insert_page",
    ...(page.computed === undefined && { document: { markdown } }),
    ...page,
  }));
  const answer = await service.send(`POST ${changeRequest}/content?compat=false`, {
    body: JSON.stringify({ changes }),
  });
  return pages.map((_, index) => text(answer, `changes.${index}.page.id`));
}

interface FileToInsert {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The request that inserts a file into a change request. */
export function insertionOf(changeRequest: string, { bytes, ...named }: FileToInsert): { line: string; body: string } {
  const base64 = Buffer.from(bytes).toString("base64");
  const changes = [{ operation: "insert_files", files: [{ ...named, base64 }] }];
  return { line: `POST ${changeRequest}/content?compat=false`, body: JSON.stringify({ changes }) };
}

/** Inserts one file and returns the answer. */
export async function insertFile(service: Service, changeRequest: string, file: FileToInsert): Promise<Answer> {
  const { line, body } = insertionOf(changeRequest, file);
  return service.send(line, { body });
}

/** A space with the given pages. */
export async function makePublishedSpace(
  service: Service,
  pages: readonly PageToInsert[],
): Promise<{ space: string; pages: string[] }> {
  const space = await makeSpace(service);
  const changeRequest = await makeChangeRequest(service, space);
  const ids = await insertPages(service, changeRequest, pages);
  expect((await service.send(`POST ${changeRequest}/merge`)).status).toBe(200);
  return { space, pages: ids };
}
