export { fillChangeRequest, fillSpace } from "./fill.ts";
