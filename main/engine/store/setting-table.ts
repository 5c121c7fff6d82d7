import type { Connection } from './database/connection.ts';

export type SettingTable = {
  get(name: string): string | null;
  set(name: string, value: string | null): void;
};

export function createSettingTable({ db, onForget }: Connection): SettingTable {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?');
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  const remove = db.prepare<[string]>('DELETE FROM setting WHERE name = ?');
  // Every round reads some of them.
  const known = new Map<string, string | null>();
  onForget(() => known.clear());
  return {
    get: (name) => {
      const cached = known.get(name);
      if (cached !== undefined) return cached;
      const value = get.get(name)?.value ?? null;
      known.set(name, value);
      return value;
    },
    set: (name, value) => {
      known.delete(name);
      if (value === null) remove.run(name);
      else put.run(name, value);
    },
  };
}
