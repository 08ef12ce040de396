import type { z } from "zod";
import type { Effect, Method } from "./effect.ts";
import type { ErrorCode } from "./errors.ts";
import type { DeclaredReach } from "./reach.ts";
import type { Removal } from "./removal.ts";

export { type Effect, effects, type Method } from "./effect.ts";

/**
 * 200 and 201 have a body unless the operation returns nothing; 204 never has one; "removed" returns 205 if something
 * was deleted and 204 if it did not exist.
 */
export type Success = 200 | 201 | 204 | "removed";
type OtherSuccess = 200 | 201 | 202 | 204;
/** Source of the fact: the platform text (two parts) or the vendor's public description. */
type Source = "platform-api-1" | "platform-api-2" | "public-api";

export type Fields = Readonly<Record<string, z.ZodType>>;
export type NoFields = Record<never, z.ZodType>;

export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** A parameter with this name is itself a path with slashes, which a request may send unencoded. It comes last. */
export const holdsSlashes = (parameter: string): boolean => parameter.endsWith("Path");

interface Parts<
  Path extends string,
  Query extends Fields,
  Body extends Fields,
  Returns extends z.ZodType | null,
  Succeeds extends Success,
> {
  /** Unique; the operation's tool is its snake_case form. */
  readonly id: string;
  readonly summary: string;
  /** What the summary leaves out: preconditions, side effects, what to call next. */
  readonly description?: string;
  readonly params: Readonly<Record<PathParameter<Path>, z.ZodType<string>>>;
  readonly query?: Query;
  readonly body?: Body;
  readonly returns: Returns;
  readonly success?: Succeeds;
  readonly errors: readonly ErrorCode[];
  readonly source: Source;
  /**
   * The request may carry `If-Match` with the revision the caller worked from; if there is a newer one, 412 is
   * returned.
   */
  readonly precondition?: boolean;
  /** Undeclared body members are kept. */
  readonly openBody?: boolean;
  /** The request's body is the value of this field rather than an object of fields. */
  readonly bodyField?: Extract<keyof Body, string>;
  /** If none of the body's fields is given, no body is sent. */
  readonly optionalBody?: boolean;
  /** Additional success statuses, such as 201 where a write can also create. */
  readonly otherSuccess?: readonly OtherSuccess[];
  /** Deprecated; the description names the replacement. */
  readonly deprecated?: boolean;
  /**
   * Read by renderers of published sites, which call with a token for one visitor: always, or only where the address
   * previews a change request or revision.
   */
  readonly forReaders?: true | "preview";
  /** May be called without a token. */
  readonly anonymous?: boolean;
  /** What it starts continues after the response. */
  readonly follow?: Following;
  /** Ids of operations whose work it can do in another way. If one of them is turned off, so is this one. */
  readonly insteadOf?: readonly string[];
  /** For operations that delete. */
  readonly removal?: Removal;
  /** Id of the operation that deletes what this one restores. */
  readonly restores?: string;
}

/** Every operation that changes something declares its reach. */
type Doing =
  | { readonly effect: "read"; readonly reach?: never }
  | { readonly effect: Exclude<Effect, "read">; readonly reach: DeclaredReach };

/** How to read the progress of what an operation started. */
interface Following {
  /** Id of the operation that returns it. */
  readonly by: string;
  /** Its arguments that come from the response, by member; the others are those of the call. */
  readonly from?: Readonly<Record<string, string>>;
  /** Path of the state in its response, from the outermost member. */
  readonly state: readonly string[];
  /** States that are not final. */
  readonly while: readonly string[];
}

export interface Operation<
  Path extends string = string,
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Returns extends z.ZodType | null = z.ZodType | null,
  Succeeds extends Success = Success,
