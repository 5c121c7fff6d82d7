import type { RootId } from '../model/ids.ts';
import type { Connection } from './database/connection.ts';

/** Named values; null removes one. */
export type SettingTable = {
  get(name: string): string | null;
  set(name: string, value: string | null): void;
};

/** The user's own ignore rules, a choice (`choices.ts`). */
export const OWN_RULES = 'ignore_lines';

/** The named values of the store as a whole. */
export function createSettingTable(connection: Connection): SettingTable {
  const { get, set } = createRootSettings(connection, 0);
  // Every round reads some of them.
  const known = new Map<string, string | null>();
  connection.onForget(() => known.clear());
  return {
    get: (name) => {
      const cached = known.get(name);
      if (cached !== undefined) return cached;
      const value = get(name);
      known.set(name, value);
      return value;
    },
    set: (name, value) => {
      known.delete(name);
      set(name, value);
      if (name === OWN_RULES) connection.chose();
    },
  };
}

/** The named values of a root. */
export function createRootSettings({ db }: Connection, root: RootId | 0): SettingTable {
  const get = db.prepare<[string], { value: string }>(`SELECT value FROM setting WHERE root_id = ${root} AND name = ?`);
  const put = db.prepare<[string, string]>(
    `INSERT OR REPLACE INTO setting (root_id, name, value) VALUES (${root}, ?, ?)`,
  );
  const remove = db.prepare<[string]>(`DELETE FROM setting WHERE root_id = ${root} AND name = ?`);
  return {
    get: (name) => get.get(name)?.value ?? null,
    set: (name, value) => {
      if (value === null) remove.run(name);
      else put.run(name, value);
    },
  };
}
