import type { Compilable, CompiledQuery } from "kysely";
import { type EngineWords, wordsOf } from "./engine/engine.ts";
import type { Queries } from "./tables.ts";

/** Stands for a value while a query is built. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** Looks up one row, as `keptRows` looks up several. */
export function keptRow<Values extends readonly unknown[], Found>(
  build: (queries: Queries, ...values: Values) => Compilable<Found>,
): (queries: Queries, ...values: Values) => Promise<Found | undefined> {
  const rows = keptRows(build);
  return async (queries, ...values) => (await rows(queries, ...values))[0];
}

/**
 * Looks up rows with a query that its first use on an engine builds and all others run: building one costs more than finding a
 * row by its key. `build` hands its values to the engine as they are, and neither computes nor decides with them.
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
    const parameters = kept.parameters.map((value) => (value instanceof Place ? values[value.index] : value));
    return (await queries.executeQuery<Found>({ ...kept, parameters })).rows;
  };
}

function compile<Values extends readonly unknown[], Found>(
  build: (queries: Queries, ...values: Values) => Compilable<Found>,
  queries: Queries,
  count: number,
): CompiledQuery<Found> {
  const places = Array.from({ length: count }, (_, index) => new Place(index));
  const query = build(queries, ...(places as readonly unknown[] as Values)).compile();
  const lost = places.findIndex((place) => !query.parameters.includes(place));
  if (lost >= 0) throw new Error(`The query does not take its value ${lost} as it is: ${query.sql}`);
  return query;
}
