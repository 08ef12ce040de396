import { request } from "undici";

/** A session of the 2025 protocol over HTTP, driven with bare JSON so that no client's work is measured. */
export class McpSession {
  readonly #url: string;
  #id: string | undefined;
  #last = 0;

  private constructor(url: string) {
    this.#url = url;
  }

  static async open(url: string): Promise<McpSession> {
    const session = new McpSession(url);
    const clientInfo = { name: "bench", version: "1" };
    await session.#send("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    await session.#post({ method: "notifications/initialized" });
    return session;
  }

  /** The text of a tool's answer; throws if the tool failed. */
  async call(name: string, input: unknown): Promise<string> {
    const result = (await this.#send("tools/call", { name, arguments: input })) as ToolResult;
    const text = result.content.map((part) => part.text ?? "").join("\n");
    if (result.isError === true) throw new Error(text);
    return text;
  }

  async close(): Promise<void> {
    const { body } = await request(this.#url, { method: "DELETE", headers: this.#headers() });
    await body.dump();
  }

  async #send(method: string, params: unknown): Promise<unknown> {
    this.#last += 1;
    const text = await this.#post({ id: this.#last, method, params });
    const json = /^data: (\{.*\})$/m.exec(text)?.[1] ?? text;
    const { result, error } = JSON.parse(json) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async #post(message: object): Promise<string> {
    const { headers, body, statusCode } = await request(this.#url, {
      method: "POST",
      headers: this.#headers(),
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    const id = headers["mcp-session-id"];
    if (typeof id === "string") this.#id ??= id;
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`HTTP ${statusCode}: ${text.slice(0, 200)}`);
    return text;
  }

  #headers(): Record<string, string> {
    return {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(this.#id === undefined ? {} : { "mcp-session-id": this.#id, "mcp-protocol-version": "2025-06-18" }),
    };
  }
}

interface ToolResult {
  readonly content: readonly { readonly text?: string }[];
  readonly isError?: boolean;
}
