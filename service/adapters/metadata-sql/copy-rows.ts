import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { contentsIdSetting, serviceIdSetting, TextRefused } from '../../ports/metadata-store.ts';
import { counterValue, raiseCounter } from './counters.ts';
import type { SqlDatabase, TableShape } from './sql-database.ts';
import type { Tables } from './tables.ts';

/** Maximum values per insert: SQLite accepts 32,766, and more rows at a time save nothing. */
const valuesPerInsert = 15_000;

/** Rows that PostgreSQL locks, the same in every database: without them the target could not be written to. */
const lockTable = 'scope_lock' satisfies keyof Tables;

/** Rows of these tables can be large: this many at a time fit into memory. */
const mostRowsAtOnce: ReadonlyMap<string, number> = new Map([['content_text' satisfies keyof Tables, 50]]);

/** The target database already contains a service. */
class TargetInUse extends Error {
  readonly code = 'target_in_use';
  constructor() {
    super('The target database already contains data. Nothing was changed. Choose an empty database.');
  }
}

/** A row has a text that no database takes; SQLite took it in earlier versions. */
class RowRefused extends Error {
  readonly code = 'row_refused';
  constructor({ name, columns, key }: TableShape, rows: readonly Row[], cause: TextRefused) {
    const isRefused = (value: unknown) => typeof value === 'string' && value.includes('\0');
    const row = rows.find((one) => Object.values(one).some(isRefused)) ?? {};
    const column = columns.find((one) => isRefused(row[one]));
    const id = key.map((one) => String(row[one])).join(', ');
    super(
      `The column "${column}" of row ${id} in the table "${name}" contains the character U+0000, which cannot be stored. Remove it there, then repeat the copy.`,
      { cause },
    );
  }
}

/**
 * The name of the setting that a database has from the first step of a copy into it until its last row is committed. Its value is the
 * `contents_id` that the database gets then.
 */
const unfinishedCopy = 'unfinished_copy';

/** A copy into the database was interrupted: some rows are missing. */
class CopyUnfinished extends Error {
  readonly code = 'copy_unfinished';
  constructor() {
    super(
      'A restore or move into this database was interrupted, so data is missing. Repeat it, or choose another database.',
    );
  }
}

/** The source of rows: a database without writers, or one snapshot of a database. */
type RowSource = Pick<SqlDatabase, 'read' | 'describeTables'>;

/** A row of any table in any database. */
type Row = Record<string, unknown>;
type AnyTables = Record<string, Row>;

/** A copy is a backup, which stays as the original was, or the database of a service from now on, in milliseconds since the epoch. */
export type CopyPurpose =
  | { readonly kind: 'backup' }
  | {
      readonly kind: 'service';
      readonly now: number;
      /** The owner of the folder from which the rows come; null if it names none. */
      readonly backupId?: string | null;
      readonly beforeEnd?: (contentsId: string) => Promise<void>;
    };

/**
 * Copies all rows of one database into another, empty one with the same schema; referenced tables come first. `from` must not change
 * during the copy, as in one snapshot. For a service, the copy is another database to a blob store: it gets a `contents_id` of its own,
 * which `beforeEnd` may write into the store, and no id that the original has given since. It continues the backups of the original.
 * Returns the number of rows.
 * @throws TargetInUse
 */
export async function copyRows(from: RowSource, to: SqlDatabase, purpose: CopyPurpose): Promise<number> {
  const shapes = (await from.describeTables()).filter(({ name }) => name !== lockTable);
  const targets = new Set((await to.describeTables()).map(({ name }) => name));
  const missing = shapes.find(({ name }) => !targets.has(name));
  if (missing) throw new Error(`The target database has no table ${missing.name}: its schema version differs.`);
  const contentsId = await beginCopy(to);
  let rows = 0;
  for (const shape of shapes) rows += await copyTable(from, to, shape);
  if (purpose.kind === 'service') await purpose.beforeEnd?.(contentsId);
  await to.write('enterprise', async ({ db }) => {
    for (const statement of to.afterCopy) await statement.execute(db);
    await db.deleteFrom('setting').where('name', '=', unfinishedCopy).execute();
    if (purpose.kind === 'backup') return;
    await raiseCounter(db, 'id', idBefore(purpose.now, await counterValue(db, 'id')));
    const ofOriginal = (await settingIn(db, serviceIdSetting)) ?? (await settingIn(db, contentsIdSetting));
    const backupId = purpose.backupId ?? ofOriginal;
    if (backupId !== null) await putSetting(db, serviceIdSetting, backupId);
    await putSetting(db, contentsIdSetting, contentsId);
  });
  return rows;
}

