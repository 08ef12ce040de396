import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ExpressionScope, evaluate, parseExpression } from "../../../src/markdown/expressions/expressions.ts";
import { expectLinearCost } from "../../support/cost.ts";

const scope: ExpressionScope = {
  space: { vars: { version: "3.0.4", count: 3, beta: true, "two words": "2" } },
  page: { vars: { food: "pizza" } },
};

function result(source: string): unknown {
  const expression = parseExpression(source);
  if (expression === undefined) return "not read";
  const evaluation = evaluate(expression, scope);
  return "value" in evaluation ? evaluation.value : `no value: ${evaluation.problem}`;
}

describe("an expression", () => {
  test.each([
    ["space.vars.version", "3.0.4"],
    ['space.vars["two words"]', "2"],
    ["space?.vars?.count", 3],
    ["page.vars.missing", undefined],
    ["page.vars.missing.deeper", undefined],
    ["1 + 2 * 3 - 4 / 2", 5],
    ["(1 + 2) * 3 % 4", 1],
    ["-space.vars.count + +'4'", 1],
    ['"I like " + page.vars.food + "!"', "I like pizza!"],
    ["space.vars.count + 1", 4],
    ["space.vars.version === '3.0.4' ? \"Latest\" : 'Old'", "Latest"],
    ["space.vars.count == '3'", true],
    ["space.vars.count === '3'", false],
    ["space.vars.count != 4 && !false", true],
    ["page.vars.missing ?? 'none'", "none"],
    ["page.vars.missing || space.vars.beta", true],
    ["'a' < 'b' && 2 >= 2", true],
    ["page.vars.missing == null", true],
    ['"a \\"quoted\\" \\n word"', 'a "quoted" \n word'],
    ["true ? false ? 1 : 2 : 3", 2],
  ])("has the value of %s", (source, value) => {
    expect(result(source)).toEqual(value);
  });

  test.each([
    ["visitor.claims.plan", "no value: visitor is not known here"],
    ["false && visitor.claims.plan", false],
    ["'a' * 2", 'no value: "a" is not a number'],
    ["'v' + page.vars.missing", "no value: a part of it has no value"],
    ["'a'.length", "no value: a string has no members"],
    ["space.vars + ''", "no value: a part of it is a group of values"],
  ])("reports why it cannot be evaluated: %s", (source, value) => {
    expect(result(source)).toEqual(value);
  });

  test("can access only its own names", () => {
    for (const source of [
      "space.constructor",
      "space.vars.__proto__",
      "space['__proto__']",
      "page.vars.toString",
      'space.vars["constructor"]',
    ]) {
      expect(result(source)).toBeUndefined();
    }
    expect(result("process.env.HOME")).toBe("no value: process is not known here");
    expect(result("hasOwnProperty")).toBe("no value: hasOwnProperty is not known here");
  });

  test.each(["", "1 +", "a b", "f()", "`x`", "a = 1", "[1]", "{}", "a ? b", "1..2", '"open', "a;b", "#"])(
    "is not read in another language: %s",
    (source) => {
      expect(result(source)).toBe("not read");
    },
  );

  test("has the value that JavaScript gives arithmetic and comparisons", { tags: ["long"] }, () => {
    const number = fc.nat({ max: 50 }).map(String);
    const tree: fc.Memo<string> = fc.memo((depth) =>
      depth <= 1
        ? number
        : fc.oneof(
            number,
            fc
              .tuple(tree(), fc.constantFrom("+", "-", "*", "<", ">=", "===", "!==", "&&", "||", "??"), tree())
              .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
            fc.tuple(tree(), tree(), tree()).map(([one, two, three]) => `(${one}) ? (${two}) : (${three})`),
            fc.tuple(tree(), tree(), tree()).map(([one, two, three]) => `(${one}) + (${two}) * (${three}) - 1`),
            tree().map((inner) => `!(${inner})`),
          ),
    );
    fc.assert(
      fc.property(tree(4), (source) => {
        const value = result(source);
        if (typeof value === "string") return;
        expect(value).toEqual(runInNewContext(source));
      }),
      { numRuns: 300 },
    );
  });

  test.each(["(", "!", "a.", "1+", "a?", '"\\'])(
    "is read or rejected in linear time at any depth and length: %j",
    async (part) => {
      await expectLinearCost((length) => result(part.repeat(length / part.length)), 225);
    },
  );
});
