import { tokenUseOf } from '../../../domain/people/tokens/token-use.ts';
import { listEvents } from '../../../domain/streams/events/list-events.ts';
import { requireWaitable } from '../../../domain/streams/events/stream-listener.ts';
import type { Handlers } from '../../handlers.ts';

/** Event streams: reading, and the URL for long polling. */
export const eventHandlers = {
  async listEvents({ query }, { service, caller }) {
    const page = await listEvents(service, caller, {
      streamType: query.stream_type,
      streamPosition: query.stream_position,
      limit: query.limit,
      eventTypes: query.event_type,
      createdAfter: query.created_after === undefined ? undefined : Date.parse(query.created_after),
      createdBefore: query.created_before === undefined ? undefined : Date.parse(query.created_before),
    });
    return { status: 200, body: page };
  },

  async getRealtimeServers({ query }, { service, caller, addresses }) {
    // In this format `ttl` and `max_retries` are strings, `retry_timeout` is a number of seconds.
    requireWaitable(service, query.stream_type);
    const url = addresses.longPoll({ ...tokenUseOf(caller), streamType: query.stream_type });
    const server = { type: 'realtime_server' as const, url, ttl: '10', max_retries: '10', retry_timeout: 610 };
    return { status: 200, body: { chunk_size: 1, entries: [server] } };
  },
} satisfies Partial<Handlers>;
