export { fillChangeRequest } from "./fill.ts";
