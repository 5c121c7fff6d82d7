import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { inChunks } from './ids.ts';
import type { Tables } from './tables.ts';

/**
 * A query that is asked with nearly every request: it is built once for a connection and then only given its parameters, in the
 * order in which they stand in the text; building one costs as much as running it. `build` puts any values in their places.
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

/** Lists of keys that are kept built, by their length: paths and the items of small answers are shorter. */
const longestKept = 24;

/** The same for a query whose only parameters are a list of keys; `build` puts the given keys in it. */
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
 * The insertion of one row, built with the first. All rows name the same columns in the same order: they come from one function, which
 * leaves nothing out.
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
      throw new Error(`A row has other columns than ${columns.join(', ')}.`);
    await db.executeQuery({ ...compiled, parameters: columns.map((column): unknown => Reflect.get(row, column)) });
  };
}
