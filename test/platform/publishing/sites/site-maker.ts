import { expect } from "vitest";
import type { Answer, Service } from "../../../pins/service.ts";
import { insertPages, makeChangeRequest, member, type PageToInsert, text } from "../../http/content.ts";
import type { Person } from "../../http/people.ts";
import { makeSpaceIn } from "../../workspace/spaces/arrangement.ts";

/** A site of the local organization, and requests below its address. */
export class SiteMaker {
  readonly service: Service;
  readonly id: string;
  readonly path: string;

  constructor(service: Service, id: string) {
    this.service = service;
    this.id = id;
    this.path = `/v1/orgs/${service.organization}/sites/${id}`;
  }

  static async make(service: Service, body: object = {}): Promise<SiteMaker> {
    const made = await service.send(`POST /v1/orgs/${service.organization}/sites`, { body: JSON.stringify(body) });
    expect(made.status, made.text).toBe(201);
    return new SiteMaker(service, text(made, "id"));
  }

  /** `line` is a method and a path below the site's, which may be empty. */
  send(line: string, body?: object, person?: Person): Promise<Answer> {
    const [method = "", path = ""] = line.split(" ");
    return this.service.send(`${method} ${this.path}${path === "" ? "" : `/${path}`}`, {
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(person === undefined ? {} : { headers: person.headers }),
    });
  }

  /** The same, for a request that must succeed. */
  async done(line: string, body?: object): Promise<Answer> {
    const answer = await this.send(line, body);
    expect(answer.status, `${line}: ${answer.text}`).toBeLessThan(300);
    return answer;
  }

  /** Adds a new section with a new space; returns the ids of both and of the site space. */
  async addSection(title: string, more: object = {}): Promise<{ section: string; siteSpace: string; space: string }> {
    const space = await makeSpaceIn(this.service, title);
    const made = await this.done("POST sections", { spaceId: space, title, ...more });
    return { section: text(made, "id"), siteSpace: text(made, "siteSpaces.0.id"), space };
  }

  /** Adds a new space as a variant; returns the ids of the site space and of the space. */
  async addVariant(title: string, more: object = {}): Promise<{ siteSpace: string; space: string }> {
    const space = await makeSpaceIn(this.service, title);
    const made = await this.done("POST site-spaces", { spaceId: space, ...more });
    return { siteSpace: text(made, "id"), space };
  }

  /** The structure of the site, one item per line: kind, title, path and marks, indented. */
  async outline(): Promise<string[]> {
    return lines(member(await this.done("GET structure"), "structure"));
  }
}

interface Item {
  readonly object: string;
  readonly title: string;
  readonly path?: string;
  readonly default?: boolean;
  readonly draft?: boolean;
  readonly hidden?: boolean;
  readonly children?: readonly Item[];
  readonly siteSpaces?: readonly Item[];
}

function lines(items: unknown, indent = ""): string[] {
  return (items as readonly Item[]).flatMap((item) => [
    `${indent}${item.object.replace("site-", "")} ${item.title}${item.path === undefined ? "" : ` /${item.path}`}${
      item.default === true ? " default" : ""
    }${item.draft === true ? " draft" : ""}${item.hidden === true ? " hidden" : ""}`,
    ...lines(item.children ?? item.siteSpaces ?? [], `${indent}  `),
  ]);
}

/** Creates a space with this title and these pages; returns its id and theirs. */
export async function makeGuide(
  service: Service,
  title: string,
  pages: readonly PageToInsert[],
): Promise<{ space: string; pages: string[] }> {
  const space = await makeSpaceIn(service, title);
  const changeRequest = await makeChangeRequest(service, space);
  const ids = await insertPages(service, changeRequest, pages);
  expect((await service.send(`POST ${changeRequest}/merge`)).status).toBe(200);
  return { space, pages: ids };
}
