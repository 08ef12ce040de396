import { isMap, isScalar } from "yaml";
import { frontMatterRange, maxFrontMatterChars, yamlOptions } from "../grammar/front-matter.ts";
import { parseYaml } from "../grammar/yaml.ts";

type Expression =
  | { readonly kind: "value"; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "member"; readonly object: Expression; readonly member: Expression }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: "conditional";
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    };

/** Longer or deeper expressions are not parsed. */
const maxExpressionChars = 2_000;

const maxNestingDepth = 60;

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([A-Za-z_$][\w$]*)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|[-+*/%<>!?:.()[\]]))/y;

/** The precedence of binary operators. */
const precedence: Readonly<Record<string, number>> = {
  "??": 1,
  "||": 2,
  "&&": 3,
  "==": 4,
  "!=": 4,
  "===": 4,
  "!==": 4,
  "<": 5,
  ">": 5,
  "<=": 5,
  ">=": 5,
  "+": 6,
  "-": 6,
  "*": 7,
  "/": 7,
  "%": 7,
};

const literalWords = new Map<string, Expression & { kind: "value" }>([
  ["true", { kind: "value", value: true }],
  ["false", { kind: "value", value: false }],
  ["null", { kind: "value", value: null }],
  ["undefined", { kind: "value", value: undefined }],
]);

/** Parses an expression: literals, names, members, operators and `a ? b : c`. Undefined for anything else. */
export function parseExpression(source: string): Expression | undefined {
  if (source.length > maxExpressionChars) return undefined;
  const tokens = tokenize(source);
  if (tokens === undefined) return undefined;
  const reader = new ExpressionReader(tokens);
  try {
    return reader.whole();
  } catch (error) {
    if (error instanceof NotAnExpression) return undefined;
    throw error;
  }
}

class NotAnExpression extends Error {}

interface Token {
  readonly kind: "number" | "name" | "text" | "sign";
  readonly text: string;
}

function tokenize(source: string): Token[] | undefined {
  const tokens: Token[] = [];
  const text = source.trimEnd();
  for (let at = 0; at < text.length; at = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = at;
    const [, number, name, quoted, sign] = tokenPattern.exec(text) ?? [];
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (quoted !== undefined) tokens.push({ kind: "text", text: unquoted(quoted) });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign });
    else return undefined;
  }
  return tokens;
}

function unquoted(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gs, (_, character: string) => {
    if (character === "n") return "\n";
    return character === "t" ? "\t" : character;
  });
}

class ExpressionReader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#conditional();
    if (this.#at < this.#tokens.length) throw new NotAnExpression();
    return expression;
  }

  #conditional(): Expression {
    return this.#deeper(() => {
      const condition = this.#binary(1);
      if (!this.#take("?")) return condition;
      const yes = this.#conditional();
      this.#expect(":");
      return { kind: "conditional", condition, yes, no: this.#conditional() };
    });
  }

  #binary(weakest: number): Expression {
    return this.#deeper(() => {
      let left = this.#unary();
      for (;;) {
        const operator = this.#sign() ?? "";
        const strength = precedence[operator] ?? 0;
        if (strength < weakest) return left;
        this.#at += 1;
        left = { kind: "binary", operator, left, right: this.#binary(strength + 1) };
      }
    });
  }

  #unary(): Expression {
    return this.#deeper(() => {
      const operator = this.#sign();
      if (operator !== "!" && operator !== "-" && operator !== "+") return this.#member();
      this.#at += 1;
      return { kind: "unary", operator, operand: this.#unary() };
    });
  }

  #member(): Expression {
    let object = this.#primary();
    for (;;) {
      if (this.#take(".") || this.#take("?.")) {
        const token = this.#next();
        if (token.kind !== "name") throw new NotAnExpression();
        object = { kind: "member", object, member: { kind: "value", value: token.text } };
      } else if (this.#take("[")) {
        object = { kind: "member", object, member: this.#conditional() };
        this.#expect("]");
      } else return object;
    }
  }

  #primary(): Expression {
    const { kind, text } = this.#next();
    if (kind === "number") return { kind: "value", value: Number(text) };
    if (kind === "text") return { kind: "value", value: text };
    if (kind === "name") return literalWords.get(text) ?? { kind: "name", name: text };
    if (text !== "(") throw new NotAnExpression();
    const inner = this.#conditional();
    this.#expect(")");
    return inner;
  }

  #next(): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new NotAnExpression();
    this.#at += 1;
    return token;
  }

  #sign(): string | undefined {
    const token = this.#tokens[this.#at];
    return token?.kind === "sign" ? token.text : undefined;
  }

  #take(sign: string): boolean {
    if (this.#sign() !== sign) return false;
    this.#at += 1;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw new NotAnExpression();
  }

  #deeper<Result>(read: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > maxNestingDepth * 3) throw new NotAnExpression();
    const result = read();
    this.#depth -= 1;
    return result;
  }
}

type Value = string | number | boolean | null | undefined | ReadonlyRecord;

interface ReadonlyRecord {
  readonly [name: string]: Value;
}

/** The values of names in an expression. Names that are missing have no known value. */
export type ExpressionScope = Readonly<Record<string, Value>>;

/** Longer texts are not values. */
const maxTextChars = 10_000;

type Evaluation = { readonly value: Value } | { readonly problem: string };

/** The value of an expression, or why it has none. Executes only the expression's own operators. */
export function evaluate(expression: Expression, scope: ExpressionScope): Evaluation {
  try {
    return { value: valueIn(expression, scope) };
  } catch (error) {
    if (error instanceof NoValue) return { problem: error.message };
    throw error;
  }
}

