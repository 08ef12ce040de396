import { z } from "zod";
import { isRecord } from "../../client/json.ts";
import { briefs } from "../../contract/brief.ts";
import { isDocument, isSameModel, itemModel, modelOf, shapeOf } from "./answer-model.ts";
import { type MemberTree, memberTree } from "./member-paths.ts";

export interface AnswerRequest {
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

export interface AnswerForm {
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
