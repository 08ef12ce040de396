import { own, recordOf, textOf } from "../pointer.ts";
import { inside, type Located } from "../resolve.ts";
import { code, inline } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { schemaBody } from "./schema-table.ts";
import { typeWords } from "./schema-words.ts";

const most = 20;

/** Requests that follow one, to the server of whoever sent it. */
export function callbacksText(at: Located, book: SchemaBook): string {
  const callbacks = inside(at, "callbacks");
  const calls = Object.keys(recordOf(callbacks.value))
    .slice(0, most)
    .flatMap((name) => {
      const callback = book.resolver.follow(inside(callbacks, name));
      if (callback === undefined) return [];
      return Object.keys(recordOf(callback.value))
        .slice(0, most)
        .flatMap((address) => {
          const item = book.resolver.follow(inside(callback, address));
          const methods = Object.keys(recordOf(item?.value)).filter((method) =>
            /^(?:get|put|post|delete|patch|head|options)$/.test(method),
          );
          return item === undefined
            ? []
            : methods.map((method) => callText(name, `${method.toUpperCase()} ${address}`, inside(item, method), book));
        });
    });
  return calls.length === 0 ? "" : ["**Callbacks**: requests that the API sends to your server", ...calls].join("\n\n");
}

function callText(name: string, line: string, call: Located, book: SchemaBook): string {
  const content = inside(book.resolver.follow(inside(call, "requestBody")) ?? call, "content");
  const [type] = Object.keys(recordOf(content.value));
  const body = type === undefined ? undefined : inside(inside(content, type), "schema");
  const hasBody = type !== undefined && body?.value !== undefined;
  const summary = inline(textOf(own(call.value, "summary")) || textOf(own(call.value, "description")));
  const answers = Object.keys(recordOf(own(call.value, "responses"))).slice(0, most);
  const parts = [
    `- ${code(name)}: ${code(line, 400)}`,
    hasBody ? `, body ${code(type)}, ${typeWords(body, book)}` : "",
    answers.length > 0 ? `, answered with ${answers.map((status) => code(status)).join(" or ")}` : "",
    summary === "" ? "" : `. ${summary}`,
  ];
  const table = hasBody && book.named(body) === undefined ? schemaBody(body, book, "answered") : "";
  return [parts.join(""), table].filter((one) => one !== "").join("\n\n");
}
