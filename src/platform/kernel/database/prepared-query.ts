import type { Compilable, CompiledQuery } from "kysely";
import { type EngineWords, getEngineWords } from "./engine/engine.ts";
import type { Queries } from "./tables.ts";

/** Placeholder for a value while a query is built. */
class Parameter {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Longer lists are seldom of the same length again, so their queries are not kept. */
const maxListLength = 32;

/** Maximum number of queries kept for one function. */
const maxQueries = 100;

/** Looks up one row; see `preparedRows`. */
export function preparedRow<Values extends readonly unknown[], Found>(
  build: (queries: Queries, ...values: Values) => Compilable<Found>,
): (queries: Queries, ...values: Values) => Promise<Found | undefined> {
  const rows = preparedRows(build);
  return async (queries, ...values) => (await rows(queries, ...values))[0];
}

/** Inserts, updates or deletes rows; see `preparedRows`. */
export function preparedChange<Values extends readonly unknown[]>(
  build: (queries: Queries, ...values: Values) => Compilable<unknown>,
): (queries: Queries, ...values: Values) => Promise<void> {
  const rows = preparedRows(build);
  return async (queries, ...values) => {
    await rows(queries, ...values);
  };
}

/**
 * Runs a query that is built on first use per engine and then reused: building one costs more than finding a row by its
 * key. Its values can be lists, records of columns, and lists of records; a query is built for each length of a list
 * and each set of columns. `build` must pass its values to the engine unchanged and must not branch on them.
 */
export function preparedRows<Values extends readonly unknown[], Found>(
  build: (queries: Queries, ...values: Values) => Compilable<Found>,
): (queries: Queries, ...values: Values) => Promise<Found[]> {
  const compiled = new WeakMap<EngineWords, Map<string, CompiledQuery<Found>>>();
  return async (queries, ...values) => {
    const flat: unknown[] = [];
    const shape = flatten(values, flat);
    if (shape === undefined) return (await queries.executeQuery<Found>(build(queries, ...values).compile())).rows;
    const engine = getEngineWords(queries);
    let queriesByShape = compiled.get(engine);
    if (queriesByShape === undefined) {
      queriesByShape = new Map();
      compiled.set(engine, queriesByShape);
    }
    let query = queriesByShape.get(shape);
    if (query === undefined) {
      query = compile(build, queries, values, flat.length);
      if (queriesByShape.size < maxQueries) queriesByShape.set(shape, query);
    }
    const { sql, query: node, queryId } = query;
    const parameters = query.parameters.map((value) => (value instanceof Parameter ? flat[value.index] : value));
    return (await queries.executeQuery<Found>({ sql, query: node, queryId, parameters })).rows;
  };
}

/** Appends the single values to `flat`. Returns what else the query depends on; undefined if a list is too long. */
function flatten(values: readonly unknown[], flat: unknown[]): string | undefined {
  let shape = "";
  for (const value of values) {
    if (Array.isArray(value)) {
      const items = value.length > maxListLength ? undefined : flatten(value, flat);
      if (items === undefined) return undefined;
      shape += `[${value.length} ${items}]`;
    } else if (isRecord(value)) {
      shape += `{${Object.keys(value).filter((name) => value[name] !== undefined)}}`;
      for (const member of Object.values(value)) if (member !== undefined) flat.push(member);
    } else flat.push(value);
  }
  return shape;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function compile<Values extends readonly unknown[], Found>(
  build: (queries: Queries, ...values: Values) => Compilable<Found>,
  queries: Queries,
  values: Values,
  count: number,
): CompiledQuery<Found> {
  const parameters: Parameter[] = [];
  const query = build(queries, ...(withParameters(values, parameters) as readonly unknown[] as Values)).compile();
  const passed = new Set(query.parameters);
  const lost = parameters.findIndex((parameter) => !passed.has(parameter));
  if (lost >= 0) throw new Error(`The query does not pass on its value ${lost} unchanged: ${query.sql}`);
  if (parameters.length !== count) throw new Error(`The query has ${parameters.length} places for ${count} values.`);
  return query;
}

/** The same values with a placeholder for each single one, in the order of `flatten`. */
function withParameters(values: readonly unknown[], parameters: Parameter[]): unknown[] {
  const next = () => {
    const parameter = new Parameter(parameters.length);
    parameters.push(parameter);
    return parameter;
  };
  return values.map((value) => {
    if (Array.isArray(value)) return withParameters(value, parameters);
    if (!isRecord(value)) return next();
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name]) => [name, next()]));
  });
}
