import { expect } from "vitest";
import { type Service, startService } from "../../../pins/service.ts";

interface Work {
  readonly segments: number;
  readonly problem?: string;
  readonly items: readonly {
    readonly id: string;
    readonly text: string;
    readonly kind?: string;
    readonly page: { readonly id: string; readonly title: string };
    readonly terms: Readonly<Record<string, string>>;
    readonly problem?: string;
  }[];
  readonly next?: { readonly page: string };
}

export interface Translation {
  readonly id: string;
  readonly status: string;
  readonly result?: { readonly space: string; readonly revision: string; readonly changeRequest?: string };
  readonly stats: Readonly<Record<string, number>>;
  readonly work?: Work;
}

/** A service with a space in English and its translation, and functions for what people and agents do. */
export async function startDesk(service?: Service, language = "de") {
  const running = service ?? (await startService());
  const { organization } = running;
  async function call<Answer = Record<string, never>>(line: string, body?: unknown, status = 2): Promise<Answer> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await running.send(line, sent);
    expect(
      `${answer.status} ${answer.text}`.startsWith(String(status)),
      `${line}: ${answer.status} ${answer.text}`,
    ).toBe(true);
    return answer.json as Answer;
  }
  const { id: space } = await call<{ id: string }>(`POST /v1/orgs/${organization}/spaces`, { title: "Guides" });
  const made = await call<Translation>(`POST /v1/orgs/${organization}/translations`, {
    source: { space, language: "en" },
    language,
  });
  const path = `/v1/orgs/${organization}/translations/${made.id}`;
  const read = (query = "") => call<Translation>(`GET ${path}${query}`);
  const settled = async () => {
    await running.platform.jobsSettled();
    return read();
  };
  const work = async (query = "?segments=100") => (await read(query)).work;
  const give = (translations: readonly { segment: string; text: string }[], status = 2) =>
    call<{ error?: { message: string } }>(`POST ${path}/run`, { translations }, status);
  return {
    service: running,
    space,
    path,
    call,
    read,
    settled,
    work,
    give,
    async run() {
      await call(`POST ${path}/run`);
      return settled();
    },
    /** Translates every waiting segment, and lets the run end. */
    async translate(answer: (text: string) => string) {
      for (let round = 0; round < 20; round += 1) {
        const items = (await work())?.items ?? [];
        if (items.length === 0) break;
        await give(items.map(({ id, text }) => ({ segment: id, text: answer(text) })));
        await running.platform.jobsSettled();
      }
      return read();
    },
    /** Changes a space through a change request that is merged. */
    async edit(changes: readonly object[], at = space) {
      const { id } = await call<{ id: string }>(`POST /v1/spaces/${at}/change-requests`, {});
      await call(`POST /v1/spaces/${at}/change-requests/${id}/content`, { changes });
      const merged = await call<{ result: string }>(`POST /v1/spaces/${at}/change-requests/${id}/merge`);
      expect(merged.result).toBe("merge");
    },
    async merge({ result }: Translation) {
      return call<{ result: string }>(
        `POST /v1/spaces/${result?.space}/change-requests/${result?.changeRequest}/merge`,
      );
    },
    async pages(at: string) {
      const { pages } = await call<{ pages: { id: string; title: string; path: string; pages?: [] }[] }>(
        `GET /v1/spaces/${at}/content/pages`,
      );
      return pages;
    },
    async markdown(at: string, page: string) {
      const { markdown } = await call<{ markdown: string }>(
        `GET /v1/spaces/${at}/content/page/${page}?format=markdown`,
      );
      return markdown;
    },
  };
}

export type Desk = Awaited<ReturnType<typeof startDesk>>;