class NoValue extends Error {}

function valueIn(expression: Expression, scope: ExpressionScope): Value {
  switch (expression.kind) {
    case "value":
      return expression.value;
    case "name":
      if (!Object.hasOwn(scope, expression.name)) throw new NoValue(`${expression.name} is not known here`);
      return scope[expression.name];
    case "member":
      return getMember(valueIn(expression.object, scope), valueIn(expression.member, scope));
    case "unary": {
      const operand = valueIn(expression.operand, scope);
      if (expression.operator === "!") return !operand;
      return expression.operator === "-" ? -toNumber(operand) : toNumber(operand);
    }
    case "conditional":
      return valueIn(expression.condition, scope) ? valueIn(expression.yes, scope) : valueIn(expression.no, scope);
    case "binary":
      return binary(expression, scope);
  }
}

function binary({ operator, left, right }: Expression & { kind: "binary" }, scope: ExpressionScope): Value {
  const one = valueIn(left, scope);
  if (operator === "&&") return one ? valueIn(right, scope) : one;
  if (operator === "||") return one ? one : valueIn(right, scope);
  if (operator === "??") return one ?? valueIn(right, scope);
  const other = valueIn(right, scope);
  switch (operator) {
    case "===":
    case "!==":
      return (one === other) === (operator === "===");
    case "==":
    case "!=":
      return alike(one, other) === (operator === "==");
    case "+":
      if (typeof one === "number" && typeof other === "number") return one + other;
      return bounded(toText(one) + toText(other));
    case "-":
      return toNumber(one) - toNumber(other);
    case "*":
      return toNumber(one) * toNumber(other);
    case "/":
      return toNumber(one) / toNumber(other);
    case "%":
      return toNumber(one) % toNumber(other);
    default:
      return ordered(operator, one, other);
  }
}

function getMember(object: Value, member: Value): Value {
  if (object === undefined || object === null) return undefined;
  if (typeof object !== "object") throw new NoValue(`a ${typeof object} has no members`);
  return Object.hasOwn(object, String(member)) ? object[String(member)] : undefined;
}

/** Texts compare as strings, everything else as numbers. */
function ordered(operator: string, one: Value, other: Value): boolean {
  const [left, right] =
    typeof one === "string" && typeof other === "string" ? [one, other] : [toNumber(one), toNumber(other)];
  if (operator === "<") return left < right;
  if (operator === ">") return left > right;
  return operator === "<=" ? left <= right : left >= right;
}

function alike(one: Value, other: Value): boolean {
  if (one === undefined || one === null || other === undefined || other === null)
    return (one ?? null) === (other ?? null);
  return one === other || (typeof one !== "object" && typeof other !== "object" && String(one) === String(other));
}

function toNumber(value: Value): number {
  const number = typeof value === "object" || value === undefined ? Number.NaN : Number(value);
  if (Number.isNaN(number)) throw new NoValue(`${describe(value)} is not a number`);
  return number;
}

/** A value as displayed. Throws if it cannot be displayed. */
function toText(value: Value): string {
  if (value === undefined || value === null) throw new NoValue("a part of it has no value");
  if (typeof value === "object") throw new NoValue("a part of it is a group of values");
  return String(value);
}

/** The text of a value, or the reason why there is none. */
export function shownText(value: Value): { readonly text: string } | { readonly problem: string } {
  if (value === undefined || value === null) return { problem: "it has no value" };
  if (typeof value === "object") return { problem: "it is a group of values" };
  return { text: String(value) };
}

function bounded(text: string): string {
  if (text.length > maxTextChars) throw new NoValue(`its text is longer than ${maxTextChars} characters`);
  return text;
}

function describe(value: Value): string {
  return typeof value === "string" ? `"${value.slice(0, 40)}"` : typeof value === "object" ? "a group" : String(value);
}

type VariableValue = string | number | boolean;

export type Variables = Record<string, VariableValue>;

const maxVariables = 1_000;

/** The variables of a YAML file: a mapping of names to strings, numbers and booleans. Anything else is omitted. */
export function readVariables(yaml: string): Variables {
  return yaml.length > maxFrontMatterChars ? {} : variablesAt(yaml, undefined);
}

/** The variables that a page defines: `vars` in its front matter. */
export function pageVariables(markdown: string): Variables {
  const { yamlStart, yamlEnd } = frontMatterRange(markdown);
  const yaml = markdown.slice(yamlStart, yamlEnd);
  return yaml.length > maxFrontMatterChars || !/vars["']?\s*:/.test(yaml) ? {} : variablesAt(yaml, "vars");
}

function variablesAt(yaml: string, key: string | undefined): Variables {
  const document = parseYaml(yaml, yamlOptions);
  if (document.errors.length > 0) return {};
  const root: unknown = key === undefined ? document.contents : document.get(key, true);
  if (!isMap(root)) return {};
  const found: [string, VariableValue][] = [];
  for (const { key: name, value } of root.items.slice(0, maxVariables)) {
    if (!isScalar(name) || !isScalar(value)) continue;
    const read = scalarValue(value.value, value.source);
    if (read !== undefined) found.push([String(name.value), read]);
  }
  return Object.fromEntries(found);
}

/** A number that YAML would write differently, such as the version `1.10`, is kept as the text that was written. */
function scalarValue(value: unknown, source: string | undefined): VariableValue | undefined {
  if (typeof value === "number" && source !== undefined && String(value) !== source) return source;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}
