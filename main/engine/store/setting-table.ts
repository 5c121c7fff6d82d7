import type { Connection } from './connection.ts';

export type SettingTable = {
  get(name: string): string | null;
  set(name: string, value: string | null): void;
};

export function createSettingTable({ db }: Connection): SettingTable {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?');
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  const remove = db.prepare<[string]>('DELETE FROM setting WHERE name = ?');
  return {
    get: (name) => get.get(name)?.value ?? null,
    set: (name, value) => {
      if (value === null) remove.run(name);
      else put.run(name, value);
    },
  };
}
