import { readFile } from "node:fs/promises";
import { readCommandLine } from "../../src/config/config.ts";
import { listOperations } from "../../src/contract/index.ts";
import { jsonText } from "../../src/reference/json-text.ts";
import { openApiDocument } from "../../src/reference/openapi.ts";
import { referencePages } from "../../src/reference/reference-pages.ts";
import { type ContractSchemas, contractSchemas } from "../../src/reference/schemas.ts";
import { contractModels } from "./contract-models.ts";

let described: Promise<ContractSchemas> | undefined;

/** Operations and models as JSON Schema, made once. */
export const contractDescription = (): Promise<ContractSchemas> => {
  described ??= contractModels().then((models) => contractSchemas(listOperations(), models));
  return described;
};

/** `openapi.json`. */
export async function openApi(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  const { version, license } = JSON.parse(text) as { version: string; license: string };
  const { port } = readCommandLine([], {}).config;
  return jsonText(openApiDocument(await contractDescription(), { version, license, port: port.value }));
}

/** The pages of `docs/reference`, by file name. */
export async function reference(): Promise<Map<string, string>> {
  return referencePages(await contractDescription());
}
