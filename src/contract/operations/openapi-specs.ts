export const openapiSpecs = {};
