import type { ServerResponse } from "node:http";
import { expect } from "vitest";
import { additionalEventTypes } from "../../../src/contract/models/integration-event.ts";
import type { PlatformOptions } from "../../../src/platform/index.ts";
import { createOutbound } from "../../../src/platform/kernel/outbound/outbound.ts";
import { type Service, startService } from "../../pins/service.ts";
import { insertPages, makeChangeRequest, text } from "../http/content.ts";
import { makeSpaceIn } from "../workspace/spaces/arrangement.ts";
import { startListener } from "./listener.ts";

export interface ListedEvent {
  readonly id: string;
  readonly status: string;
  readonly payload: { readonly type: string } & Readonly<Record<string, unknown>>;
}

export interface TracedEvent {
  readonly event: ListedEvent;
  readonly trace: { readonly logs: readonly { readonly level: string; readonly message: string }[] };
}

/** A platform that reaches loopback, with helpers for tests of integrations. */
export class IntegrationDesk {
  readonly service: Service;
  readonly #close: (() => Promise<unknown>)[] = [];
  #minute = 4;

  private constructor(service: Service) {
    this.service = service;
  }

  static async open(given: Pick<PlatformOptions, "jobs"> = {}): Promise<IntegrationDesk> {
    const outbound = createOutbound((address) => address === "127.0.0.1");
    return new IntegrationDesk(await startService(undefined, { ...given, outbound }));
  }

  async close(): Promise<void> {
    await this.service.close();
    for (const end of this.#close) await end();
  }

  async listen(answer?: (index: number, response: ServerResponse) => void) {
    const listener = await startListener(answer);
    this.#close.push(listener.close);
    return listener;
  }

  async publish(members: Readonly<Record<string, unknown>>, name = "chat"): Promise<void> {
    const { organization } = this.service;
    const usual = {
      title: "Chat",
      description: "Posts.",
      script: "",
      scopes: ["space:content:read"],
      events: additionalEventTypes,
    };
    const body = JSON.stringify({ ...usual, organization, ...members });
    const answer = await this.service.send(`POST /v1/integrations/${name}`, { body });
    expect(answer.status, answer.text).toBe(200);
  }

  async install(name = "chat"): Promise<string> {
    const body = JSON.stringify({ organization: this.service.organization });
    return text(await this.service.send(`POST /v1/integrations/${name}/installations`, { body }), "id");
  }

  update(installation: string, change: object, name = "chat") {
    const line = `PATCH /v1/integrations/${name}/installations/${installation}`;
    return this.service.send(line, { body: JSON.stringify(change) });
  }

  async mergePage(title: string): Promise<string> {
    const space = await makeSpaceIn(this.service, title, {});
    const changeRequest = await makeChangeRequest(this.service, space);
    await insertPages(this.service, changeRequest, [{ title }]);
    await this.service.send(`POST ${changeRequest}/merge`);
    return space;
  }

  /** Causes this many events for every installation: comments on one change request. */
  async comment(times: number): Promise<void> {
    const changeRequest = await makeChangeRequest(this.service, await makeSpaceIn(this.service, "Masts", {}));
    for (let index = 0; index < times; index += 1) {
      const body = JSON.stringify({ body: { markdown: `Comment ${index}.` } });
      const { status, text: answered } = await this.service.send(`POST ${changeRequest}/comments`, { body });
      expect(status, answered).toBe(200);
    }
  }

  /** Moves the clock of the platform. */
  pass(minutes: number): void {
    this.#minute += minutes;
    this.service.setTime(new Date(Date.UTC(2026, 0, 2, 3, this.#minute, 5)).toISOString());
  }

  /** Jobs that are due again after a pause run when the clock gets there. */
  async settle(): Promise<void> {
    await this.service.platform.jobsSettled();
    for (let times = 0; times < 5; times += 1) {
      this.pass(1);
      await this.service.platform.jobsSettled();
    }
  }

  /** Newest first. */
  async events(query = "", name = "chat"): Promise<ListedEvent[]> {
    const { json } = await this.service.send(`GET /v1/integrations/${name}/events${query}`);
    return (json as { items: ListedEvent[] }).items;
  }

  /** All pages of the list, without waiting events. */
  async allEvents(name = "chat"): Promise<ListedEvent[]> {
    const all: ListedEvent[] = [];
    let page = "";
    do {
      const { json } = await this.service.send(`GET /v1/integrations/${name}/events?limit=1000${page}`);
      const { items, next } = json as { items: ListedEvent[]; next?: { page: string } };
      all.push(...items);
      page = next === undefined ? "" : `&page=${encodeURIComponent(next.page)}`;
    } while (page !== "");
    return all;
  }

  async traceOf(event: string, name = "chat"): Promise<TracedEvent> {
    return (await this.service.send(`GET /v1/integrations/${name}/events/${event}`)).json as TracedEvent;
  }
}
