import type { Block } from "../../../../markdown/document/model.ts";
import type {
  BodyView,
  CredentialView,
  MediaView,
  MemberView,
  OperationView,
  ParameterStyle,
  ParameterView,
  RequestView,
  ResponseView,
  SchemasView,
} from "../../../../site/blocks/reference/api-view.ts";
import { own, toList, toRecord, toText } from "../pointer.ts";
import { inside } from "../references.ts";
import type { Api, ApiOperation, ApiParameter, ApiResponse, Body, Media } from "./api.ts";
import { type Direction, exampleRequest } from "./examples.ts";
import { block, inline, plain } from "./foreign-text.ts";
import { bodyExampleText, callbacksText, formatDescription, operationTitle } from "./operation-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { describeKind, toCredential } from "./security-words.ts";
import { emptyShape, type ShapeReader } from "./shape-view.ts";
import { parameterStyle } from "./value-style.ts";

/** Limits on what is shown of one operation. */
const limits = { parameters: 200, responses: 40, headers: 50, media: 8, ways: 8, servers: 20, scopes: 20, values: 100 };

/** Schemas that one block shows. */
const maxSchemas = 200;

/** Creates the views of an API for published pages. */
export class OperationViewer {
  readonly #api: Api;
  readonly #book: SchemaBook;
  readonly #shapes: ShapeReader;

  constructor(api: Api, book: SchemaBook, shapes: ShapeReader) {
    this.#api = api;
    this.#book = book;
    this.#shapes = shapes;
  }

  /** Undefined if the description has no such operation. */
  operation(method: string, path: string): OperationView | undefined {
    const found = this.#api.operations.find((one) => one.method === method.toLowerCase() && one.path === path);
    return found && this.#view(found, "operation");
  }

