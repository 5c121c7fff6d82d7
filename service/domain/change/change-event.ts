import type { AdminEventType } from '../../../contract/resources/admin-event.ts';
import type { EventType } from '../../../contract/resources/event.ts';
import type { EventDetails, EventRecipient, EventSourceRecord } from '../../ports/metadata/events.ts';

/** An event as a change states it. */
export interface ChangeEvent {
  readonly eventType: EventType;
  readonly source: EventSourceRecord;
  readonly recipients: readonly EventRecipient[];
  /** Its type when the administrators' log has it too: one row serves both. */
  readonly adminType?: AdminEventType | null;
  /** What else administrators should know of it, as plain JSON. */
  readonly details?: EventDetails | null;
}

/** A line of the log: the event of a change, or one that only administrators get. */
export interface LogEntry extends Omit<ChangeEvent, 'eventType'> {
  readonly eventType: EventType | AdminEventType;
}
