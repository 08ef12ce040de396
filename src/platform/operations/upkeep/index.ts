export { Upkeep } from "./sweep.ts";