  /** Without a method, the webhook's first operation. */
  webhook(name: string, method: string): OperationView | undefined {
    const found = this.#api.webhooks.find(
      (one) => one.path === name && (method === "" || one.method === method.toLowerCase()),
    );
    return found && this.#view(found, "webhook");
  }

  /** The named schemas that the description has; all of them if no names are given. */
  schemas(names: readonly string[]): SchemasView | undefined {
    const { root, dialect } = this.#api;
    const all = dialect === "2.0" ? inside(root, "definitions") : inside(inside(root, "components"), "schemas");
    const known = toRecord(all.value);
    const named = names.length === 0 ? Object.keys(known) : names.filter((name) => Object.hasOwn(known, name));
    this.#shapes.beginPart();
    const schemas = this.#first(named, maxSchemas, (name) => {
      const at = inside(all, name);
      const value = this.#book.resolver.follow(at)?.value;
      const declared = own(value, "example");
      const example = declared === undefined ? undefined : JSON.stringify(declared, undefined, 2);
      this.#shapes.spend(example);
      return {
        name: plain(name, 100),
        type: this.#shapes.ownType(at),
        about: this.#shapes.about(at),
        shape: this.#shapes.shape(at, "both"),
        example,
      };
    });
    return schemas.length === 0 ? undefined : { kind: "schemas", schemas, left: named.length - schemas.length };
  }

  #view(operation: ApiOperation, kind: OperationView["kind"]): OperationView {
    const { method, path, at, body } = operation;
    this.#shapes.beginPart();
    const docs = toText(own(own(at.value, "externalDocs"), "url"));
    const isSent = kind === "operation";
    const about = this.#blocks(formatDescription(operation));
    const servers = isSent ? operation.servers.slice(0, limits.servers) : [];
    const security = isSent ? this.#security(operation) : [];
    const parameters = this.#first(operation.parameters, limits.parameters, (one) => this.#parameter(one));
    const bodyView = body && this.#body(body, isSent ? "sent" : "answered");
    const responses = this.#first(operation.responses, limits.responses, (one) => this.#response(one));
    const sent = isSent ? operation.servers.length + (operation.security ?? []).length : 0;
    return {
      kind,
      method,
      path: plain(path, 500),
      title: operationTitle(operation),
      isDeprecated: own(at.value, "deprecated") === true,
      about,
      servers,
      security,
      parameters,
      body: bodyView,
      responses,
      left:
        operation.parameters.length -
        parameters.length +
        operation.responses.length -
        responses.length +
        sent -
        servers.length -
        security.length,
      callbacks: this.#blocks(callbacksText(at, this.#book)),
      request: isSent ? this.#request(operation) : undefined,
      docs: /^https?:\/\//.test(docs) ? docs : undefined,
    };
  }

  /** The views of the first items, as many as there may be and have room. */
  #first<Item, View>(items: readonly Item[], limit: number, make: (item: Item) => View): View[] {
    const views: View[] = [];
    for (const item of items.slice(0, limit)) {
      if (!this.#shapes.hasCapacity) break;
      views.push(make(item));
    }
    return views;
  }

  #blocks(markdown: string): readonly Block[] {
    return this.#shapes.blocks(markdown);
  }

  #security({ security }: ApiOperation): CredentialView[][] {
    return (security ?? []).slice(0, limits.ways).map((needed) =>
      Object.entries(needed).map(([name, scopes]): CredentialView => {
        const scheme = this.#api.schemes.find((one) => one.name === name)?.at.value;
        const { location, key, prefix } = toCredential(name, this.#api);
        const isWritten = prefix === "" || prefix === "Basic " || prefix === "Bearer ";
        const about = scheme === undefined ? "" : describeKind(scheme);
        return {
          name: plain(name, 100),
          scopes: scopes.slice(0, limits.scopes).map((scope) => plain(scope, 200)),
          scopesLeft: Math.max(0, scopes.length - limits.scopes),
          about: this.#blocks([about, block(toText(own(scheme, "description")))].join("\n\n")),
          location: isWritten ? location : "other",
          key,
          prefix: isWritten ? prefix : "",
        };
      }),
    );
  }

  #parameter(parameter: ApiParameter): ParameterView {
    const { location, at, schema, media } = parameter;
    const value = this.#book.resolver.follow(schema)?.value;
    const items = own(value, "items");
    const style = parameterStyle(at, schema, this.#book, media);
    const sample = own(at.value, "example") ?? own(value, "example") ?? own(value, "default");
    const values = toList(own(value, "enum")).flatMap((one) => (typeof one === "object" ? [] : [String(one)]));
    return {
      ...this.#shapes.parameter(parameter),
      location,
      style:
        style.as === "joined" ? (`joined:${style.by}` as ParameterStyle) : style.as === "unknown" ? "text" : style.as,
      example: plain(typeof sample === "object" ? JSON.stringify(sample) : String(sample ?? ""), 200),
      // Chosen from a list in a form. In a list that ends too early, the others could not be chosen.
      values: items !== undefined || values.length > limits.values ? [] : values,
    };
  }

  #body({ required, description, media }: Body, direction: Direction): BodyView {
    const about = this.#blocks(block(description));
    const shown = this.#first(media, limits.media, (one) => this.#media(one, direction));
    return { isRequired: required, about, media: shown, left: media.length - shown.length };
  }

  #media(media: Media, direction: Direction): MediaView {
    const { type, schema } = media;
    const example = bodyExampleText(media, this.#book, direction);
    this.#shapes.spend(example);
    return {
      mediaType: plain(type, 100),
      type: schema === undefined ? "" : this.#shapes.type(schema),
      shape: schema === undefined ? emptyShape : this.#shapes.shape(schema, direction),
      example,
    };
  }

  #response({ code, description, headers, media }: ApiResponse): ResponseView {
    const about = this.#blocks(inline(description, 1000));
    const shownHeaders = this.#first(headers, limits.headers, (one): MemberView => this.#shapes.parameter(one));
    const shownMedia = this.#first(media, limits.media, (one) => this.#media(one, "answered"));
    return {
      code: plain(code, 20),
      about,
      headers: shownHeaders,
      media: shownMedia,
      left: headers.length - shownHeaders.length + media.length - shownMedia.length,
    };
  }

  #request(operation: ApiOperation): RequestView {
    const { method, server, target, headers, body } = exampleRequest(operation, this.#api, this.#book);
    const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").slice(0, 2000);
    return {
      method,
      url: oneLine(server + target),
      headers: headers.map(([name, value]) => [oneLine(name), oneLine(value)] as const),
      body,
    };
  }
}
