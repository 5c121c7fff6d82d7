import { baseName, parentPath } from '../model/disk-path.ts';
import type { LocalEntry } from '../model/entry.ts';
import type { LocalId, RootId } from '../model/ids.ts';
import type { Connection } from './database/connection.ts';
import { createRootSettings, OWN_RULES, type SettingTable } from './setting-table.ts';
import type { LocalTable } from './trees/local-table.ts';

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

/** Items of a root that the user keeps on this computer only (SPEC P91). */
export interface KeptHereTable {
  /** Their paths below the root; another object after each change. */
  keptHere(): ReadonlySet<string>;
  setKeptHere(paths: Iterable<string>): void;
}

/** `folder`: the row of the folder it is in, whose moves the path follows; null or no longer in the tree: to be found by the path. */
type Kept = { readonly path: string; readonly folder: LocalId | null };

type Rows = Pick<LocalTable, 'putLocal'> & {
  local(id: LocalId): LocalEntry | undefined;
  localAt(path: string): LocalId | undefined;
  localPath(id: LocalId): string | null;
};

/** `putLocal` of the result is to be used in place of that of the rows: whoever moves a folder, what is kept in it goes along. */
export function createKeptHereTable(
  connection: Connection,
  root: RootId,
  rows: Rows,
): KeptHereTable & Pick<Rows, 'putLocal'> {
  const { get, set } = createRootSettings(connection, root);
  // A scan asks for each item.
  let known: { readonly all: readonly Kept[]; readonly paths: ReadonlySet<string> } | null = null;
  connection.onForget(() => {
    known = null;
  });
  const read = () => {
    known ??= withPaths(keptIn(get(KEPT_HERE)));
    return known;
  };
  const write = (all: readonly Kept[]): void => {
    // JSON, because a name may contain line breaks.
    set(KEPT_HERE, all.length === 0 ? null : JSON.stringify(all));
    known = withPaths(all);
    connection.chose();
  };
  const folderOf = ({ path, folder }: Kept): LocalId | null =>
    folder !== null && rows.local(folder) !== undefined ? folder : (rows.localAt(parentPath(path)) ?? null);
  return {
    keptHere: () => read().paths,
    setKeptHere: (paths) => {
      const folders = new Map(read().all.map(({ path, folder }) => [path, folder]));
      write([...new Set(paths)].sort().map((path) => ({ path, folder: folders.get(path) ?? null })));
    },
    putLocal: (entry, takenAt) => {
      const before = read().all.length === 0 || entry.kind !== 'folder' ? undefined : rows.local(entry.id);
      if (before === undefined || (before.parentId === entry.parentId && before.name === entry.name)) {
        rows.putLocal(entry, takenAt);
        return;
      }
      connection.transaction(() => {
        // Before the move: when two folders swap their names, both have one path for a moment.
        const found = read().all.map((kept) => ({ ...kept, folder: folderOf(kept) }));
        rows.putLocal(entry, takenAt);
        const moved = found.map((kept) => ({ ...kept, path: pathNow(rows, kept) }));
        if (JSON.stringify(moved) !== JSON.stringify(read().all)) write(moved);
      });
    },
  };
}

function pathNow(rows: Rows, { path, folder }: Kept): string {
  const above = folder === null ? null : rows.localPath(folder);
  const name = baseName(path);
  if (above === null) return path;
  return above === '' ? name : `${above}/${name}`;
}

const withPaths = (all: readonly Kept[]) => ({ all, paths: new Set(all.map(({ path }) => path).sort()) });

const keptIn = (text: string | null): readonly Kept[] => (text === null ? [] : (JSON.parse(text) as readonly Kept[]));
