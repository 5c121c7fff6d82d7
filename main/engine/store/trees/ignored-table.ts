import { type LocalId, localId, type RootId } from '../../model/ids.ts';
import { FOLDER_COMPANION_KEYS } from '../../model/names/folder-companions.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Connection } from '../database/connection.ts';
import { INTEGER } from '../database/opaque-parameter.ts';

/** Items on disk that don't sync, by parent folder. Removed with their folder. */
export interface IgnoredTable {
  /** Inserts or replaces. */
  putIgnored(parent: LocalId, entry: Ignored): void;
  removeIgnored(parent: LocalId, name: string): void;
  ignoredIn(parent: LocalId): readonly Ignored[];
  /** The name if an entry has exactly this one. */
  ignoredAt(parent: LocalId, name: string): string | null;
  /** The name of an entry with this name key. */
  ignoredByKey(parent: LocalId, key: string): string | null;
  /** Does the folder hold an ignored item that keeps it here when everything else in it goes? */
  holdsIgnored(parent: LocalId): boolean;
  ignoredCount(): number;
  /** Sorted by folder and name, paged by `offset` and `limit`. */
  ignored(limit: number, offset?: number): readonly (Ignored & { readonly parentId: LocalId })[];
}

/**
 * `undecodable`: the name is not valid Unicode and should be renamed (`name` is a printable form). `mount`: another volume or
 * folder, mounted below the root. `unreadable`: the system does not let us look at it. `rule`: excluded by the ignore rules.
 */
export type IgnoreReason = 'link' | 'special' | 'mount' | 'unreadable' | 'rule' | 'undecodable';
export type Ignored = { readonly name: string; readonly reason: IgnoreReason };

type IgnoredRow = { parent_id: number; name: string; reason: IgnoreReason };

export function createIgnoredTable(connection: Connection, root: RootId): IgnoredTable {
  const { db } = connection;
  const put = db.prepare<[number, string, string, string]>(
    `INSERT OR REPLACE INTO ignored (parent_id, name, name_key, reason, root_id) VALUES (?, ?, ?, ?, ${root})`,
  );
  const remove = db.prepare<[number, string]>('DELETE FROM ignored WHERE parent_id = ? AND name = ?');
  const inFolder = db.prepare<[number], IgnoredRow>(
    `SELECT parent_id, name, reason FROM ignored WHERE parent_id = ${INTEGER} ORDER BY name`,
  );
  const one = db.prepare<[number, string], IgnoredRow>(
    'SELECT parent_id, name, reason FROM ignored WHERE parent_id = ? AND name = ?',
  );
  const byKey = db.prepare<[number, string], { name: string }>(
    'SELECT name FROM ignored WHERE parent_id = ? AND name_key = ? ORDER BY name LIMIT 1',
  );
  const holding = db.prepare<[number], { holds: number }>(
    `SELECT EXISTS (
       SELECT 1 FROM ignored WHERE parent_id = ?
         AND (reason <> 'rule' OR name_key NOT IN (${FOLDER_COMPANION_KEYS.map((key) => `'${key}'`).join(', ')}))
     ) AS holds`,
  );
  const page = db.prepare<[number, number], IgnoredRow>(
    `SELECT parent_id, name, reason FROM ignored WHERE root_id = ${root} ORDER BY parent_id, name LIMIT ? OFFSET ?`,
  );
  const count = db.prepare<[], { entries: number }>(`SELECT count(*) AS entries FROM ignored WHERE root_id = ${root}`);
  return {
    putIgnored: (parent, { name, reason }) => void put.run(parent, name, nameKey(name), reason),
    removeIgnored: (parent, name) => void remove.run(parent, name),
    ignoredIn: (parent) => inFolder.all(parent).map(({ name, reason }) => ({ name, reason })),
    ignoredAt: (parent, name) => one.get(parent, name)?.name ?? null,
    ignoredByKey: (parent, key) => byKey.get(parent, key)?.name ?? null,
    holdsIgnored: (parent) => holding.get(parent)?.holds === 1,
    ignoredCount: () => count.get()?.entries ?? 0,
    ignored: (limit, offset = 0) =>
      page.all(limit, offset).map((row) => ({ parentId: localId(row.parent_id), name: row.name, reason: row.reason })),
  };
}
