import type { Block } from "../../../markdown/document/model.ts";

/** What a block shows of an API. Texts of the description are already blocks, as safe as those of pages. */
export type ApiView = OperationView | SchemasView | LeftOutView;

/** A part that is not shown, because the page or the API is too large. */
interface LeftOutView {
  readonly kind: "left-out";
}

export interface OperationView {
  readonly kind: "operation" | "webhook";
  /** In lower case. */
  readonly method: string;
  /** For a webhook, its name. */
  readonly path: string;
  readonly title: string;
  readonly isDeprecated: boolean;
  readonly about: readonly Block[];
  readonly servers: readonly ServerView[];
  /** Alternatives, each of credentials that are needed together; an empty one requires none. */
  readonly security: readonly (readonly CredentialView[])[];
  readonly parameters: readonly ParameterView[];
  readonly body?: BodyView | undefined;
  readonly responses: readonly ResponseView[];
  /** The number of parameters, responses and other entries that are not shown. */
  readonly left: number;
  /** Requests that follow, sent to the reader's own server. */
  readonly callbacks: readonly Block[];
  /** Absent for webhooks, which the API sends. */
  readonly request?: RequestView | undefined;
  /** External documentation. */
  readonly docs?: string | undefined;
}

export interface SchemasView {
  readonly kind: "schemas";
  readonly schemas: readonly SchemaView[];
  /** The number of schemas that are not shown. */
  readonly left: number;
}

interface SchemaView {
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

/** A credential for a request. */
export interface CredentialView {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly scopesLeft: number;
  readonly about: readonly Block[];
  /** Where it is sent; `other` if a page cannot send it. */
  readonly location: "header" | "query" | "cookie" | "other";
  readonly key: string;
  readonly prefix: "" | "Basic " | "Bearer ";
}

/** The contents of a value: members, alternatives, or neither. */
export interface ShapeView {
  readonly members: readonly MemberView[];
  readonly alternatives: readonly AlternativeView[];
  /** The number of members that are not shown. */
  readonly left: number;
  readonly alternativesLeft: number;
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
  readonly location: string;
  /** How its value is written into the request. */
  readonly style: ParameterStyle;
  readonly example: string;
  /** The values to choose from; empty if any is allowed, or there are too many. */
  readonly values: readonly string[];
}

/** `repeated`: once for each value. Other lists are separated by the text after the colon. */
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
  /** The number of media types that are not shown. */
  readonly left: number;
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
  /** The number of headers and media types that are not shown. */
  readonly left: number;
}

/** An example request with the required parts. */
export interface RequestView {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}
