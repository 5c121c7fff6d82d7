import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { inChunks } from './ids.ts';
import type { Tables } from './tables.ts';

/** An executor whose queries run at once, by their text alone. */
export interface DirectQueries {
  /** The statement of this text, ready for any parameters. Rows are empty for one that returns none. */
  statementOf<Row>(sql: string): (parameters: readonly unknown[]) => readonly Row[];
}

type Run<Row> = (parameters: readonly unknown[]) => readonly Row[] | Promise<readonly Row[]>;

/** Runs a compiled query without a new object for each run where the database allows it. */
function runnerOf<Row>(db: Kysely<Tables>, compiled: CompiledQuery<Row>): Run<Row> {
  const executor = db.getExecutor();
  if ('statementOf' in executor) return (executor as unknown as DirectQueries).statementOf<Row>(compiled.sql);
  // `db.executeQuery` does the same with one promise more.
  return async (parameters) => (await executor.executeQuery<Row>({ ...compiled, parameters })).rows;
}

/**
 * A frequent query, built once per connection, because building it costs as much as running it. Afterwards it only receives its
 * parameters, in the order in which they appear in the text. `build` may use any placeholder values.
 */
export function prepared<Row, Parameters extends readonly (string | number | null)[]>(
  db: Kysely<Tables>,
  build: () => Compilable<Row>,
): (...parameters: Parameters) => Promise<readonly Row[]> {
  let run: Run<Row> | undefined;
  return async (...parameters) => {
    run ??= runnerOf(db, build().compile());
    return run(parameters);
  };
}

/** The longest key list whose query is kept: longer than most paths and small pages. */
const longestKept = 24;

/** The same for a query that ends with a list of keys; other parameters come before it. */
export function preparedForKeys<
  Row,
  Key extends number | string = number,
  Before extends readonly (string | number)[] = [],
>(
  db: Kysely<Tables>,
  build: (keys: readonly Key[]) => Compilable<Row>,
): (keys: readonly Key[], ...before: Before) => Promise<readonly Row[]> {
  const byLength = new Map<number, (...parameters: readonly (string | number)[]) => Promise<readonly Row[]>>();
  const run = async (keys: readonly Key[], before: Before) => {
    const known = byLength.get(keys.length) ?? prepared<Row, readonly (string | number)[]>(db, () => build(keys));
    // Long lists are rare, and each length is another query.
    if (keys.length <= longestKept) byLength.set(keys.length, known);
    return known(...before, ...keys);
  };
  return async (keys, ...before) => {
    if (keys.length === 0) return [];
    return keys.length > longestKept ? inChunks(keys, (chunk) => run(chunk, before)) : run(keys, before);
  };
}

/**
 * A statement that writes one row, built with the first. All rows have the same columns, which are its parameters, in the order of the
 * first row. Gives what the statement returns.
 */
export function preparedForRow<Row extends object>(
  db: Kysely<Tables>,
  build: (row: Row) => Compilable<unknown>,
): (row: Row) => Promise<readonly unknown[]> {
  let run: Run<unknown> | undefined;
  let columns: readonly string[] = [];
  return async (row) => {
    if (run === undefined) {
      run = runnerOf(db, build(row).compile());
      columns = Object.keys(row);
    }
    if (Object.keys(row).length !== columns.length)
      throw new Error(`A row does not have the columns ${columns.join(', ')}.`);
    // By name: a row with its columns in another order must not put a value into the wrong one.
    return run(columns.map((column): unknown => Reflect.get(row, column)));
  };
}
