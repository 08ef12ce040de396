import type { Expression } from "./parse.ts";

export type Value = string | number | boolean | null | undefined | ReadonlyRecord;
interface ReadonlyRecord {
  readonly [name: string]: Value;
}

/** What names in an expression stand for. A name that is not in it has no value that could be known. */
export type ExpressionScope = Readonly<Record<string, Value>>;

/** Longer texts are no value. */
const LONGEST_TEXT = 10_000;

export type Evaluation = { readonly value: Value } | { readonly problem: string };

/** The value of an expression, or why it has none. Runs nothing but the operators of the expression itself. */
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
      return memberOf(valueIn(expression.object, scope), valueIn(expression.member, scope));
    case "unary": {
      const operand = valueIn(expression.operand, scope);
      if (expression.operator === "!") return !operand;
      return expression.operator === "-" ? -numberOf(operand) : numberOf(operand);
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
      return bounded(textOf(one) + textOf(other));
    case "-":
      return numberOf(one) - numberOf(other);
    case "*":
      return numberOf(one) * numberOf(other);
    case "/":
      return numberOf(one) / numberOf(other);
    case "%":
      return numberOf(one) % numberOf(other);
    default:
      return ordered(operator, one, other);
  }
}

function memberOf(object: Value, member: Value): Value {
  if (object === undefined || object === null) return undefined;
  if (typeof object !== "object") throw new NoValue(`a ${typeof object} has no members`);
  return Object.hasOwn(object, String(member)) ? object[String(member)] : undefined;
}

/** Texts compare by their letters, everything else as numbers. */
function ordered(operator: string, one: Value, other: Value): boolean {
  const [left, right] =
    typeof one === "string" && typeof other === "string" ? [one, other] : [numberOf(one), numberOf(other)];
  if (operator === "<") return left < right;
  if (operator === ">") return left > right;
  return operator === "<=" ? left <= right : left >= right;
}

function alike(one: Value, other: Value): boolean {
  if (one === undefined || one === null || other === undefined || other === null)
    return (one ?? null) === (other ?? null);
  return one === other || (typeof one !== "object" && typeof other !== "object" && String(one) === String(other));
}

function numberOf(value: Value): number {
  const number = typeof value === "object" || value === undefined ? Number.NaN : Number(value);
  if (Number.isNaN(number)) throw new NoValue(`${describe(value)} is no number`);
  return number;
}

/** What a reader sees of a value. Throws where there is nothing to see. */
function textOf(value: Value): string {
  if (value === undefined || value === null) throw new NoValue("a part of it has no value");
  if (typeof value === "object") throw new NoValue("a part of it is a group of values");
  return String(value);
}

/** The text of a value; the reason where it is none. */
export function shownText(value: Value): { readonly text: string } | { readonly problem: string } {
  if (value === undefined || value === null) return { problem: "it has no value" };
  if (typeof value === "object") return { problem: "it is a group of values" };
  return { text: String(value) };
}

function bounded(text: string): string {
  if (text.length > LONGEST_TEXT) throw new NoValue(`its text is longer than ${LONGEST_TEXT} characters`);
  return text;
}

function describe(value: Value): string {
  return typeof value === "string" ? `"${value.slice(0, 40)}"` : typeof value === "object" ? "a group" : String(value);
}
