import type { AdminEventType } from '../../../../contract/resources/streams/admin-event.ts';
import type { EventType } from '../../../../contract/resources/streams/event.ts';
import type { WebhookTrigger } from '../../../../contract/resources/streams/webhook.ts';
import type { ResourceSource } from '../../../ports/metadata/streams/events.ts';
import type { ItemView } from '../../access/item-access.ts';
import { allows } from '../../access/permissions/rights.ts';
import type { Change } from '../change.ts';
import { audienceOf } from './audience.ts';
import { recipientsOf } from './recipients.ts';

/** An event of a note on a file: a comment, a task, an assignment. */
export interface NoteEvent {
  /** Its type in user streams; null if it is not in them. */
  readonly eventType: EventType | null;
  readonly adminType: AdminEventType | null;
  readonly trigger: WebhookTrigger | null;
  readonly resource: ResourceSource;
}

/** Notifies users who may see the notes of an item, the administrators, and the webhooks on the item and above it. */
export async function emitNoteEvent(change: Change, { item, ancestors }: ItemView, event: NoteEvent): Promise<void> {
  const { eventType, adminType, trigger, resource } = event;
  const source = { kind: 'resource' as const, resource };
  if (eventType !== null) {
    const audience = await audienceOf(change.tx, item, ancestors);
    const recipients = recipientsOf(eventType, audience).filter(
      ({ access }) => access.kind !== 'collaborator' || allows(access.role, 'comment'),
    );
    await change.emit({ eventType, source, recipients, adminType });
  }
  const place = { itemId: item.id, ancestors };
  await change.report({ adminType: eventType === null ? adminType : null, trigger, source, place });
}
