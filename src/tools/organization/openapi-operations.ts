import { isRecord } from "../../client/json.ts";
import { oneLine } from "../present/name.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
/** Levels that files may be nested in; a description lies within a file, a folder and a list of files at most. */
const deepest = 4;

/** Method, path and summary of each operation in the parsed files of a specification, however they are nested. */
export function operationLines(files: unknown, depth = 0): string[] {
  if (depth > deepest) return [];
  if (Array.isArray(files)) return files.flatMap((file) => operationLines(file, depth + 1));
  if (!isRecord(files)) return [];
  if (!isRecord(files.paths)) return Object.values(files).flatMap((file) => operationLines(file, depth + 1));
  return Object.entries(files.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isRecord(item) ? item[method] : undefined;
      return isRecord(operation) ? [`${method.toUpperCase()} ${oneLine(path, 200)}${notesOf(operation)}`] : [];
    }),
  );
}

function notesOf({ summary, deprecated }: Readonly<Record<string, unknown>>): string {
  const about = typeof summary === "string" && summary.trim() !== "" ? ` ${oneLine(summary, 120)}` : "";
  return deprecated === true ? `${about} (deprecated)` : about;
}
