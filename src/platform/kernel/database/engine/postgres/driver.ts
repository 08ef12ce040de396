import pg from "pg";

/** The driver of PostgreSQL, in a file of its own in the built program: few processes need it. */
export const driver = pg;
