import type { ItemRecord } from '../../../../ports/metadata/items/items.ts';
import type { MetadataWrites } from '../../../../ports/metadata-store.ts';
import { anonymousCaller } from '../../../access/anonymous.ts';
import { callerFor, type Service } from '../../../service.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';

/** A transaction that deletes something, and its time. */
export interface RemovalMoment {
  readonly service: Service;
  readonly tx: MetadataWrites;
  readonly now: number;
}

const triggers = { file: 'FILE.DELETED', folder: 'FOLDER.DELETED', web_link: null } as const;

/**
 * Notifies the webhooks on an item and above it of its permanent deletion; call it before the item is deleted. The actor is the
 * user who trashed the item: a job only completes that.
 */
export async function notifyRemoval({ service, tx, now }: RemovalMoment, item: ItemRecord): Promise<void> {
  // Deleted accounts are named too; a disposition at the end of a retention has no user.
  const [user] = await tx.users.getMany([item.trashedBy ?? item.ownerId]);
  const caller = user ? callerFor(user, []) : anonymousCaller(null);
  const source = { kind: 'item' as const, item, ancestors: await tx.items.ancestors(item) };
  const change = { service, caller, tx, now, touched: new Set<string>() };
  await enqueueDeliveries(change, { adminType: null, trigger: triggers[item.kind], source });
}
