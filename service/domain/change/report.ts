import type { AdminEventType } from '../../../contract/resources/admin-event.ts';
import type { WebhookTrigger } from '../../../contract/resources/webhook.ts';
import type { EventSourceRecord, ItemSnapshot } from '../../ports/metadata/events.ts';
import type { AncestorRecord } from '../../ports/metadata/items.ts';

/**
 * What a change tells beyond the streams of people: the administrators' log (service-decisions B 4.4) and the webhooks
 * that wait for it (the interface's 6.1). It is written in the transaction of the change.
 */
export interface Report {
  /** Its type in the administrators' streams; null when they do not have it. */
  readonly adminType: AdminEventType | null;
  /** What webhooks know it as; null when none can wait for it. */
  readonly trigger: WebhookTrigger | null;
  readonly source: EventSourceRecord;
  /**
   * The item that webhooks are looked for on, together with all folders above it; absent when the source is an item itself, or
   * when it concerns no item.
   */
  readonly place?: { readonly itemId: string; readonly ancestors: readonly AncestorRecord[] };
  /** For an item that was moved: the folders above it before. */
  readonly ancestorsBefore?: readonly AncestorRecord[];
  /** For an item that is a copy: what was copied. Webhooks there are told with the original, and nothing of the copy. */
  readonly copiedFrom?: ItemSnapshot;
  /** What else a reader of the log or of a delivery should know, as plain JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
}
