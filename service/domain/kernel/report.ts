import type { AdminEventType } from '../../../contract/resources/streams/admin-event.ts';
import type { WebhookTrigger } from '../../../contract/resources/streams/webhook.ts';
import type { AncestorRecord } from '../../ports/metadata/items/items.ts';
import type { EventSourceRecord, ItemSnapshot } from '../../ports/metadata/streams/events.ts';

/**
 * A change's report beyond the user streams: to the administrators' log and to webhooks. Written in the transaction of the change.
 */
export interface Report {
  /** Its type in the administrators' streams; null if it is not in them. */
  readonly adminType: AdminEventType | null;
  /** Its webhook trigger; null if there is none. */
  readonly trigger: WebhookTrigger | null;
  readonly source: EventSourceRecord;
  /**
   * The item whose webhooks fire, along with those of all parent folders; absent if the source is itself an item, or no item is
   * involved.
   */
  readonly place?: { readonly itemId: string; readonly ancestors: readonly AncestorRecord[] };
  /** For a moved item: as it was at its former location. Webhooks there receive this. */
  readonly before?: ItemSnapshot;
  /** For a copied item: the original. Webhooks there receive the original and nothing of the copy. */
  readonly copiedFrom?: ItemSnapshot;
  /** Additional details for the log and the deliveries, as plain JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
}
