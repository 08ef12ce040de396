export { beginSession, refusalOf, type SignInMethod } from "./begin-session.ts";
