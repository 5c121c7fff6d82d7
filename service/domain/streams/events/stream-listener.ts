import type { StreamType } from '../../../../contract/resources/streams/event.ts';
import { say } from '../../../../contract/rules/say.ts';
import { parameterRefusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { readPosition } from './stream-position.ts';
import { type EventStream, streamOf } from './streams.ts';

/** A listener for events after a position of one stream. */
export interface StreamListener {
  readonly userId: string;
  readonly onlyChanges: boolean;
  readonly position: number;
}

/**
 * The stream with a type, to wait for.
 * @throws Refusal `invalid_parameter` for the administrators' streams, which do not support waiting.
 */
export function requireWaitable({ settings }: Service, type: StreamType): EventStream {
  const stream = streamOf(settings, type);
  if (stream.log !== 'admins') return stream;
  const message = say`The stream "${stream.type}" does not support waiting. Poll it instead.`;
  throw parameterRefusal('invalid_parameter', 'stream_type', message);
}

/**
 * Parses a listener from a request; see `readPosition`.
 * @throws Refusal, as `requireWaitable`.
 */
export async function listenerOf(
  service: Service,
  userId: string,
  request: { readonly streamType: StreamType; readonly streamPosition: string | undefined },
): Promise<StreamListener> {
  const stream = requireWaitable(service, request.streamType);
  const { after } = await service.store.read(async ({ events }) =>
    readPosition(events.positionsOf(userId), stream, request.streamPosition, service.clock.now()),
  );
  return { userId, onlyChanges: stream.onlyChanges, position: after };
}
