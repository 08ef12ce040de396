import { z } from "zod";
import { quotedExcerpt } from "../../../client/excerpt.ts";
import { isRecord } from "../../../client/json.ts";
import { briefs } from "../../../contract/brief.ts";
import { closestName } from "../../../contract/closest-name.ts";
import { RichDocument } from "../../../contract/models/document.ts";
import type { AnyOperation } from "../../../contract/operation.ts";
import { ToolError } from "../../../present/tool-error.ts";

interface ResultRequest {
  /** The model of what the operation returns, from the contract. */
  readonly model: z.ZodType | null;
  /** Members requested by name, instead of the default ones. */
  readonly fields?: readonly string[] | undefined;
  /** Whether the requested object is shown with all its members, rather than as in a list. */
  readonly whole: boolean;
  /** Ids in the call, which the answer does not repeat. */
  readonly known: ReadonlySet<string>;
  /** Presents a document; returns undefined if its tree was requested. */
  readonly markdown: ((document: unknown) => string) | undefined;
}

interface ResultForm {
  readonly value: unknown;
  /** Members of the requested objects that are not shown. */
  readonly leftOut: readonly string[];
}

/**
 * An answer with what a reader needs: the requested objects with their members, references as what names their
 * targets, documents as Markdown, and neither nulls nor what the call itself stated.
 */
export function toResultForm(result: unknown, request: ResultRequest): ResultForm {
  const form = new Form(request);
  const { model, fields, whole } = request;
  const requestedDetail: Detail =
    fields === undefined ? (whole ? "whole" : "listed") : { tree: memberTree(fields), leaves: "whole" };
  const item = itemModel(model);
  const value =
    item !== undefined && isRecord(result) && Array.isArray(result.items)
      ? form.list(result, item, fields === undefined ? "listed" : requestedDetail)
      : form.subject(result, model ?? undefined, requestedDetail);
  return { value, leftOut: [...form.leftOut] };
}

/** `named` are the members that identify an object, `listed` those shown in a list. */
type Detail = "whole" | "listed" | "named" | Chosen;

interface Chosen {
  readonly tree: MemberTree;
  /** How members that were selected as a whole are shown. */
  readonly leaves: "whole" | "named";
}

type Model = z.ZodType | undefined;

type Members = Readonly<Record<string, unknown>>;

class Form {
  readonly leftOut = new Set<string>();
  readonly #request: ResultRequest;

  constructor(request: ResultRequest) {
    this.#request = request;
  }

  list({ items, next, ...rest }: Members, item: Model, detail: Detail): Members {
    const shown = (items as unknown[]).map((element) => this.subject(element, item, detail) ?? null);
    const others = Object.entries(rest).filter(([, member]) => member !== null && member !== undefined);
    return { items: shown, ...Object.fromEntries(others), ...(isRecord(next) ? { next } : {}) };
  }

