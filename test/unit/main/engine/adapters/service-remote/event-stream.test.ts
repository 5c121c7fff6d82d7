import { expect, test } from 'vitest';
import { createEventStream } from '../../../../../../main/engine/adapters/service-remote/events/event-stream.ts';
import { streamPosition } from '../../../../../../main/engine/model/ids.ts';
import { createVirtualTime } from '../../../../../support/engine/virtual-time.ts';
import { connect } from '../../../../../support/lines/scripted-client.ts';

const { signal } = new AbortController();
const at = streamPosition;

/** An event stream of a service whose long poll answers with `message`, and the pauses that it took. */
async function streamOf(message: string, server: object = {}) {
  const { clock, slept } = createVirtualTime();
  const { client, seen } = await connect(({ method, headers }) => {
    if (method === 'GET') return { json: { version: 1, message } };
    const url = `http://${headers.host ?? ''}/wait`;
    const one = { type: 'realtime_server', url, ttl: '10', max_retries: '10', retry_timeout: 610, ...server };
    return { json: { chunk_size: 1, entries: [one] } };
  });
  const stream = createEventStream({ client, readItem: async () => null, clock, pollIntervalMs: 30_000 });
  return { stream, slept, waits: () => seen.filter(({ path }) => path === '/wait').length };
}

test.each(['reconnect', 'new_change', 'max_retries'])(
  'a long poll that only ever says %s at once is asked ever less often',
  async (message) => {
    const { stream, slept, waits } = await streamOf(message);
    for (let wait = 0; wait < 8; wait++) await stream.waitForChange(at('7'), signal);
    expect([waits(), slept]).toEqual([8, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]]);
  },
);

test('a long poll that brings changes is asked again at once', async () => {
  const { stream, slept } = await streamOf('new_change');
  for (const position of ['7', '8', '8', '9', '10']) await stream.waitForChange(at(position), signal);
  expect(slept).toEqual([1_000]);
});

test('a service that describes its long poll in another form is polled', async () => {
  const { stream, slept, waits } = await streamOf('new_change', { ttl: 10, max_retries: 10 });
  await stream.waitForChange(at('7'), signal);
  expect([waits(), slept]).toEqual([0, [30_000]]);
});

test.each([
  ['no time', {}],
  ['a time of null', { created_at: null, recorded_at: null }],
  ['a creator without a name', { created_by: { type: 'user', id: '11', name: null, login: null } }],
])('an event with %s brings its change', async (_what, more) => {
  const source = { type: 'file', id: '5', etag: '2', item_status: 'trashed' };
  const event = { type: 'event', event_id: 'e', event_type: 'ITEM_TRASH', source, ...more };
  const { client } = await connect(() => ({ json: { chunk_size: 1, next_stream_position: 8, entries: [event] } }));
  const { clock } = createVirtualTime();
  const stream = createEventStream({ client, readItem: async () => null, clock, pollIntervalMs: 30_000 });
  expect(await stream.changes(at('7'), signal)).toMatchObject({
    position: '8',
    changes: [{ kind: 'removed', entry: { id: '5' } }],
  });
});
