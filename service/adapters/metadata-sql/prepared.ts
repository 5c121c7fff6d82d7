import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { inChunks } from './ids.ts';
import type { Tables } from './tables.ts';

/**
 * A frequent query, built once per connection, because building it costs as much as running it. Afterwards it only receives its
 * parameters, in the order in which they appear in the text. `build` may use any placeholder values.
 */
export function prepared<Row, Parameters extends readonly (string | number | null)[]>(
  db: Kysely<Tables>,
  build: () => Compilable<Row>,
): (...parameters: Parameters) => Promise<readonly Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (...parameters) => {
    compiled ??= build().compile();
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/** The longest key list whose query is kept: longer than most paths and small pages. */
const longestKept = 24;

/** The same for a query whose only parameters are a list of keys. */
export function preparedForKeys<Row, Key extends number | string = number>(
  db: Kysely<Tables>,
  build: (keys: readonly Key[]) => Compilable<Row>,
): (keys: readonly Key[]) => Promise<readonly Row[]> {
  const byLength = new Map<number, (...keys: Key[]) => Promise<readonly Row[]>>();
  return async (keys) => {
    if (keys.length === 0) return [];
    if (keys.length > longestKept)
      return inChunks(keys, async (chunk) => (await db.executeQuery<Row>(build(chunk))).rows);
    const known = byLength.get(keys.length) ?? prepared<Row, Key[]>(db, () => build(keys));
    byLength.set(keys.length, known);
    return known(...keys);
  };
}

/**
 * An insert of one row, built with the first. All rows have the same columns in the same order, since one function creates them.
 */
export function preparedInsert<Row extends object>(
  db: Kysely<Tables>,
  build: (row: Row) => Compilable<unknown>,
): (row: Row) => Promise<void> {
  let compiled: CompiledQuery<unknown> | undefined;
  let columns: readonly string[] = [];
  return async (row) => {
    if (compiled === undefined) {
      compiled = build(row).compile();
      columns = Object.keys(row);
    }
    if (Object.keys(row).length !== columns.length)
      throw new Error(`A row does not have the columns ${columns.join(', ')}.`);
    await db.executeQuery({ ...compiled, parameters: columns.map((column): unknown => Reflect.get(row, column)) });
  };
}
