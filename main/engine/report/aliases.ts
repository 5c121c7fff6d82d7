import type { NameFaultArgs } from '../../../preload/words/codes/problems.ts';
import type { Message } from '../../../preload/words/message.ts';
import type { SyncedEntry } from '../model/entry.ts';
import type { LocalId } from '../model/ids.ts';
import { isAlias } from '../model/names/alias.ts';
import { diskNameFault } from '../plan/names/names.ts';
import type { RootContext } from '../root/root-context.ts';

/** An item whose name on this disk differs from its name on the service (SPEC P35). For information only. */
export type AliasLine = {
  /** The path on this disk, relative to the root. */
  readonly path: string;
  readonly remote_name: string;
  readonly reason: Message;
};

/** Oldest first, at most `limit`. */
export function aliasesOf(context: RootContext, limit: number): readonly AliasLine[] {
  return context.root.aliases(limit).map((row) => lineOf(context, row));
}

/** Null: the item has the same name on both sides. */
export function aliasOf(context: RootContext, id: LocalId | null): AliasLine | null {
  const row = id === null ? undefined : context.root.syncedByLocal(id);
  return row !== undefined && isAlias(row) ? lineOf(context, row) : null;
}

function lineOf(context: RootContext, row: SyncedEntry): AliasLine {
  const { root } = context;
  return {
    path: root.localPath(row.localId) ?? root.syncedPath(row.localId) ?? row.localName,
    remote_name: row.remoteName,
    reason: {
      code: 'alias',
      args: { remoteName: row.remoteName, localName: row.localName, ...faultOf(context, row) },
    },
  };
}

function faultOf({ folder }: RootContext, row: SyncedEntry): NameFaultArgs {
  const fault = folder.traits === null ? null : diskNameFault(row.remoteName, folder.traits);
  return fault ?? { fault: 'sibling', limit: 0, unit: 'characters' };
}
