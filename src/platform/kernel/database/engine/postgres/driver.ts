import pg from "pg";

/** The PostgreSQL driver, in a separate file of the built program because few processes need it. */
export const driver = pg;
