import { heldTargets, holdEntered } from './domain/governance/legal-holds/hold-entered.ts';
import { retainEntered, retainedTargets } from './domain/governance/retention/retain-entered.ts';
import { together } from './domain/kernel/work/together.ts';
import { indexAfterEvent } from './domain/notes/search/index-item.ts';
import { classificationsOf } from './domain/representation/notes/shown-metadata.ts';
import type { Reactions } from './domain/service.ts';
import { recordRecentItem } from './domain/streams/recent-items/note-recent-item.ts';
import { enqueueDeliveries } from './domain/streams/webhooks/deliveries/enqueue-deliveries.ts';

/** Every response of the service to a change, side by side where there are several. */
export const reactions: Reactions = {
  onItemEvent: async (change, eventType, item) => {
    await together([indexAfterEvent(change.tx, eventType, item), recordRecentItem(change, eventType, item)]);
  },
  onArrival: async ({ tx, service, now }, arrival) => {
    const times = { surelyNow: service.trust.surelyNow(), latestNow: service.trust.termStart(now) };
    await together([holdEntered(tx, arrival), retainEntered(tx, service.settings.enterprise.id, arrival, times)]);
  },
  onReport: enqueueDeliveries,
  isGoverned: async ({ tx, service }, { ownerId, ancestors }) => {
    const [held, retained] = await together([
      tx.legalHolds.listActiveOn(heldTargets(ownerId, ancestors)),
      tx.retention.listActiveOn(retainedTargets(service.settings.enterprise.id, ancestors)),
    ]);
    return held.length > 0 || retained.length > 0;
  },
  isWatched: async (reads, itemIds) => (await reads.webhooks.listOnTargets(itemIds)).length > 0,
  classificationOf: async (reads, itemId) => (await classificationsOf(reads, [itemId])).get(itemId)?.name ?? null,
};
