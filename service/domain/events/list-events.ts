import type { Event, EventPage, StreamType } from '../../../contract/resources/event.ts';
import type { StreamedEvent } from '../../ports/metadata/events.ts';
import { Refusal } from '../refusal.ts';
import { answerEvents } from '../representation/event.ts';
import type { Caller, Service } from '../service.ts';
import { readPosition } from './stream-position.ts';

/** What `listEvents` is told. `streamPosition` is as it came: absent, `now`, or a number that was given out before. */
export interface ListEvents {
  readonly streamType: StreamType;
  readonly streamPosition?: string | undefined;
  readonly limit: number;
  readonly eventTypes?: readonly string[] | undefined;
}

/**
 * The caller's events behind a position, each with its source as it was when it happened, and the position to go on from:
 * a number below 2^53, in the page and in all later ones never smaller.
 */
export async function listEvents(service: Service, caller: Caller, request: ListEvents): Promise<EventPage> {
  const onlyChanges = isChangesOnly(request.streamType);
  return service.store.read(async (reads) => {
    const after = await readPosition(reads, request.streamPosition);
    if (request.streamPosition === 'now') return page([], after);
    const found = await reads.events.list({ userId: caller.user.id, after, limit: request.limit, onlyChanges });
    const wanted = found.filter(isWanted(request.eventTypes));
    // Nothing is left up to the latest position: who is idle moves on too, and is not taken for outdated some day.
    const isAll = found.length < request.limit;
    const next = isAll ? await reads.events.latestPosition() : (found.at(-1)?.position ?? after);
    return page(await answerEvents(service, reads, caller, wanted), next);
  });
}

function page(entries: Event[], position: number): EventPage {
  return { chunk_size: entries.length, next_stream_position: position, entries };
}

function isWanted(eventTypes: readonly string[] | undefined) {
  return (event: StreamedEvent) => eventTypes === undefined || eventTypes.includes(event.eventType);
}

/** `changes` and `sync` carry what changes a tree; `all` everything. @throws Refusal for the administrator's streams. */
export function isChangesOnly(streamType: StreamType): boolean {
  if (streamType === 'admin_logs' || streamType === 'admin_logs_streaming') {
    const message = `The stream "${streamType}" is not kept for you. Use "all", "changes" or "sync".`;
    throw new Refusal('access_denied_insufficient_permissions', message);
  }
  return streamType !== 'all';
}
