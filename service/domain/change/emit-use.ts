import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items.ts';
import type { Change } from './change.ts';
import { happeningOf } from './happenings.ts';

/**
 * Tells the owner of an item that somebody used it, without changing it: such events are in the stream `all` of the owner alone
 * (service-decisions.md B 4.4), in the administrators' log, and a reason for webhooks. The user has it in front of the recent items.
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
  const { adminType, trigger } = happeningOf(eventType, item);
  await emit({ eventType, source, recipients, adminType });
  await report({ adminType: null, trigger, source });
}
