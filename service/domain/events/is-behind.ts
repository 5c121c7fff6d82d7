import type { StreamType } from '../../../contract/resources/event.ts';
import type { Service } from '../service.ts';
import { isChangesOnly } from './list-events.ts';
import { readPosition } from './stream-position.ts';

/** Someone who waits for events behind a position of one stream. */
export interface StreamListener {
  readonly userId: string;
  readonly streamType: StreamType;
  readonly position: number;
}

/** True when the stream holds an event behind the listener's position: there is no need to wait. */
export async function isBehind(service: Service, listener: StreamListener): Promise<boolean> {
  const { userId, streamType, position: after } = listener;
  const query = { userId, after, limit: 1, onlyChanges: isChangesOnly(streamType) };
  return service.store.read(async ({ events }) => (await events.list(query)).length > 0);
}

/** The position of a listener as a request states it; see `readPosition`. */
export async function resolvePosition(service: Service, text: string | undefined): Promise<number> {
  return service.store.read(async (reads) => readPosition(reads, text));
}
