import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Asked {
  /** As in `POST /v2/translate`. */
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  /** JSON that was sent; undefined for none. */
  readonly body: Body | undefined;
}

interface Body {
  readonly text?: readonly string[];
  readonly q?: readonly string[];
  readonly format?: string;
  readonly [member: string]: unknown;
}

/** How to respond to one request instead of correctly. */
export type Mood =
  | "well"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  /** Begins a response and breaks the connection. */
  | "cut off"
  /** Never responds. */
  | "silent"
  | "no json"
  | "wrong shape"
  /** Omits the last text. */
  | "one fewer";

export type Speaker = (text: string, asked: Asked) => string;

/** Replaces letters outside tags, entities, placeholders and what is marked as kept. */
export const accented = (text: string): string =>
  text.replace(/<k\b[^>]*>.*?<\/k>|<[^>]*>|&\w+;|⟦\d+⟧|[aeiou]/g, (piece) =>
    piece.length > 1 ? piece : ({ a: "ä", e: "ё", i: "ï", o: "ö", u: "ü" }[piece] ?? piece),
  );

/** A server on loopback with the interfaces of DeepL and LibreTranslate, which misbehaves on request. */
export async function startTranslationService() {
  const asked: Asked[] = [];
  const moods: Mood[] = [];
  let speaker: Speaker = accented;
  let delay = 0;
  let aborted = 0;
  const server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) aborted += 1;
    });
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await read(request);
    const body = text === "" ? undefined : (JSON.parse(text) as Body);
    const one: Asked = { line: `${request.method} ${request.url}`, headers: request.headers, body };
    asked.push(one);
    const mood = moods.shift();
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (mood === "silent") return;
    if (mood === "cut off") {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.write('{"translations":[{"te');
      setTimeout(() => response.destroy(), 10);
      return;
    }
    const send = (status: number, headers: object, content: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json", ...headers });
      response.end(typeof content === "string" ? content : JSON.stringify(content));
    };
    if (mood === "no json") return send(200, {}, "<html>busy</html>");
    if (mood === "wrong shape") return send(200, {}, { result: "ok" });
    if (typeof mood === "object") return send(mood.status, mood.headers ?? {}, mood.body ?? {});
    if (one.line.startsWith("GET /v2/languages")) return send(200, {}, [{ language: "HI", name: "Hindi" }]);
    if (one.line === "GET /v2/usage") return send(200, {}, { character_count: 1234, character_limit: 500_000 });
    if (one.line === "POST /detect") return send(200, {}, [{ confidence: 90, language: "en" }]);
    if (one.line === "GET /languages") {
      const targets = ["de", "en", "zh-Hans", "pb", "ar", "ja"];
      return send(
        200,
        {},
        targets.map((code) => ({ code, name: code, targets })),
      );
    }
    const spoken = (body?.text ?? body?.q ?? []).map((each) => speaker(each, one));
    if (mood === "one fewer") spoken.pop();
    if (one.line === "POST /v2/translate") {
      return send(200, {}, { translations: spoken.map((each) => ({ detected_source_language: "EN", text: each })) });
    }
    // LibreTranslate resolves entities in its responses.
    const open = (each: string) => each.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    return send(200, {}, { translatedText: body?.format === "html" ? spoken.map(open) : spoken });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Texts that were sent to be translated, one after the other. */
    texts: () => asked.flatMap(({ body }) => body?.text ?? body?.q ?? []),
    /** Requests whose sender gave up before the response was sent. */
    aborted: () => aborted,
    /** How to respond to the next requests, one each. */
    behave(...next: readonly Mood[]) {
      moods.push(...next);
    },
    speak(next: Speaker) {
      speaker = next;
    },
    slow(milliseconds: number) {
      delay = milliseconds;
    },
    forget() {
      asked.length = 0;
      moods.length = 0;
      speaker = accented;
      delay = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type TranslationService = Awaited<ReturnType<typeof startTranslationService>>;

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
