import type { Kind, Person } from '../../model/entry.ts';
import { type ItemId, itemId, type LocalId, localId, type RootId, rootId } from '../../model/ids.ts';
import type { ActKind } from '../../model/plan/act.ts';
import type { StepKind } from '../../model/plan/step.ts';
import type { Connection } from '../database/connection.ts';
import { INTEGER } from '../database/opaque-parameter.ts';
import type { CountedTime } from './counted-time.ts';

/** The record of completed steps. Entries never change; the oldest go. */
export interface JournalTable {
  append(entry: NewJournalEntry): JournalEntry;
  /** Newest first. */
  query(query: JournalQuery): readonly JournalEntry[];
  last(rootId: RootId): JournalEntry | undefined;
  find(id: number): JournalEntry | undefined;
  count(query: JournalConditions): number;
  /** The last delete of this item in this root, on either side. */
  removalOf(root: RootId, item: ItemId): JournalEntry | undefined;
  /** Was this entry undone, and not redone since? */
  isUndone(id: number): boolean;
  /**
   * Deletes the oldest entries, at most `most`: those from before a counted time, and those beyond a number to keep. In the order of their ids, so that
   * an entry never outlives the one that undoes it. Returns how many it deleted.
   */
  dropOldest(kept: { readonly beforeCountedMs: number; readonly keep: number }, most: number): number;
}

export type JournalEntry = {
  readonly id: number;
  readonly atMs: number;
  readonly rootId: RootId;
  /** Shared by the entries of one pass. */
  readonly batch: number;
  readonly kind: StepKind | ActKind;
  /** The changed side. */
  readonly side: 'local' | 'remote' | 'both';
  /** The rule of SPEC.md behind the step. */
  readonly rule: string;
  readonly itemKind: Kind;
  readonly localId: LocalId | null;
  readonly itemId: ItemId | null;
  /** Relative to the root, with `/`, as of after the step (before it, for a delete). */
  readonly path: string;
  /** The previous place of a moved item. */
  readonly fromPath: string | null;
  /** Bytes transferred. */
  readonly bytes: number | null;
  /** The replaced or removed state, as JSON: enough to undo the step. */
  readonly before: string | null;
  readonly after: string | null;
  /** The entry that this one undoes; null: none. */
  readonly undoes: number | null;
  /** The person whose change on the service this computer followed. Null: made here, or unknown. */
  readonly by: Person | null;
};

export type NewJournalEntry = Omit<JournalEntry, 'id' | 'undoes' | 'by'> & {
  readonly undoes?: number | null;
  readonly by?: Person | null;
};

/** `limit`: omitted, all of them. */
export type JournalQuery = JournalConditions & { readonly limit?: number };

/** Combined with AND. */
export type JournalConditions = {
  /** Only entries with a smaller id, for the next page. */
  readonly before?: number;
  /** Only entries with a greater id, for new entries. */
  readonly after?: number;
  readonly id?: number;
  /** The entries of one pass. */
  readonly batch?: number;
  readonly withoutBatches?: readonly number[];
  readonly rootId?: RootId;
  readonly kinds?: readonly string[];
  readonly side?: 'local' | 'remote';
  /** Entries at this path and below, before or after the step. */
  readonly path?: string;
  /** Anywhere in the path, ignoring case (ASCII). */
  readonly contains?: string;
  readonly sinceMs?: number;
  /** Only changes of this person, the one at this computer: made here, or elsewhere and followed by this computer. */
  readonly mine?: string;
};

type JournalRow = {
  id: number;
  at_ms: number;
  root_id: number;
  batch: number;
  kind: StepKind | ActKind;
  side: JournalEntry['side'];
  rule: string;
  item_kind: Kind;
  local_id: number | null;
  item_id: string | null;
  path: string;
  from_path: string | null;
  bytes: number | null;
  before: string | null;
  after: string | null;
  undoes: number | null;
  by_id: string | null;
  by_name: string | null;
};

const COLUMNS = `at_ms, root_id, batch, kind, side, rule, item_kind, local_id, item_id, path, from_path, bytes, before, after, undoes,
  by_id, by_name`;

