import type { RootId } from '../model/ids.ts';
import type { Connection } from './database/connection.ts';
import { createRootSettings, OWN_RULES, type SettingTable } from './setting-table.ts';

/*
 * What a person keeps off the service. Losing it would upload what they excluded, so it outlives the observations of a root (SPEC P60), and
 * the list beside the store carries it too (SPEC P59). `Connection.chose` announces each change.
 */

export const KEPT_HERE = 'kept_here';

/** The user's own ignore rules, in gitignore syntax; null: never set. */
export function storedRules(settings: Pick<SettingTable, 'get'>): readonly string[] | null {
  return settings.get(OWN_RULES)?.split('\n') ?? null;
}

export function storeRules(settings: Pick<SettingTable, 'set'>, lines: readonly string[]): void {
  settings.set(OWN_RULES, lines.join('\n'));
}

/** Items of a root that the user keeps on this computer only (SPEC P69). */
export interface KeptHereTable {
  /** Their paths below the root, sorted. */
  keptHere(): ReadonlySet<string>;
  setKeptHere(paths: Iterable<string>): void;
}

export function createKeptHereTable(connection: Connection, root: RootId): KeptHereTable {
  const { get, set } = createRootSettings(connection, root);
  // A scan asks for each item.
  let known: ReadonlySet<string> | null = null;
  connection.onForget(() => {
    known = null;
  });
  return {
    keptHere: () => {
      known ??= new Set(pathsIn(get(KEPT_HERE)));
      return known;
    },
    setKeptHere: (paths) => {
      const sorted = [...new Set(paths)].sort();
      // JSON, because a name may contain line breaks.
      set(KEPT_HERE, sorted.length === 0 ? null : JSON.stringify(sorted));
      known = new Set(sorted);
      connection.chose();
    },
  };
}

function pathsIn(text: string | null): readonly string[] {
  const paths: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(paths) ? paths.map(String) : [];
}
