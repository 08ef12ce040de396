import { type RawBuilder, sql } from "kysely";
import type { EngineWords, ValueType } from "../engine.ts";
import {
  computeSpaceFilter,
  getIdRange,
  ID_BITS,
  type SectionField,
  type SectionSearch,
  type SectionTerms,
  type TermExpression,
  toIdRanges,
} from "../section-search.ts";
import { postgresCatalogue } from "./catalogue.ts";
import { planEachTime } from "./statement-names.ts";

/** Each field's weight, as the label of its positions. */
const labels = { title: "A", page: "B", salient: "C", body: "D" } as const satisfies Record<SectionField, string>;

/** Weights of D, C, B and A: a title counts six times as much as any other field. */
const weights = "{0.1667,0.1667,0.1667,1}";

/**
 * Prefixes of lexemes that stand for a term in one field. Position labels are not in the index, so filtering by them
 * would read every section that has the term. No query searches only bodies.
 */
const prefixes = { title: "t|", page: "p|", salient: "s|", body: "" } as const satisfies Record<SectionField, string>;

/** The engine's limits: characters in a lexeme (2,046 bytes), positions, and positions per lexeme. */
const maxLexemeChars = 500;

const lastPosition = 16_383;

const maxPositions = 255;

/** Maximum bytes of one section's lexemes and positions; the engine's own limit is 2^20. */
const maxBytes = 900_000;

/** Positions skipped between fields, so that no phrase spans two of them. */
const gap = 2;

/** The index of terms, as a column of lexemes with an inverted index. */
const postgresSections: SectionSearch = {
  async insert(queries, sections) {
    await sql`
      insert into section_text (id, terms)
      select given.id, given.terms::tsvector
      from unnest(${sections.map(({ id }) => id)}::bigint[], ${sections.map(formatLexemes)}::text[]) as given (id, terms)
    `.execute(queries);
  },

  async remove(queries, ids) {
    await sql`delete from section_text where id = any(${ids}::bigint[])`.execute(queries);
  },

  async removeSpace(queries, space) {
    await sql`delete from section_text where id in (select id from section where space = ${space})`.execute(queries);
  },

  async count(queries, numbers, expressions, limit) {
    const { rows } = await sql<{ found: number }>`${sql.raw(planEachTime)}
      select (select count(*) from (
        select 1 from section_text where terms @@ wanted.query::tsquery and ${isIn(numbers)} limit ${limit}) as matching
      ) as found
      from unnest(${expressions.map((expression) => formatQuery(expression))}::text[])
        with ordinality as wanted (query, place)
      order by wanted.place`.execute(queries);
    return rows.map(({ found }) => found);
  },

  async find(queries, numbers, expression, { ranked, fields, limit, common = false }) {
    const query = sql`${formatQuery(expression, fields)}::tsquery`;
    const matching = sql`terms @@ ${query} and ${isIn(numbers)}`;
    const find = ranked ? findRanked : common ? findCommon : findRare;
    const { rows } = await sql<{
      id: number;
    }>`${sql.raw(planEachTime)} ${find(matching, { query, numbers, limit })}`.execute(queries);
    return rows.map(({ id }) => id);
  },

  /** New entries wait in a pending list until it is long, and every search reads that list. */
  async merge(queries) {
    await sql`select gin_clean_pending_list('section_text_terms')`.execute(queries);
    return false;
  },
};

interface Finding {
  readonly query: RawBuilder<unknown>;
  readonly numbers: readonly number[];
  readonly limit: number;
}

const findRanked = (matching: RawBuilder<unknown>, { query, limit }: Finding) => sql`
  select id from section_text where ${matching}
  order by ts_rank(${sql.lit(weights)}, terms, ${query}) desc, id limit ${limit}`;

/**
 * The engine overestimates how many sections match the beginning of a word or a phrase. If it knew the order and the
 * limit, it would read sections one by one until enough match, and so all of them where few do.
 */
const findRare = (matching: RawBuilder<unknown>, { limit }: Finding) => sql`
  with matching as materialized (select id from section_text where ${matching})
  select id from matching order by id limit ${limit}`;

/** Sections to look through before the index is queried for all that match. */
const lookedThrough = 5_000;

const findCommon = (matching: RawBuilder<unknown>, { query, numbers, limit }: Finding) => sql`
  with first as materialized (
    select id from (
      select id, terms from section_text where ${isIn(numbers)} order by id limit ${sql.lit(lookedThrough)}
    ) as beginning where terms @@ ${query} order by id limit ${limit}
  ),
  matching as materialized (select id from section_text where ${matching})
  select id from first where (select count(*) from first) >= ${limit}
  union all
  select id from (
    select id from matching where (select count(*) from first) < ${limit} order by id limit ${limit}
  ) as others`;