export function createJournalTable({ db }: Connection, counted: CountedTime): JournalTable {
  const append = db.prepare<JournalValues, JournalRow>(
    `INSERT INTO journal (${COLUMNS}, counted_ms) VALUES (${Array(18).fill('?').join(', ')}) RETURNING id, ${COLUMNS}`,
  );
  const last = db.prepare<[number], JournalRow>(
    `SELECT id, ${COLUMNS} FROM journal WHERE root_id = ${INTEGER} ORDER BY id DESC LIMIT 1`,
  );
  const one = db.prepare<[number], JournalRow>(`SELECT id, ${COLUMNS} FROM journal WHERE id = ?`);
  // The condition of its index, word for word.
  const removal = db.prepare<[number, string], JournalRow>(
    `SELECT id, ${COLUMNS} FROM journal WHERE root_id = ? AND item_id = ? AND kind IN ('trash-local', 'trash-remote')
     ORDER BY id DESC LIMIT 1`,
  );
  const undoing = db.prepare<[number], { id: number }>('SELECT id FROM journal WHERE undoes = ? ORDER BY id DESC');
  const isUndone = (id: number): boolean => undoing.all(id).some((entry) => !isUndone(entry.id));
  const total = db.prepare<[], { entries: number }>('SELECT count(*) AS entries FROM journal');
  const oldest = db.prepare<[number], { id: number; counted_ms: number }>(
    `SELECT id, counted_ms FROM journal ORDER BY id LIMIT ${INTEGER}`,
  );
  const drop = db.prepare<[number]>('DELETE FROM journal WHERE id <= ?');
  return {
    append: (entry) => {
      const row = append.get(...toValues(entry), counted.at(entry.atMs));
      if (row === undefined) throw new Error('the journal answered nothing to an insert');
      return toEntry(row);
    },
    query: (query) => {
      const { where, values } = conditions(query);
      const order = query.after === undefined ? 'DESC' : 'ASC';
      const rows = db
        .prepare<(string | number)[], JournalRow>(
          `SELECT id, ${COLUMNS} FROM journal WHERE ${where.join(' AND ')} ORDER BY id ${order} LIMIT ${INTEGER}`,
        )
        // A negative limit is none.
        .all(...values, query.limit ?? -1);
      return (order === 'ASC' ? rows.toReversed() : rows).map(toEntry);
    },
    count: (query) => {
      const { where, values } = conditions(query);
      const sum = db.prepare<(string | number)[], { entries: number }>(
        `SELECT count(*) AS entries FROM journal WHERE ${where.join(' AND ')}`,
      );
      return sum.get(...values)?.entries ?? 0;
    },
    last: (id) => optional(last.get(id)),
    find: (id) => optional(one.get(id)),
    removalOf: (root, item) => optional(removal.get(root, item)),
    isUndone,
    dropOldest: ({ beforeCountedMs, keep }, most) => {
      const excess = (total.get()?.entries ?? 0) - keep;
      const rows = oldest.all(most);
      const first = rows.findIndex(
        ({ counted_ms: countedMs }, index) => countedMs >= beforeCountedMs && index >= excess,
      );
      const gone = first === -1 ? rows : rows.slice(0, first);
      drop.run(gone.at(-1)?.id ?? 0);
      return gone.length;
    },
  };
}

/** Uploads, and the person's own acts on the local side. */
const MADE_HERE = `(side = 'remote' OR kind IN ('restore-local', 'replace-local', 'bring-back', 'resolve'))`;

function conditions(query: JournalConditions): { where: string[]; values: (string | number)[] } {
  const where = ['1 = 1'];
  const values: (string | number)[] = [];
  const add = (condition: string, ...bound: (string | number)[]) => {
    where.push(condition);
    values.push(...bound);
  };
  if (query.before !== undefined) add('id < ?', query.before);
  if (query.after !== undefined) add('id > ?', query.after);
  if (query.id !== undefined) add('id = ?', query.id);
  if (query.batch !== undefined) add('batch = ?', query.batch);
  if (query.withoutBatches !== undefined) {
    add(`batch NOT IN (${query.withoutBatches.map(() => '?').join(', ')})`, ...query.withoutBatches);
  }
  if (query.rootId !== undefined) add('root_id = ?', query.rootId);
  if (query.kinds !== undefined) add(`kind IN (${query.kinds.map(() => '?').join(', ')})`, ...query.kinds);
  if (query.side !== undefined) add('side IN (?, ?)', query.side, 'both');
  if (query.sinceMs !== undefined) add('at_ms >= ?', query.sinceMs);
  if (query.mine !== undefined) add(`(by_id = ? OR (by_id IS NULL AND ${MADE_HERE}))`, query.mine);
  if (query.contains !== undefined) {
    const pattern = `%${likeText(query.contains)}%`;
    add(`(path LIKE ? ESCAPE '!' OR from_path LIKE ? ESCAPE '!')`, pattern, pattern);
  }
  if (query.path !== undefined && query.path !== '') {
    const below = `${globText(query.path)}/*`;
    add('(path = ? OR path GLOB ? OR from_path = ? OR from_path GLOB ?)', query.path, below, query.path, below);
  }
  return { where, values };
}

const likeText = (text: string): string => text.replaceAll(/[!%_]/g, '!$&');
const globText = (text: string): string => text.replaceAll(/[*?[]/g, '[$&]');

const optional = (row: JournalRow | undefined): JournalEntry | undefined =>
  row === undefined ? undefined : toEntry(row);

const toEntry = (row: JournalRow): JournalEntry => ({
  id: row.id,
  atMs: row.at_ms,
  rootId: rootId(row.root_id),
  batch: row.batch,
  kind: row.kind,
  side: row.side,
  rule: row.rule,
  itemKind: row.item_kind,
  localId: row.local_id === null ? null : localId(row.local_id),
  itemId: row.item_id === null ? null : itemId(row.item_id),
  path: row.path,
  fromPath: row.from_path,
  bytes: row.bytes,
  before: row.before,
  after: row.after,
  undoes: row.undoes,
  by: row.by_id === null || row.by_name === null ? null : { id: row.by_id, name: row.by_name },
});

type JournalValues = [...entry: EntryValues, countedMs: number];
type EntryValues = [
  ...frame: [atMs: number, rootId: number, batch: number, kind: string, side: string, rule: string],
  ...node: [itemKind: string, localId: number | null, itemId: string | null, path: string, fromPath: string | null],
  ...effect: [bytes: number | null, before: string | null, after: string | null, undoes: number | null],
  ...author: [byId: string | null, byName: string | null],
];

const toValues = (entry: NewJournalEntry): EntryValues => [
  entry.atMs,
  entry.rootId,
  entry.batch,
  entry.kind,
  entry.side,
  entry.rule,
  entry.itemKind,
  entry.localId,
  entry.itemId,
  entry.path,
  entry.fromPath,
  entry.bytes,
  entry.before,
  entry.after,
  entry.undoes ?? null,
  entry.by?.id ?? null,
  entry.by?.name ?? null,
];
