/**
 * SQLite compiles a statement again each time it binds a parameter that could change the plan: that of a LIMIT, and one compared in a table with a
 * partial index. That takes ten times as long as the query. A parameter that is cast cannot change the plan; all parameters that are
 * compared must be.
 */
export const INTEGER = 'CAST(? AS INTEGER)';
/** The same for a text. */
export const TEXT = 'CAST(? AS TEXT)';
