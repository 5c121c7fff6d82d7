import type { Event, EventPage, StreamType } from '../../../../contract/resources/streams/event.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { LoggedEvent, StreamPositions } from '../../../ports/metadata/streams/events.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { parameterRefusal } from '../../refusal.ts';
import { answerEvents } from '../../representation/streams/event.ts';
import { answerAdminEvents } from '../../representation/streams/event-admin.ts';
import type { Caller, Service } from '../../service.ts';
import { completeAdminLog } from './complete-admin-log.ts';
import { requireLogReader } from './require-log-reader.ts';
import { outdatedPosition, readPosition, type StreamStart } from './stream-position.ts';
import { type EventStream, lifeMsOf, streamOf } from './streams.ts';

/** Input of `listEvents`. `streamPosition` is unparsed: absent, `now`, or a position issued earlier. */
export interface ListEvents {
  readonly streamType: StreamType;
  readonly streamPosition?: string | undefined;
  readonly limit: number;
  readonly eventTypes?: readonly string[] | undefined;
  /** Milliseconds since the epoch; only for administrators' streams, like the next field. */
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
}

/**
 * The events of a stream after a position, each with its source as of the event, and the next position: a number below 2^53 that
 * never decreases from page to page.
 */
export async function listEvents(service: Service, caller: Caller, request: ListEvents): Promise<EventPage> {
  const stream = streamOf(service.settings, request.streamType);
  if (stream.log === 'admins') {
    requireLogReader(caller);
    await completeAdminLog(service);
  } else requireNoTimes(request);
  return service.store.read(async (reads) => {
    const { adminPositions, positionsOf } = reads.events;
    const positions = stream.log === 'admins' ? adminPositions : positionsOf(caller.user.id);
    const start = await readPosition(positions, stream, request.streamPosition, service.clock.now());
    if (request.streamPosition === 'now') return page([], start.after);
    const list = stream.log === 'admins' ? listAdminEvents : listOwnEvents;
    return list({ service, reads, positions, caller, stream, start, request });
  });
}

/** One read of one stream. */
interface Reading {
  readonly service: Service;
  readonly reads: MetadataReads;
  readonly positions: StreamPositions;
  readonly caller: Caller;
  readonly stream: EventStream;
  readonly start: StreamStart;
  readonly request: ListEvents;
}

async function listOwnEvents(reading: Reading): Promise<EventPage> {
  const { service, reads, caller, stream, start, request } = reading;
  const { limit, eventTypes } = request;
  const types = eventTypes === undefined ? null : [...new Set(eventTypes)];
  const query = { userId: caller.user.id, after: start.after, limit, onlyChanges: stream.onlyChanges, types };
  const found = await reads.events.list(query);
  // Checked against the user's own stream: a user without recent events has missed none.
  requireFresh(reading, found);
  return page(await answerEvents(service, reads, caller, found), await nextPosition(reading, found));
}

async function listAdminEvents(reading: Reading): Promise<EventPage> {
  const { service, reads, positions, start, request, stream } = reading;
  const { limit, eventTypes, createdAfter = null, createdBefore = null } = request;
  const horizon = await positions.before(service.clock.now() - lifeMsOf(stream));
  if (start.isOwn && start.after < horizon) throw outdatedPosition(stream, String(start.after));
  const types = eventTypes === undefined ? null : [...new Set(eventTypes)];
  const found = await reads.events.listForAdmins({ after: start.after, limit, types, createdAfter, createdBefore });
  return page(await answerAdminEvents(service, reads, found), await nextPosition(reading, found));
}

/** Nothing that was asked for remains up to the latest position, which may be that of an event of another type. */
async function nextPosition({ positions, start, request }: Reading, found: readonly LoggedEvent[]): Promise<number> {
  if (found.length < request.limit) return positions.latest();
  return found.at(-1)?.position ?? start.after;
}

function requireFresh({ service, stream, start }: Reading, found: readonly LoggedEvent[]): void {
  const [oldest] = found;
  if (!start.isOwn || !oldest || oldest.createdAt >= service.clock.now() - lifeMsOf(stream)) return;
  throw outdatedPosition(stream, String(start.after));
}

/** @throws Refusal `invalid_parameter`: ignoring a time limit would return more than intended. */
function requireNoTimes({ streamType, createdAfter, createdBefore }: ListEvents): void {
  const given = Object.entries({ created_after: createdAfter, created_before: createdBefore });
  const name = given.find(([, time]) => time !== undefined)?.[0];
  if (name === undefined) return;
  const message = say`"${name}" applies only to the administrators' streams. In the stream "${streamType}", use stream_position.`;
  throw parameterRefusal('invalid_parameter', name, message);
}

function page(entries: Event[], position: number): EventPage {
  return { chunk_size: entries.length, next_stream_position: position, entries };
}
