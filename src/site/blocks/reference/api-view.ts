import type { Block } from "../../../markdown/document/model.ts";

/** What a block shows of an API. Texts of the description are blocks already, as safe as those of pages. */
export type ApiView = OperationView | SchemasView;

export interface OperationView {
  readonly kind: "operation" | "webhook";
  /** In lower case. */
  readonly method: string;
  /** The name, of a webhook. */
  readonly path: string;
  readonly title: string;
  readonly isDeprecated: boolean;
  readonly about: readonly Block[];
  readonly servers: readonly ServerView[];
  /** Alternatives, each of credentials that are needed together; an empty one needs none. */
  readonly security: readonly (readonly CredentialView[])[];
  readonly parameters: readonly ParameterView[];
  readonly body?: BodyView | undefined;
  readonly responses: readonly ResponseView[];
  /** Requests to the reader's own server that follow. */
  readonly callbacks: readonly Block[];
  /** Absent for webhooks, which the API sends. */
  readonly request?: RequestView | undefined;
  /** Documentation elsewhere. */
  readonly docs?: string | undefined;
}

export interface SchemasView {
  readonly kind: "schemas";
  readonly schemas: readonly SchemaView[];
}

export interface SchemaView {
  readonly name: string;
  readonly type: string;
  readonly about: readonly Block[];
  readonly shape: ShapeView;
  readonly example?: string | undefined;
}

export interface ServerView {
  readonly url: string;
  readonly description: string;
  readonly variables: readonly {
    readonly name: string;
    readonly standard: string;
    readonly values: readonly string[];
  }[];
}

/** What is sent to be let in. */
export interface CredentialView {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly about: readonly Block[];
  /** Where it is sent; `other` for what no page can send. */
  readonly place: "header" | "query" | "cookie" | "other";
  readonly key: string;
  readonly prefix: "" | "Basic " | "Bearer ";
}

/** What a value holds: members, alternatives of which it is one, or neither. */
export interface ShapeView {
  readonly members: readonly MemberView[];
  readonly alternatives: readonly AlternativeView[];
  /** Members that are not shown. */
  readonly left: number;
}

export interface AlternativeView {
  readonly title: string;
  readonly shape: ShapeView;
}

export interface MemberView {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly about: readonly Block[];
  readonly shape: ShapeView;
}

export interface ParameterView extends MemberView {
  readonly place: string;
  /** How its value is written into the request. */
  readonly style: ParameterStyle;
  readonly example: string;
  /** The values it may have; empty for any. */
  readonly values: readonly string[];
}

/** `repeated`: once for each value. The other lists are divided by the text behind the colon. */
export type ParameterStyle =
  | "text"
  | "json"
  | "repeated"
  | "members"
  | "deep"
  | "pairs"
  | "label"
  | "matrix"
  | "joined:,"
  | "joined: "
  | "joined:\t"
  | "joined:|";

export interface BodyView {
  readonly isRequired: boolean;
  readonly about: readonly Block[];
  readonly media: readonly MediaView[];
}

export interface MediaView {
  readonly mediaType: string;
  /** Type of the value in words. */
  readonly type: string;
  readonly shape: ShapeView;
  readonly example?: string | undefined;
}

export interface ResponseView {
  readonly code: string;
  readonly about: readonly Block[];
  readonly headers: readonly MemberView[];
  readonly media: readonly MediaView[];
}

/** A request with examples for what is required. */
export interface RequestView {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}