  /** The requested object, or an item of the requested list. */
  subject(value: unknown, model: Model, detail: Detail): unknown {
    const shown = this.#value(value, model, detail);
    if (!isRecord(value) || !isRecord(shown) || isChosenByCaller(detail)) return shown;
    const found = resolveModel(model, value);
    const shape = getShape(found);
    const defaults = (found === undefined ? undefined : briefs.get(found)?.defaults) ?? {};
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(defaults, name) && defaults[name] === member) continue;
      if (name !== "urls" && !Object.hasOwn(shown, name) && !isEmpty(member) && !this.#isKnown(name, member, shape))
        this.leftOut.add(name);
    }
    return shown;
  }

  #value(value: unknown, declared: Model, detail: Detail): unknown {
    if (value === null || value === undefined) return undefined;
    const model = resolveModel(declared, value);
    if (Array.isArray(value)) {
      const element = model instanceof z.ZodArray ? (model.element as z.ZodType) : undefined;
      return value.map((each) => this.#value(each, element, detail) ?? null);
    }
    if (!isRecord(value)) return value;
    const { markdown } = this.#request;
    if (isDocument(model)) return markdown === undefined ? value : markdown(value);
    if (model instanceof z.ZodRecord) return this.#entries(value, () => model.valueType as z.ZodType, detail);
    return this.#object(value, model, detail);
  }

  #object(value: Members, model: Model, detail: Detail): Members {
    const shape = getShape(model);
    const brief = model === undefined ? undefined : briefs.get(model);
    if (typeof detail === "object") return this.#chosen(value, model, detail);
    const paths =
      brief === undefined || detail === "whole"
        ? undefined
        : detail === "named"
          ? brief.named
          : (brief.listed ?? undefined);
    if (paths !== undefined) {
      const defaults = brief?.defaults ?? {};
      const nonDefault = Object.entries(value).filter(
        ([name, member]) => !Object.hasOwn(defaults, name) || defaults[name] !== member,
      );
      const chosen = this.#chosen(
        Object.fromEntries(nonDefault),
        model,
        { tree: memberTree(paths), leaves: "named" },
        detail,
      );
      return Object.fromEntries(
        Object.entries(chosen).filter(([name, member]) => !isEmpty(member) && !this.#isKnown(name, value[name], shape)),
      );
    }
    const links = memberTree((brief?.listed ?? []).filter((path) => /^urls(\.|$)/.test(path))).urls;
    const members: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      if (isConstant(shape?.[name], name) || brief?.seldom?.includes(name)) continue;
      const shown =
        name === "urls" && (shape?.urls !== undefined || isLinks(member))
          ? links && this.#value(member, shape?.urls, { tree: links, leaves: "whole" })
          : this.#value(member, shape?.[name], memberDetail(detail, member, shape?.[name], model));
      if (shown !== undefined && !(name === "urls" && isEmpty(shown))) members[name] = shown;
    }
    return members;
  }

  #chosen(value: Members, model: Model, { tree, leaves }: Chosen, of?: Detail): Members {
    const shape = getShape(model);
    const members: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(tree)) {
      const member = value[name];
      if (!Object.hasOwn(value, name)) continue;
      const all = Object.keys(inner).length === 0;
      const within = leaves === "named" && of !== undefined ? memberDetail(of, member, shape?.[name], model) : leaves;
      const shown = this.#value(member, shape?.[name], all ? within : { tree: inner, leaves });
      if (shown !== undefined) members[name] = shown;
    }
    return members;
  }

  #entries(value: Members, modelFor: (name: string) => Model, detail: Detail): Members {
    const entries = Object.entries(value).map(
      ([name, member]) => [name, this.#value(member, modelFor(name), detail)] as const,
    );
    return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
  }

  /** What the reader knows: what applies to every object of the model, and the object that the call is about. */
  #isKnown(name: string, member: unknown, shape: ReturnType<typeof getShape>): boolean {
    if (isConstant(shape?.[name], name)) return true;
    const id = isRecord(member) ? member.id : name === "id" ? undefined : member;
    return typeof id === "string" && this.#request.known.has(id);
  }
}

const isChosenByCaller = (detail: Detail) => typeof detail === "object" && detail.leaves === "whole";

/** How a member is shown if it is of the same model, as in a tree: like the object it is in. */
function memberDetail(detail: Detail, member: unknown, declared: Model, owner: Model): Detail {
  const model = resolveModel(declared, member);
  const element =
    model instanceof z.ZodArray && Array.isArray(member) ? resolveModel(model.element as z.ZodType, member[0]) : model;
  if (isSameModel(element, owner)) return detail;
  return detail === "whole" && Array.isArray(member) ? "listed" : "named";
}

/** `object` has the same value for every object of a model. */
const isConstant = (model: Model, name: string) =>
  name === "object" && model instanceof z.ZodEnum && model.options.length === 1;

function isEmpty(member: unknown): boolean {
  if (member === null || member === undefined || member === "") return true;
  return Array.isArray(member) ? member.length === 0 : isRecord(member) && Object.keys(member).length === 0;
}

/** A member `urls` of another kind, such as a property of a schema, is content. */
const isLinks = (member: unknown) =>
  isRecord(member) && Object.values(member).every((link) => link === null || /^[a-z]+:\/\//.test(String(link)));

/** Selected members of an object, each with the selected members in it; none means all of it. */
interface MemberTree {
  readonly [name: string]: MemberTree;
}

/** Merges paths such as `title` and `user.id`. A path that is the beginning of another selects all of it. */
function memberTree(paths: readonly string[]): MemberTree {
  const root = branch();
  for (const path of [...paths].sort((one, other) => getDepth(other) - getDepth(one))) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let level = root;
    for (const name of names) {
      level[name] ??= branch();
      level = level[name];
    }
    level[last] = branch();
  }
  return inOrder(root, paths);
}

