import { heldTargets, holdEntered } from './domain/governance/legal-holds/hold-entered.ts';
import { retainEntered, retainedTargets } from './domain/governance/retention/retain-entered.ts';
import { indexAfterEvent } from './domain/notes/search/index-item.ts';
import { classificationsOf } from './domain/representation/notes/shown-metadata.ts';
import type { Reactions } from './domain/service.ts';
import { recordRecentItem } from './domain/streams/recent-items/note-recent-item.ts';
import { enqueueDeliveries } from './domain/streams/webhooks/enqueue-deliveries.ts';

/** Every response of the service to a change, in the order in which they run. */
export const reactions: Reactions = {
  onItemEvent: async (change, eventType, item) => {
    await indexAfterEvent(change.tx, eventType, item);
    await recordRecentItem(change, eventType, item);
  },
  onArrival: async ({ tx, service }, arrival) => {
    await holdEntered(tx, arrival);
    await retainEntered(tx, service.settings.enterprise.id, arrival);
  },
  onReport: enqueueDeliveries,
  isGoverned: async ({ tx, service }, { ownerId, ancestors }) => {
    const held = await tx.legalHolds.listActiveOn(heldTargets(ownerId, ancestors));
    const retained = await tx.retention.listActiveOn(retainedTargets(service.settings.enterprise.id, ancestors));
    return held.length > 0 || retained.length > 0;
  },
  isWatched: async (reads, { ancestors }) =>
    (await reads.webhooks.listOnTargets(ancestors.map(({ id }) => id))).length > 0,
  classificationOf: async (reads, itemId) => (await classificationsOf(reads, [itemId])).get(itemId)?.name ?? null,
};
