export { answerOperation, readyAnswer } from "./answer-operation.ts";
export { askedByRequest, askedByValues } from "./asked-call.ts";
export { KnownCallers } from "./known-callers.ts";
export type { AnswererParts } from "./operation-call.ts";
export { asResponse, asValue, readWritten } from "./rendered-answer.ts";
export { ReusedAnswers } from "./reused-answers.ts";
export { ContractRouter, MethodProblem } from "./router.ts";
