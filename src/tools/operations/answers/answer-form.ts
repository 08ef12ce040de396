import { z } from "zod";
import { quotedExcerpt } from "../../../client/excerpt.ts";
import { isRecord } from "../../../client/json.ts";
import { briefs } from "../../../contract/brief.ts";
import { closestName } from "../../../contract/closest-name.ts";
import { RichDocument } from "../../../contract/models/document.ts";
import type { AnyOperation } from "../../../contract/operation.ts";
import { ToolError } from "../../../desk/tool-error.ts";

interface AnswerRequest {
  /** What the operation answers, by the contract. */
  readonly model: z.ZodType | null;
  /** Members asked for by name, in place of the usual ones. */
  readonly fields?: readonly string[] | undefined;
  /** Whether what was asked for is shown with all it has, rather than as a list shows it. */
  readonly whole: boolean;
  /** Ids in the call that the answer need not repeat. */
  readonly known: ReadonlySet<string>;
  /** Shows a document; undefined where its tree was asked for. */
  readonly markdown: ((document: unknown) => string) | undefined;
}

interface AnswerForm {
  readonly value: unknown;
  /** Members of what was asked for that are not shown, where there are any. */
  readonly leftOut: readonly string[];
}

/**
 * An answer with what a reader needs: the objects it was asked for with their members, those that they refer to by
 * what names them, documents as Markdown, and neither nulls nor what the call itself said.
 */
export function answerForm(answer: unknown, request: AnswerRequest): AnswerForm {
  const form = new Form(request);
  const { model, fields, whole } = request;
  const asked: Detail =
    fields === undefined ? (whole ? "whole" : "listed") : { tree: memberTree(fields), leaves: "whole" };
  const item = itemModel(model);
  const value =
    item !== undefined && isRecord(answer) && Array.isArray(answer.items)
      ? form.list(answer, item, fields === undefined ? "listed" : asked)
      : form.subject(answer, model ?? undefined, asked);
  return { value, leftOut: [...form.leftOut] };
}

/** `named` tells which object it is, `listed` what a list says of it. */
type Detail = "whole" | "listed" | "named" | Chosen;

interface Chosen {
  readonly tree: MemberTree;
  /** How members are shown that are chosen as a whole. */
  readonly leaves: "whole" | "named";
}

type Model = z.ZodType | undefined;

type Members = Readonly<Record<string, unknown>>;

class Form {
  readonly leftOut = new Set<string>();
  readonly #request: AnswerRequest;

  constructor(request: AnswerRequest) {
    this.#request = request;
  }

  list({ items, next, ...rest }: Members, item: Model, detail: Detail): Members {
    const shown = (items as unknown[]).map((element) => this.subject(element, item, detail) ?? null);
    const others = Object.entries(rest).filter(([, member]) => member !== null && member !== undefined);
    return { items: shown, ...Object.fromEntries(others), ...(isRecord(next) ? { next } : {}) };
  }

  /** What was asked for, or one of it. */
  subject(value: unknown, model: Model, detail: Detail): unknown {
    const shown = this.#value(value, model, detail);
    if (!isRecord(value) || !isRecord(shown) || isChosenByCaller(detail)) return shown;
    const found = modelOf(model, value);
    const shape = shapeOf(found);
    const usual = (found === undefined ? undefined : briefs.get(found)?.usual) ?? {};
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(usual, name) && usual[name] === member) continue;
      if (name !== "urls" && !Object.hasOwn(shown, name) && !isEmpty(member) && !this.#isSaid(name, member, shape))
        this.leftOut.add(name);
    }
    return shown;
  }

  #value(value: unknown, declared: Model, detail: Detail): unknown {
    if (value === null || value === undefined) return undefined;
    const model = modelOf(declared, value);
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
    const shape = shapeOf(model);
    const brief = model === undefined ? undefined : briefs.get(model);
    if (typeof detail === "object") return this.#chosen(value, model, detail);
    const paths =
      brief === undefined || detail === "whole"
        ? undefined
        : detail === "named"
          ? brief.named
          : (brief.listed ?? undefined);
    if (paths !== undefined) {
      const usual = brief?.usual ?? {};
      const unusual = Object.entries(value).filter(
        ([name, member]) => !Object.hasOwn(usual, name) || usual[name] !== member,
      );
      const chosen = this.#chosen(
        Object.fromEntries(unusual),
        model,
        { tree: memberTree(paths), leaves: "named" },
        detail,
      );
      return Object.fromEntries(
        Object.entries(chosen).filter(([name, member]) => !isEmpty(member) && !this.#isSaid(name, value[name], shape)),
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
    const shape = shapeOf(model);
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

  /** What the reader knows: what every object of the model has, and the object that the call was made about. */
  #isSaid(name: string, member: unknown, shape: ReturnType<typeof shapeOf>): boolean {
    if (isConstant(shape?.[name], name)) return true;
    const id = isRecord(member) ? member.id : name === "id" ? undefined : member;
    return typeof id === "string" && this.#request.known.has(id);
  }
}

const isChosenByCaller = (detail: Detail) => typeof detail === "object" && detail.leaves === "whole";

