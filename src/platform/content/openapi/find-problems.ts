import { listOperations, methods } from "./openapi-links.ts";
import { isRecord, own, type Steps, toList, toRecord, toText } from "./pointer.ts";
import { inside, type Located, type Resolver } from "./references.ts";

/** A problem at a location in a specification. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly steps: Steps;
}

const knownLocations = new Set(["path", "query", "header", "cookie", "body", "formData"]);

const schemaTypes = new Set(["array", "boolean", "integer", "null", "number", "object", "string", "file"]);

const responseCode = /^([1-5]\d\d|[1-5]XX|default|x-.*)$/i;

/** The dialect of a description: `2.0`, `3.0` or `3.1`; undefined for an unsupported one. */
export function findDialect(root: unknown): "2.0" | "3.0" | "3.1" | undefined {
  // Without quotes, YAML reads the version as the number 2.
  if (["2.0", "2"].includes(String(own(root, "swagger")))) return "2.0";
  const [, minor] = /^3\.([01])(\.\d+)?(-.*)?$/.exec(String(own(root, "openapi") ?? "")) ?? [];
  return minor === undefined ? undefined : minor === "0" ? "3.0" : "3.1";
}

/** Returns why a file is not an API description; undefined if it is one. */
export function fatalFinding(root: unknown, file: string): Finding | undefined {
  const fatal = (code: string, message: string, steps: Steps = []): Finding => ({ code, message, file, steps });
  if (findDialect(root) === undefined) {
    const member = ["openapi", "swagger"].find((name) => own(root, name) !== undefined);
    if (member === undefined) return fatal("version", 'it has neither "openapi" nor "swagger"');
    return fatal("version", "only Swagger 2.0 and OpenAPI 3.0 and 3.1 are supported", [member]);
  }
  if (!isRecord(own(root, "info"))) return fatal("info", '"info" is missing or not an object');
  const paths = own(root, "paths");
  if (paths !== undefined && !isRecord(paths)) return fatal("paths", '"paths" is not an object', ["paths"]);
  const parts = findDialect(root) === "3.1" ? ["paths", "webhooks", "components"] : ["paths"];
  if (parts.every((name) => own(root, name) === undefined)) {
    return fatal("paths", `it has no ${parts.map((name) => `"${name}"`).join(", ")}`);
  }
  return undefined;
}

/** Returns further problems of a description, the first `limit` of them, with the total count. */
export function findProblems(root: Located, resolver: Resolver, limit: number): { found: Finding[]; count: number } {
  const found: Finding[] = [];
  let count = 0;
  const note = (code: string, message: string, at: Pick<Located, "file" | "steps">) => {
    count += 1;
    if (found.length < limit) found.push({ code, message, file: at.file, steps: at.steps });
  };
  checkInfo(root, note);
  checkPaths(root, resolver, note);
  checkOperations(root, resolver, note);
  checkSchemas(root, note);
  return { found, count };
}

type Note = (code: string, message: string, at: Pick<Located, "file" | "steps">) => void;

function checkInfo(root: Located, note: Note): void {
  const info = inside(root, "info");
  for (const name of ["title", "version"]) {
    const value = own(info.value, name);
    if (typeof value === "number") note("info", `"${name}" is a number: put it in quotes`, inside(info, name));
    else if (toText(value) === "") note("info", `"${name}" is missing or not a string`, info);
  }
}

function checkPaths(root: Located, resolver: Resolver, note: Note): void {
  const paths = inside(root, "paths");
  for (const path of Object.keys(toRecord(paths.value))) {
    if (path.startsWith("x-")) continue;
    const at = inside(paths, path);
    if (!path.startsWith("/")) note("path", 'a path must begin with "/"', at);
    const item = resolver.follow(at);
    if (item === undefined) continue;
    if (!isRecord(item.value)) note("path", "a path must contain an object of operations", at);
    for (const method of methods) {
      const operation = own(item.value, method);
      if (operation !== undefined && !isRecord(operation)) {
        note("operation", "an operation must be an object", inside(item, method));
      }
    }
  }
}

function checkOperations(root: Located, resolver: Resolver, note: Note): void {
  const dialect = findDialect(root.value);
  const ids = new Set<string>();
  const schemes = listSchemeNames(root);
  checkSecurity(root, schemes, note);
  for (const { path, at, parameters } of listOperations(root, resolver)) {
    const id = own(at.value, "operationId");
    if (typeof id === "string") {
      if (ids.has(id)) note("operation-id", `the operationId "${short(id)}" is also used by another operation`, at);
      ids.add(id);
    }
    const responses = resolver.follow(inside(at, "responses"));
    if (!isRecord(responses?.value)) {
      if (dialect !== "3.1") note("responses", '"responses" is missing or not an object', at);
    } else {
      for (const code of Object.keys(responses.value)) {
        if (!responseCode.test(code))
          note("responses", `"${short(code)}" is not a status code`, inside(responses, code));
      }
    }
    for (const { name, location, at: parameter } of parameters) {
      if (name === "") note("parameter", 'a parameter must have a "name"', parameter);
      if (!knownLocations.has(location))
        note("parameter", 'a parameter must have an "in": path, query, header or cookie', parameter);
    }
    const declared = new Set(parameters.filter(({ location }) => location === "path").map(({ name }) => name));
    for (const [, name = ""] of path.matchAll(/\{([^{}]{1,200})\}/g)) {
      if (!declared.has(name)) note("path-parameter", `the path's {${short(name)}} is not declared as a parameter`, at);
    }
    checkSecurity(at, schemes, note);
  }
}

function listSchemeNames(root: Located): ReadonlySet<string> {
  const components = toRecord(own(root.value, "components"));
  const schemes = { ...toRecord(own(root.value, "securityDefinitions")), ...toRecord(components.securitySchemes) };
  return new Set(Object.keys(schemes));
}

function checkSecurity(at: Located, schemes: ReadonlySet<string>, note: Note): void {
  const list = inside(at, "security");
  for (const [index, requirement] of toList(list.value).entries()) {
    const unknown = Object.keys(toRecord(requirement)).find((name) => !schemes.has(name));
    if (unknown === undefined) continue;
    note("security", `no security scheme is called "${short(unknown)}"`, inside(list, String(index)));
  }
}

function checkSchemas(root: Located, note: Note): void {
  const all =
    findDialect(root.value) === "2.0" ? inside(root, "definitions") : inside(inside(root, "components"), "schemas");
  const queue = Object.keys(toRecord(all.value)).map((name) => inside(all, name));
  for (const at of queue) {
    const { value } = at;
    if (typeof value === "boolean") continue;
    if (!isRecord(value)) {
      note("schema", "a schema must be an object", at);
      continue;
    }
    const types = Array.isArray(value.type) ? value.type : value.type === undefined ? [] : [value.type];
    if (types.some((type) => typeof type !== "string" || !schemaTypes.has(type))) {
      note("schema", "the type of a schema must be one of array, boolean, integer, null, number, object, string", at);
    }
    const properties = inside(at, "properties");
    for (const name of Object.keys(toRecord(properties.value))) queue.push(inside(properties, name));
    if (value.items !== undefined && !Array.isArray(value.items)) queue.push(inside(at, "items"));
    for (const name of ["allOf", "anyOf", "oneOf"]) {
      const list = inside(at, name);
      for (const index of toList(list.value).keys()) queue.push(inside(list, String(index)));
    }
  }
}

const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 100);