async function putSetting(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute();
  await db.insertInto('setting').values({ name, value }).execute();
}

async function settingIn(db: Kysely<Tables>, name: string): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/** Ids per second of the clock, more than a service can give. They stay below 2^49 until 2106: see Cells in docs/scaling.md. */
const idsPerSecond = 2 ** 17;

/** Ids that a service surely has not given since its last backup, if the clock was wrong. */
const idsSinceBackup = 2 ** 32;

/**
 * The id after which a copy goes on: above those that the original has given since the backup, and those of earlier copies of it, which clients may
 * still have. Otherwise a client with an old id and etag would write into another file.
 */
function idBefore(now: number, last: number): number {
  return Math.max(last + idsSinceBackup, Math.floor(now / 1000) * idsPerSecond);
}

/**
 * Empties a database that contains no service, or part of one that a copy left behind, and marks it as unfinished until `copyRows` has
 * ended. The schema itself inserts rows, such as counters. Returns the `contents_id` that the database will have, the same if an
 * interrupted copy is repeated.
 * @throws TargetInUse
 */
export async function beginCopy(to: SqlDatabase): Promise<string> {
  const names = (await to.describeTables()).map(({ name }) => name).filter((name) => name !== lockTable);
  return to.write('enterprise', async ({ db }) => {
    const begun = await unfinishedIn(db);
    if (begun === null && (await hasPeople(db))) throw new TargetInUse();
    for (const statement of to.emptying(names.toReversed())) await statement.execute(db);
    // Earlier versions left this value empty.
    const contentsId = begun || randomBytes(16).toString('hex');
    await db.insertInto('setting').values({ name: unfinishedCopy, value: contentsId }).execute();
    return contentsId;
  });
}

/** Refuses a database that an interrupted copy left behind. @throws CopyUnfinished */
export async function requireWhole(database: SqlDatabase): Promise<void> {
  if ((await database.read(unfinishedIn)) !== null) throw new CopyUnfinished();
}

async function unfinishedIn(db: Kysely<Tables>): Promise<string | null> {
  return settingIn(db, unfinishedCopy);
}

async function hasPeople(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function copyTable(from: RowSource, to: SqlDatabase, shape: TableShape): Promise<number> {
  const pageRows = mostRowsAtOnce.get(shape.name) ?? Math.max(1, Math.floor(valuesPerInsert / shape.columns.length));
  let copied = 0;
  let after: Row | null = null;
  for (;;) {
    const start: Row | null = after;
    const page: Page = await from.read(async (db) => pageOf(db, shape, start, pageRows));
    for (let first = 0; first < page.rows.length; first += pageRows) {
      await insertRows(to, shape, page.rows.slice(first, first + pageRows));
    }
    copied += page.rows.length;
    after = page.rows.at(-1) ?? null;
    if (page.isLast) return copied;
  }
}

async function insertRows(to: SqlDatabase, shape: TableShape, rows: readonly Row[]): Promise<void> {
  try {
    await to.write(
      'enterprise',
      async ({ db }) => void (await anyOf(db).insertInto(shape.name).values(rows).execute()),
    );
  } catch (error) {
    throw error instanceof TextRefused ? new RowRefused(shape, rows, error) : error;
  }
}

interface Page {
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/**
 * The rows after `after`, in order of the primary key. A table without one is read by its first column, and a page ends where that
 * value changes, so that rows with equal values stay together.
 */
async function pageOf(db: Kysely<Tables>, shape: TableShape, after: Row | null, limit: number): Promise<Page> {
  const [firstColumn = ''] = shape.columns;
  const key = shape.key.length > 0 ? shape.key : [firstColumn];
  const ordered = key.reduce(
    (query, column) => query.orderBy(column),
    anyOf(db).selectFrom(shape.name).select(shape.columns),
  );
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const behind =
    after === null
      ? ordered
      : ordered.where(sql<boolean>`(${columns}) > (${sql.join(key.map((column) => sql`${after[column]}`))})`);
  const rows = await behind.limit(limit).execute();
  if (rows.length < limit) return { rows, isLast: true };
  if (shape.key.length > 0) return { rows, isLast: false };
  const cut = rows.at(-1)?.[firstColumn];
  const whole = rows.filter((row) => row[firstColumn] !== cut);
  return whole.length > 0 ? { rows: whole, isLast: false } : pageOf(db, shape, after, limit * 10);
}

/** Table names come from the database at run time, so the compiler does not know them. */
function anyOf(db: Kysely<Tables>): Kysely<AnyTables> {
  return db as unknown as Kysely<AnyTables>;
}