/** How a member is shown: an object of the same model, as in a tree, like the one it is in. */
function memberDetail(detail: Detail, member: unknown, declared: Model, owner: Model): Detail {
  const model = modelOf(declared, member);
  const element =
    model instanceof z.ZodArray && Array.isArray(member) ? modelOf(model.element as z.ZodType, member[0]) : model;
  if (isSameModel(element, owner)) return detail;
  return detail === "whole" && Array.isArray(member) ? "listed" : "named";
}

/** `object` says of every object of a model the same. */
const isConstant = (model: Model, name: string) =>
  name === "object" && model instanceof z.ZodEnum && model.options.length === 1;

function isEmpty(member: unknown): boolean {
  if (member === null || member === undefined || member === "") return true;
  return Array.isArray(member) ? member.length === 0 : isRecord(member) && Object.keys(member).length === 0;
}

/** A member `urls` of something else, such as a property of a schema, is content. */
const isLinks = (member: unknown) =>
  isRecord(member) && Object.values(member).every((link) => link === null || /^[a-z]+:\/\//.test(String(link)));

/** Members of an object, each with the members in it that are meant; none stand for all of it. */
interface MemberTree {
  readonly [name: string]: MemberTree;
}

/** Paths such as `title` and `user.id`, put together. A path that is the beginning of another one means all of it. */
function memberTree(paths: readonly string[]): MemberTree {
  const root = branch();
  for (const path of [...paths].sort((one, other) => depthOf(other) - depthOf(one))) {
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

/** Without a prototype: a path may be called `constructor`. */
const branch = (): Branch => Object.create(null) as Branch;

const depthOf = (path: string) => path.split(".").length;

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

/** The model behind what wraps it: optional, nullable, lazy and the like. */
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

const shapeOf = (model: z.ZodType | undefined): Shape | undefined =>
  model instanceof z.ZodObject ? (model.shape as Shape) : undefined;

/** Whether two are one model but for their descriptions, each of which makes a copy. */
export function isSameModel(one: z.ZodType | undefined, other: z.ZodType | undefined): boolean {
  const [left, right] = [shapeOf(one), shapeOf(other)];
  if (left === undefined || right === undefined) return false;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

export const isDocument = (model: z.ZodType | undefined): boolean => isSameModel(model, RichDocument);

/** The model of a value: of several that it may have, the one that fits. */
function modelOf(model: z.ZodType | undefined, value: unknown): z.ZodType | undefined {
  const found = unwrapped(model);
  if (!(found instanceof z.ZodUnion)) return found;
  const options = (found.options as readonly z.ZodType[]).map((option) => modelOf(option, value));
  if (!isRecord(value)) return options.find((option) => shapeOf(option) === undefined);
  const scored = options.map((option) => ({ option, score: likeness(shapeOf(option), value) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), {
    option: undefined,
    score: 0,
  } as {
    option: z.ZodType | undefined;
    score: number;
  });
  return best.option;
}

/** How much an object looks like a model: none where a member has a value that the model does not take for it. */
function likeness(shape: Shape | undefined, value: Readonly<Record<string, unknown>>): number {
  if (shape === undefined) return 0;
  let score = 0;
  for (const [name, member] of Object.entries(shape)) {
    const given = value[name];
    if (given === undefined) continue;
    if (member instanceof z.ZodEnum && !member.options.includes(given as string)) return 0;
    score += 1;
  }
  return score;
}

/** The model of a list's items; undefined for what is no list of the API. */
export function itemModel(model: z.ZodType | null | undefined): z.ZodType | undefined {
  const shape = shapeOf(unwrapped(model ?? undefined));
  const items = shape?.next === undefined ? undefined : unwrapped(shape.items);
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined;
}

/** Names of all members that values of a model may have. */
function membersOf(model: z.ZodType | undefined): string[] {
  const found = unwrapped(model);
  if (found instanceof z.ZodUnion) return [...new Set((found.options as z.ZodType[]).flatMap(membersOf))];
  return Object.keys(shapeOf(found) ?? {});
}

/** The most members listed for an unknown one. */
const mostTold = 40;

/** Throws ToolError for members that an operation's answer, or an item of its list, cannot have. */
export function requireKnownFields({ id, returns }: AnyOperation, fields: readonly string[], answer: unknown): void {
  const items = itemModel(returns);
  const [sample] = items !== undefined && isRecord(answer) && Array.isArray(answer.items) ? answer.items : [answer];
  const model = items ?? returns ?? undefined;
  const known = new Set([...membersOf(model), ...(isRecord(sample) ? Object.keys(sample) : [])]);
  if (known.size === 0) return;
  for (const field of fields) {
    const [name = ""] = field.split(".", 1);
    if (known.has(name)) continue;
    const closest = closestName(name, [...known]);
    const meant = closest === undefined ? "" : ` Did you mean ${closest}?`;
    throw new ToolError(
      `\`fields\`: ${id} answers no member ${quotedExcerpt(name, 60)}.${meant} It has: ${[...known].slice(0, mostTold).join(", ")}.`,
    );
  }
}
