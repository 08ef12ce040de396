export const samlProviders = {};
