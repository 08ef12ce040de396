import { z } from "zod";

interface Shape {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

/** The members that a result model names, at any depth and in any of its alternatives. */
export class DeclaredMembers {
  readonly #root: Shape & { readonly $defs?: Readonly<Record<string, Shape>> };

  constructor(model: z.ZodType) {
    this.#root = z.toJSONSchema(model, { io: "output", unrepresentable: "any" }) as Shape;
  }

  /** Whether there is a member at a path: `a.b` in the object in `a`, `a[].b` in the items of `a`. */
  has(path: string): boolean {
    const steps = path === "" ? [] : path.split(".");
    return steps.reduce((shapes, step) => this.#step(shapes, step), this.#expand(this.#root)).length > 0;
  }

  #step(shapes: readonly Shape[], step: string): Shape[] {
    const [name = "", each] = step.split("[]");
    const members = shapes.flatMap(({ properties = {}, additionalProperties }) => {
      const found = properties[name] ?? (isMap(additionalProperties) ? additionalProperties : undefined);
      return found === undefined ? [] : this.#expand(found);
    });
    return each === undefined
      ? members
      : members.flatMap(({ items }) => (items === undefined ? [] : this.#expand(items)));
  }

  /** A shape and its alternatives and parts, references followed. */
  #expand(shape: Shape): Shape[] {
    const { $ref, anyOf = [], oneOf = [], allOf = [] } = shape;
    if ($ref === "#") return this.#expand(this.#root);
    const target = $ref === undefined ? undefined : this.#root.$defs?.[$ref.split("/").at(-1) ?? ""];
    const others = [...anyOf, ...oneOf, ...allOf, ...(target === undefined ? [] : [target])];
    return [shape, ...others.flatMap((other) => this.#expand(other))];
  }
}

/** Open objects accept members without naming them; maps describe every member. */
const isMap = (rest: Shape | boolean | undefined): rest is Shape =>
  typeof rest === "object" && Object.keys(rest).length > 0;
