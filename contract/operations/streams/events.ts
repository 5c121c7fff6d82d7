import { z } from 'zod';
import { operation } from '../../operation.ts';
import { listedWords, moment, pageLimit } from '../../request-fields.ts';
import { eventPage, realtimeServers, streamTypes } from '../../resources/streams/event.ts';
import { limits } from '../../rules/limits.ts';
import { brokenRule } from '../../rules/rule-issue.ts';
import { say } from '../../rules/say.ts';
import { accountScopes } from '../../scopes.ts';

const eventTypeList = z.string().transform(listedWords).optional();

export const listEvents = operation({
  name: 'listEvents',
  summary: 'Gives the events after a position; `now` gives only the latest position, `0` starts at the oldest.',
  method: 'GET',
  path: '/events',
  query: z
    .object({
      stream_type: z.enum(streamTypes).default('all'),
      stream_position: z.union([z.string(), z.int().transform(String)]).optional(),
      limit: pageLimit(limits.eventPageLimit, limits.defaultEventPageLimit, 0),
      event_type: eventTypeList,
      created_after: moment.optional(),
      created_before: moment.optional(),
    })
    // The public Python SDK asks for the latest position like this. Any other page without entries would never move on.
    .superRefine(({ limit, stream_position: position }, context) => {
      if (limit > 0 || position === 'now') return;
      brokenRule(
        context,
        'invalid_limit',
        say`limit can be 0 only with stream_position=now. Send 1 to ${limits.eventPageLimit}.`,
      );
    }),
  answers: { 200: { kind: 'json', schema: eventPage } },
  errors: ['invalid_stream_position', 'invalid_limit', 'invalid_parameter', 'access_denied_insufficient_permissions'],
  scope: accountScopes,
});

export const getRealtimeServers = operation({
  name: 'getRealtimeServers',
  summary: 'Gives the address that a long poll of a stream is held at.',
  method: 'OPTIONS',
  path: '/events',
  query: z.object({ stream_type: z.enum(streamTypes).default('all') }),
  answers: { 200: { kind: 'json', schema: realtimeServers } },
  errors: ['invalid_parameter'],
  scope: accountScopes,
});
