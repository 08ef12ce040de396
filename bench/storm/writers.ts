import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../src/client/client.ts";

/** An acknowledged write. */
export interface Acknowledged {
  readonly space: string;
  readonly changeRequest: string;
  readonly page: string;
  readonly text: string;
  readonly merged: boolean;
}

/** Writes and merges change requests until `end`, keeping what was acknowledged; what fails meanwhile is not kept. */
export async function write(client: Client, spaceId: string, end: number, name: string): Promise<Acknowledged[]> {
  const kept: Acknowledged[] = [];
  for (let number = 0; performance.now() < end; number += 1) {
    try {
      const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: name });
      const names = { spaceId, changeRequestId };
      const text = `acknowledged ${name} ${number}`;
      const made = await client.changeRequestContent.apply({
        ...names,
        compat: false,
        changes: [{ operation: "insert_page", title: `${name} ${number}`, document: { markdown: `${text}\n` } }],
      });
      const [change] = (made as { changes: { page: { id: string } }[] }).changes;
      const written = { space: spaceId, changeRequest: changeRequestId, page: change?.page.id ?? "", text };
      kept.push({ ...written, merged: false });
      const { result } = await client.changeRequests.merge(names);
      if (result === "merge") kept.push({ ...written, merged: true });
    } catch {
      // The server is being killed or starts again.
      await sleep(100);
    }
  }
  return kept;
}

/** Acknowledged writes that are missing. */
export async function lost(client: Client, lines: readonly Acknowledged[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { space: spaceId, changeRequest: changeRequestId, page: pageId, text, merged } of lines) {
    const read = merged
      ? client.pages.get({ spaceId, pageId, format: "markdown" })
      : client.changeRequestContent.page({ spaceId, changeRequestId, pageId, format: "markdown" });
    const { markdown } = await read.catch(() => ({ markdown: undefined }));
    if (!markdown?.includes(text)) faults.push(`${merged ? "a merge" : "an edit"} of ${changeRequestId} is lost`);
  }
  return faults;
}
