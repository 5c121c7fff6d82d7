import type { AdminEventType } from '../../../../contract/resources/streams/admin-event.ts';
import type { EventType } from '../../../../contract/resources/streams/event.ts';
import type { EventDetails, EventRecipient, EventSourceRecord } from '../../../ports/metadata/streams/events.ts';

/** An event as declared by a change. */
export interface ChangeEvent {
  readonly eventType: EventType;
  readonly source: EventSourceRecord;
  readonly recipients: readonly EventRecipient[];
  /** Its type if the administrators' log contains it too: one row serves both. */
  readonly adminType?: AdminEventType | null;
  /** Additional details for administrators, as plain JSON. */
  readonly details?: EventDetails | null;
}

/** An entry of the log: the event of a change, or one that only administrators get. */
export interface LogEntry extends Omit<ChangeEvent, 'eventType'> {
  readonly eventType: EventType | AdminEventType;
}
