import type { AncestorRecord, ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { Change } from '../change.ts';
import { auditNamesOf } from './happenings.ts';

/**
 * Records the use of an item, which does not change it. The event goes only to the owner's stream `all`, the administrators' log
 * and the webhooks. The item moves to the front of the user's recent items.
 */
export async function emitUse(
  change: Change,
  eventType: 'ITEM_DOWNLOAD' | 'ITEM_PREVIEW',
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
): Promise<void> {
  const { emit, report, service } = change;
  await service.reactions.onItemEvent(change, eventType, item);
  const source = { kind: 'item' as const, item, ancestors };
  const recipients = [{ userId: item.ownerId, access: { kind: 'owner' as const }, isChange: false }];
  const { adminType, trigger } = auditNamesOf(eventType, item);
  await emit({ eventType, source, recipients, adminType });
  await report({ adminType: null, trigger, source });
}
