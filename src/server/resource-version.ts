import { createHash } from "node:crypto";
import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import { readResource } from "../resources/resources.ts";
import type { Client } from "./request-scope.ts";
import { missing } from "./resource-watches.ts";

/** A text that is another whenever the resource reads otherwise. Rejects when it cannot be read. */
export async function resourceVersion(uri: string, client: Client, signal: AbortSignal): Promise<string> {
  try {
    const { text } = await readResource(uri, { client, signal, present: (text) => text });
    return createHash("sha256").update(text).digest("base64");
  } catch (error) {
    if (error instanceof ResourceNotFoundError) return missing;
    throw error;
  }
}
