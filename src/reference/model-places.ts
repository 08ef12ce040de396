import { type Area, areaOf } from "../contract/areas.ts";
import type { Contract } from "../contract/index.ts";
import type { ContractSchemas, OperationSchemas } from "./contract-schemas.ts";
import { type JsonSchema, modelsIn } from "./json-schema.ts";
import { isPlain } from "./members.ts";
import { pageOfNoun } from "./noun-names.ts";
import { type ModelLink, typeWords } from "./type-words.ts";

/** The page of the models that several nouns use: those of one area, or of any. */
export const modelsPage = (area?: Area): string => (area === undefined ? "models.md" : `${area}-models.md`);

/** Longer choices are told in a place of their own rather than wherever they are meant. Characters. */
const longestChoice = 100;

/** Where each model is described: with the only noun that uses it, else with the only area, else with those of all. */
export class ModelPlaces {
  readonly #models: ContractSchemas["models"];
  readonly #pages = new Map<string, string>();

  constructor({ operations, models }: ContractSchemas) {
    this.#models = models;
    const users = new Map<string, Set<keyof Contract>>();
    for (const operation of operations) {
      for (const model of reachable(operation, models)) {
        users.set(model, (users.get(model) ?? new Set()).add(operation.entry.group));
      }
    }
    for (const [model, nouns] of users) {
      if (this.#inWords(model) === undefined) this.#pages.set(model, homeOf([...nouns]));
    }
  }

  /** The models described on a page, in alphabetical order. */
  on(page: string): { readonly name: string; readonly schema: JsonSchema }[] {
    return Object.entries(this.#models)
      .filter(([name]) => this.#pages.get(name) === page)
      .map(([name, schema]) => ({ name, schema }));
  }

  /** Links for the text of one page. */
  linkFrom(page: string): ModelLink {
    return (model) => {
      const place = this.#pages.get(model);
      if (place === undefined) return this.#inWords(model) ?? model;
      return `[${model}](${place === page ? "" : place}#${model.toLowerCase()})`;
    };
  }

  #inWords(model: string): string | undefined {
    const schema = this.#models[model] ?? {};
    if (!isPlain(schema)) return undefined;
    const words = typeWords(schema, (other) => other);
    return words.length <= longestChoice ? words : undefined;
  }
}

function homeOf(nouns: readonly (keyof Contract)[]): string {
  const [noun, ...otherNouns] = nouns;
  if (noun !== undefined && otherNouns.length === 0) return pageOfNoun(noun);
  const [area, ...otherAreas] = new Set(nouns.map((user) => areaOf[user]));
  return modelsPage(otherAreas.length === 0 ? area : undefined);
}

function reachable({ path, query, body, answer }: OperationSchemas, models: ContractSchemas["models"]): Set<string> {
  const waiting = [path, query, body?.schema, answer].flatMap((schema) =>
    schema === undefined ? [] : modelsIn(schema),
  );
  const found = new Set<string>();
  // `waiting` grows while it is read.
  for (const model of waiting) {
    if (found.has(model)) continue;
    found.add(model);
    waiting.push(...modelsIn(models[model] ?? {}));
  }
  return found;
}
