import { compareWithDisk } from '../../execute/disk/compare-with-disk.ts';
import { takeAway } from '../../execute/disk/take-away.ts';
import { namesBelow } from '../../model/disk-path.ts';
import type { LocalEntry } from '../../model/entry.ts';
import type { ItemId, LocalId } from '../../model/ids.ts';
import type { Answer } from '../../model/refusal.ts';
import { noteTrashed, type Taken } from '../../root/record/note-trashed.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';
import { type Act, changedSince, lookAround, onDisk } from '../act.ts';

export type TrashHere = {
  readonly local: LocalEntry;
  /** Relative to the root. */
  readonly path: string;
  readonly rule: string;
  readonly itemId: ItemId | null;
  readonly undoes?: number;
  /** Runs in the same transaction as the record. `left`: the folders that stay, with what doesn't sync in them. */
  readonly also?: (left: readonly LocalId[]) => void;
};

/** Moves the item at a path to the local trash if the disk matches the tree; checked before the move and again in the trash. */
export async function trashHere(
  act: Act,
  { local, path, rule, itemId, undoes, also }: TrashHere,
): Promise<Answer<JournalEntry>> {
  const { context } = act;
  const { root, parts, execution, record } = context;
  const compared = await compareWithDisk(execution, local, onDisk(context, path), new AbortController().signal);
  if (compared.is === 'different') return changedSince(path);
  const moved = await takeAway(execution, compared.targets, false);
  lookAround(context, path);
  if (moved.is === 'different') return changedSince(path);
  const taken = compared.targets.map(({ path: target, entry }, index): Taken => {
    const from = namesBelow(record.localPath, target);
    const ownItem = root.syncedByLocal(entry.id)?.itemId ?? null;
    return {
      path: from,
      place: moved.places[index] ?? '',
      itemKind: entry.kind,
      itemId: from === path ? itemId : ownItem,
      ...root.localTotals(entry.id),
    };
  });
  return parts.store.transaction(() => {
    noteTrashed(context, taken);
    const entry = act.note({
      kind: 'trash-local',
      rule,
      side: 'local',
      itemKind: local.kind,
      path,
      localId: local.id,
      itemId,
      before: {
        itemId,
        nodes: taken.reduce((sum, one) => sum + one.nodes, 0),
        trash: taken.map(({ place }) => place).join('\n'),
        from: taken.map((one) => one.path).join('\n'),
        leftFolders: compared.left.length,
      },
      undoes: undoes ?? null,
    });
    for (const { entry: gone } of compared.targets) root.forgetTaking(gone.id);
    also?.(compared.left);
    return { ok: true, value: entry };
  });
}
