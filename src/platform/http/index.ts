export { type CallOptions, readHttpRequest, readValueCall, type ValueCaller } from "./operation-request.ts";
export { renderHttp, renderValue } from "./operation-response.ts";
export { Pipeline } from "./pipeline.ts";
export { ContractRouter, MethodProblem } from "./router.ts";
