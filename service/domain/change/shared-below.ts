import type { ItemRecord } from '../../ports/metadata/items/items.ts';
import type { CollaborationRecord } from '../../ports/metadata/sharing/collaborations.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { inForce, personsOf } from '../access/persons-of.ts';
import { settleShownNames } from '../access/settle-shown-names.ts';
import type { Change } from './change.ts';
import { audienceOf, isInTree } from './events/audience.ts';
import { sequencedSource } from './sequenced-source.ts';

/** The collaborations on items below a folder; none for other items. */
export async function sharesBelow(reads: MetadataReads, item: ItemRecord): Promise<readonly CollaborationRecord[]> {
  return item.kind === 'folder' ? reads.collaborations.listAcceptedBelow(item.id) : [];
}

/**
 * Notifies users who share only something below a folder that it disappeared or reappeared with the folder. They do not see the
 * folder, so its own event does not reach them. `shares` are the result of `sharesBelow`.
 */
export async function emitSharedBelow(
  change: Change,
  folder: ItemRecord,
  shares: readonly CollaborationRecord[],
  eventType: 'ITEM_SYNC' | 'ITEM_UNSYNC',
): Promise<void> {
  const { tx, emit } = change;
  const persons = (await personsOf(tx, inForce(tx, shares))).filter(({ isAccessOnly }) => !isAccessOnly);
  // All at once: each missing tree starts the transaction again.
  if (eventType === 'ITEM_SYNC') await tx.requireTrees(persons.map(({ userId }) => userId));
  for (const { userId, itemId, role } of persons) {
    const item = await tx.items.get(itemId);
    const path = item ? await tx.items.ancestors(item) : [];
    const depth = path.findIndex(({ id }) => id === folder.id);
    if (!item || depth === -1) continue;
    // Users who see the folder itself, or a shared folder in between, get that folder's event.
    const above = path[path.length - 1];
    const parent = above === undefined ? null : await tx.items.get(above.id);
    if (parent && isInTree((await audienceOf(tx, parent, path.slice(0, -1))).get(userId))) continue;
    const isHidden = path.some((ancestor) => ancestor.trashedAt !== null && ancestor.id !== folder.id);
    const source = isHidden ? null : await sequencedSource(change, itemId);
    if (!source) continue;
    if (eventType === 'ITEM_SYNC') await settleShownNames(tx, [{ userId, itemId }]);
    const access =
      eventType === 'ITEM_SYNC' ? { kind: 'collaborator' as const, itemId, role } : { kind: 'lost' as const, itemId };
    await emit({ eventType, source, recipients: [{ userId, access, isChange: true }] });
  }
}
