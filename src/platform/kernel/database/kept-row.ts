import type { Compilable, CompiledQuery } from "kysely";
import { type EngineWords, wordsOf } from "./engine/engine.ts";
import type { Queries } from "./tables.ts";

/** Placeholder for a value while a query is built. */
class Parameter {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Looks up one row; see `keptRows`. */
export function keptRow<Values extends readonly unknown[], Found>(
  build: (queries: Queries, ...values: Values) => Compilable<Found>,
): (queries: Queries, ...values: Values) => Promise<Found | undefined> {
  const rows = keptRows(build);
  return async (queries, ...values) => (await rows(queries, ...values))[0];
}

/**
 * Looks up rows with a query that is built on first use per engine and then reused: building one costs more than
 * finding a row by its key. `build` must pass its values to the engine unchanged and must not branch on them.
 */
export function keptRows<Values extends readonly unknown[], Found>(
  build: (queries: Queries, ...values: Values) => Compilable<Found>,
): (queries: Queries, ...values: Values) => Promise<Found[]> {
  const compiled = new WeakMap<EngineWords, CompiledQuery<Found>>();
  return async (queries, ...values) => {
    const engine = wordsOf(queries);
    let kept = compiled.get(engine);
    if (kept === undefined) {
      kept = compile(build, queries, values.length);
      compiled.set(engine, kept);
    }
    const parameters = valuesAt(kept, values);
    return (await queries.executeQuery<Found>({ ...kept, parameters })).rows;
  };
}

/** Inserts rows with a query built once for each set of columns and each engine. */
export function keptInsert<New extends object>(
  build: (queries: Queries, row: New) => Compilable<unknown>,
): (queries: Queries, row: New) => Promise<void> {
  const compiled = new WeakMap<EngineWords, Map<string, CompiledQuery<unknown>>>();
  return async (queries, row) => {
    const engine = wordsOf(queries);
    const kept = compiled.get(engine) ?? new Map<string, CompiledQuery<unknown>>();
    compiled.set(engine, kept);
    const given = Object.entries(row).filter(([, value]) => value !== undefined);
    const columns = given.map(([column]) => column);
    const key = columns.join();
    const take = (_: Queries, ...places: readonly unknown[]) =>
      build(queries, Object.fromEntries(columns.map((column, index) => [column, places[index]])) as New);
    const query = kept.get(key) ?? compile(take, queries, columns.length);
    kept.set(key, query);
    const values = given.map(([, value]) => value);
    await queries.executeQuery({ ...query, parameters: valuesAt(query, values) });
  };
}

const valuesAt = ({ parameters }: CompiledQuery<unknown>, values: readonly unknown[]) =>
  parameters.map((value) => (value instanceof Parameter ? values[value.index] : value));

function compile<Values extends readonly unknown[], Found>(
  build: (queries: Queries, ...values: Values) => Compilable<Found>,
  queries: Queries,
  count: number,
): CompiledQuery<Found> {
  const places = Array.from({ length: count }, (_, index) => new Parameter(index));
  const query = build(queries, ...(places as readonly unknown[] as Values)).compile();
  const lost = places.findIndex((place) => !query.parameters.includes(place));
  if (lost >= 0) throw new Error(`The query does not pass on its value ${lost} unchanged: ${query.sql}`);
  return query;
}