> {
  readonly method: Method;
  readonly path: Path;
  readonly id: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly effect: Effect;
  readonly reach: DeclaredReach;
  readonly params: Readonly<Record<PathParameter<Path>, z.ZodType<string>>>;
  readonly query: Query;
  readonly body: Body;
  readonly returns: Returns;
  readonly success: Succeeds;
  readonly errors: readonly ErrorCode[];
  readonly source: Source;
  readonly precondition: boolean;
  readonly openBody: boolean;
  readonly bodyField: string | undefined;
  readonly optionalBody: boolean;
  readonly otherSuccess: readonly OtherSuccess[];
  readonly deprecated: boolean;
  readonly forReaders: boolean | "preview";
  readonly anonymous: boolean;
  readonly follow: Following | undefined;
  readonly insteadOf: readonly string[];
  readonly removal: Removal | undefined;
  readonly restores: string | undefined;
}

/** Any operation, without its parameter names, for generic code. */
export type AnyOperation = Operation<string, Fields, Fields, z.ZodType | null>;
export type OperationGroup = Readonly<Record<string, AnyOperation>>;

const declare =
  <const Defaults extends Success>(method: Method, defaultSuccess: Defaults) =>
  <
    const Path extends string,
    Query extends Fields = NoFields,
    Body extends Fields = NoFields,
    Returns extends z.ZodType | null = z.ZodType | null,
    const Succeeds extends Success = Defaults,
  >(
    path: Path,
    parts: Parts<Path, Query, Body, Returns, Succeeds> & Doing,
  ): Operation<Path, Query, Body, Returns, Succeeds> => ({
    method,
    path,
    id: parts.id,
    summary: parts.summary,
    description: parts.description,
    effect: parts.effect,
    reach: parts.reach ?? "reads",
    params: parts.params,
    query: parts.query ?? ({} as Query),
    body: parts.body ?? ({} as Body),
    returns: parts.returns,
    success: parts.success ?? (defaultSuccess as Success as Succeeds),
    errors: parts.errors,
    source: parts.source,
    precondition: parts.precondition ?? false,
    openBody: parts.openBody ?? false,
    bodyField: parts.bodyField,
    optionalBody: parts.optionalBody ?? false,
    otherSuccess: parts.otherSuccess ?? [],
    deprecated: parts.deprecated ?? false,
    forReaders: parts.forReaders ?? false,
    anonymous: parts.anonymous ?? false,
    follow: parts.follow,
    insteadOf: parts.insteadOf ?? [],
    removal: parts.removal,
    restores: parts.restores,
  });

export const get = declare("GET", 200);
export const post = declare("POST", 201);
export const put = declare("PUT", 200);
export const patch = declare("PATCH", 200);
export const del = declare("DELETE", "removed");

type Merge<Type> = { [Key in keyof Type]: Type[Key] };
type OptionalKeys<Shape extends Fields> = {
  [Key in keyof Shape]: undefined extends z.input<Shape[Key]> ? Key : never;
}[keyof Shape];
type Supplied<Shape extends Fields> = {
  [Key in Exclude<keyof Shape, OptionalKeys<Shape>>]: z.input<Shape[Key]>;
} & { [Key in OptionalKeys<Shape>]?: z.input<Shape[Key]> | undefined };
type Parsed<Shape extends Fields> = {
  [Key in keyof Shape as undefined extends z.output<Shape[Key]> ? never : Key]: z.output<Shape[Key]>;
} & { [Key in keyof Shape as undefined extends z.output<Shape[Key]> ? Key : never]?: z.output<Shape[Key]> };
type Params<Subject extends AnyOperation> = { [Key in keyof Subject["params"]]: string };

/** What a caller passes: path, query and body members in one flat object. */
export type OperationInput<Subject extends AnyOperation> = Merge<
  Params<Subject> & Supplied<Subject["query"]> & Supplied<Subject["body"]>
>;
/** What a handler receives: the same object with defaults filled in. */
export type ParsedInput<Subject extends AnyOperation> = Merge<
  Params<Subject> & Parsed<Subject["query"]> & Parsed<Subject["body"]>
>;
/** What a caller gets: the body or, for deletions, whether something was deleted. */
export type OperationResult<Subject extends AnyOperation> = Subject["success"] extends "removed"
  ? { deleted: boolean }
  : Subject["returns"] extends z.ZodType
    ? z.output<Subject["returns"]>
    : undefined;