interface Branch {
  [name: string]: Branch;
}

/** Without a prototype, because a path may be called `constructor`. */
const branch = (): Branch => Object.create(null) as Branch;

const getDepth = (path: string) => path.split(".").length;

function inOrder(tree: MemberTree, paths: readonly string[]): MemberTree {
  const ordered = branch();
  for (const path of paths) {
    const [first = ""] = path.split(".", 1);
    const found = tree[first];
    if (found !== undefined) ordered[first] = found as Branch;
  }
  return ordered;
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** The model inside wrappers such as optional, nullable and lazy. */
export function unwrapped(model: z.ZodType | undefined): z.ZodType | undefined {
  let inner = model;
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodLazy
  ) {
    inner = inner.unwrap() as z.ZodType;
  }
  return inner;
}

const getShape = (model: z.ZodType | undefined): Shape | undefined =>
  model instanceof z.ZodObject ? (model.shape as Shape) : undefined;

/** Whether two are the same model except for their descriptions, each of which makes a copy. */
export function isSameModel(one: z.ZodType | undefined, other: z.ZodType | undefined): boolean {
  const [left, right] = [getShape(one), getShape(other)];
  if (left === undefined || right === undefined) return false;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

export const isDocument = (model: z.ZodType | undefined): boolean => isSameModel(model, RichDocument);

/** The model of a value; among several possible ones, the best match. */
function resolveModel(model: z.ZodType | undefined, value: unknown): z.ZodType | undefined {
  const found = unwrapped(model);
  if (!(found instanceof z.ZodUnion)) return found;
  const options = (found.options as readonly z.ZodType[]).map((option) => resolveModel(option, value));
  if (!isRecord(value)) return options.find((option) => getShape(option) === undefined);
  const scored = options.map((option) => ({ option, score: scoreMatch(getShape(option), value) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), {
    option: undefined,
    score: 0,
  } as {
    option: z.ZodType | undefined;
    score: number;
  });
  return best.option;
}

/** How well an object matches a model: not at all if the model rejects a member's value. */
function scoreMatch(shape: Shape | undefined, value: Readonly<Record<string, unknown>>): number {
  if (shape === undefined) return 0;
  let score = 0;
  for (const [name, member] of Object.entries(shape)) {
    const memberValue = value[name];
    if (memberValue === undefined) continue;
    if (member instanceof z.ZodEnum && !member.options.includes(memberValue as string)) return 0;
    score += 1;
  }
  return score;
}

/** The model of a list's items; undefined if it is not a list of the API. */
export function itemModel(model: z.ZodType | null | undefined): z.ZodType | undefined {
  const shape = getShape(unwrapped(model ?? undefined));
  const items = shape?.next === undefined ? undefined : unwrapped(shape.items);
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined;
}

/** Names of all members that values of a model may have. */
function listMembers(model: z.ZodType | undefined): string[] {
  const found = unwrapped(model);
  if (found instanceof z.ZodUnion) return [...new Set((found.options as z.ZodType[]).flatMap(listMembers))];
  return Object.keys(getShape(found) ?? {});
}

/** The most members listed for an unknown one. */
const maxMembersListed = 40;

/** Throws ToolError for members that an operation's answer, or an item of its list, cannot have. */
export function requireKnownFields({ id, returns }: AnyOperation, fields: readonly string[], result: unknown): void {
  const items = itemModel(returns);
  const [sample] = items !== undefined && isRecord(result) && Array.isArray(result.items) ? result.items : [result];
  const model = items ?? returns ?? undefined;
  const known = new Set([...listMembers(model), ...(isRecord(sample) ? Object.keys(sample) : [])]);
  if (known.size === 0) return;
  for (const field of fields) {
    const [name = ""] = field.split(".", 1);
    if (known.has(name)) continue;
    const closest = closestName(name, [...known]);
    const meant = closest === undefined ? "" : ` Did you mean ${closest}?`;
    throw new ToolError(
      `\`fields\`: ${id} returns no member ${quotedExcerpt(name, 60)}.${meant} It has: ${[...known].slice(0, maxMembersListed).join(", ")}.`,
    );
  }
}
