import { afterAll } from "vitest";
import { endPrograms } from "../cli/program.ts";

afterAll(endPrograms);