/**
 * Ranges of ids given to the engine one by one; it estimates what a range of many spaces has by the whole of it. The
 * range around them is what it reads when it looks through the first sections in order.
 */
const maxRanges = 4;

function isIn(numbers: readonly number[]): RawBuilder<unknown> {
  const { low, high } = getIdRange(numbers);
  const range = sql`id between ${low} and ${high}`;
  const ranges = toIdRanges(numbers);
  if (ranges.length > 0 && ranges.length <= maxRanges) {
    const within = ranges.map(({ low, high }) => sql`id between ${low} and ${high}`);
    return ranges.length === 1 ? range : sql`${range} and (${sql.join(within, sql` or `)})`;
  }
  const rest = computeSpaceFilter(numbers);
  if (rest === undefined) return range;
  return "only" in rest
    ? sql`${range} and (id >> ${sql.lit(ID_BITS)}) = any(${rest.only}::bigint[])`
    : sql`${range} and (id >> ${sql.lit(ID_BITS)}) <> all(${rest.without}::bigint[])`;
}

/** The lexemes of a section in the engine's syntax. Anything beyond its limits is dropped from the end. */
function formatLexemes(section: SectionTerms): string {
  const found = new Map<string, string[]>();
  let position = 1;
  let bytes = 0;
  const add = (lexeme: string, at: string) => {
    const positions = found.get(lexeme);
    const cost = positions === undefined ? 3 * lexeme.length + 6 : 2;
    if (bytes + cost > maxBytes) return;
    if (positions === undefined) found.set(lexeme, [at]);
    else if (positions.length < maxPositions) positions.push(at);
    bytes += cost;
  };
  for (const field of ["title", "page", "salient", "body"] as const) {
    for (const term of splitWords(section[field])) {
      const at = `${Math.min(position, lastPosition)}${labels[field]}`;
      add(term, at);
      if (prefixes[field] !== "") add(prefixes[field] + term, at);
      position += 1;
    }
    position += gap;
  }
  return [...found].map(([lexeme, positions]) => `${quoted(lexeme)}:${positions.join(",")}`).join(" ");
}

/** A query in the engine's language. Every term is quoted, so that none can act as an operator. */
function formatQuery(expression: TermExpression, fields: readonly SectionField[] = ["body"]): string {
  if ("term" in expression) {
    const words = splitWords(expression.term);
    // No section has a lexeme with a space.
    if (words.length === 0) return "' '";
    const ofFields = fields.map((field) => {
      const lexemes = words.map((word) => quoted(prefixes[field] + word));
      return `(${lexemes.join(" <-> ")}${expression.beginning ? ":*" : ""})`;
    });
    return `(${ofFields.join(" | ")})`;
  }
  const [operator, inner] = "all" in expression ? ["&", expression.all] : ["|", expression.any];
  return `(${inner.map((part) => formatQuery(part, fields)).join(` ${operator} `)})`;
}

/** Splits at spaces, as the other engines do. */
const splitWords = (terms: string): string[] =>
  terms.split(" ").flatMap((word) => (word === "" ? [] : [word.slice(0, maxLexemeChars)]));

const quoted = (lexeme: string) => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

const arrays = { text: sql`text[]`, number: sql`bigint[]` } as const satisfies Record<ValueType, unknown>;

const buildRows: EngineWords["rows"] = (types, values) => {
  const columns = types.map((type, index) => sql`${values.map((row) => row[index] ?? null)}::${arrays[type]}`);
  return sql`select * from unnest(${sql.join(columns)}) as given`;
};

export const postgresWords: EngineWords = {
  list: (values, type) => sql`(select unnest(${values}::${arrays[type]}))`,
  rows: buildRows,
  async insert(queries, { table, columns, skipsKnown }, rows) {
    if (rows.length === 0) return;
    await sql`
      insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((column) => sql.ref(column)))})
      ${buildRows(Object.values(columns), rows)} ${skipsKnown ? sql`on conflict do nothing` : sql``}`.execute(queries);
  },
  contains: (text, part) => sql<boolean>`strpos(${text}, ${part}) > 0`,
  membersIn: (column, member) => sql<number | null>`json_array_length(${sql.ref(column)}::json -> ${member})`,
  // Changes whenever a writing transaction begins or ends.
  overwriteReplaced: async () => {},
  async changeStamp(queries) {
    const { rows } = await sql<{ stamp: string }>`select pg_current_snapshot()::text as stamp`.execute(queries);
    return rows[0]?.stamp ?? "";
  },
  sections: postgresSections,
  catalogue: postgresCatalogue,
};
