import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

export interface ToolAnswer {
  /** What a host passes to the model: texts, and other parts as JSON. */
  readonly text: string;
  readonly failed: boolean;
  /** Tokens of the whole answer, in o200k. */
  readonly tokens: number;
}

export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

/** Copydesk as a host starts it, seen through an MCP client. */
export class DeskSession {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open(data: string): Promise<DeskSession> {
    const client = new Client({ name: "exam", version: "1.0.0" });
    const args = [cli, "--data", data, "--log-level", "error"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    return new DeskSession(client);
  }

  instructions(): string {
    return this.#client.getInstructions() ?? "";
  }

  async tools(): Promise<ListedTool[]> {
    return (await this.#client.listTools()).tools;
  }

  async call(name: string, input: Record<string, unknown>): Promise<ToolAnswer> {
    try {
      const { content, isError } = await this.#client.callTool({ name, arguments: input });
      const text = content.map((part) => (part.type === "text" ? part.text : JSON.stringify(part))).join("\n");
      return { text, failed: isError === true, tokens: countTokens(text) };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { text, failed: true, tokens: countTokens(text) };
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
