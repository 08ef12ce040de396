export { answerOperation } from "./answer-operation.ts";
export type { AnswererParts } from "./operation-call.ts";
export { ContractRouter, MethodProblem } from "./router.ts";
