import { expect, test } from 'vitest';
import { frameClient } from '../../../preload/ipc/transport/frame-client.ts';

/** The frames that a client sends once it is connected. */
function connected(client: ReturnType<typeof frameClient>) {
  const sent: unknown[] = [];
  client.opened((text) => sent.push(JSON.parse(text)));
  return sent;
}

test('calls before the first connection wait for it, and nothing is sent twice', async () => {
  const client = frameClient();
  const answer = client.call('sync.resume', {});
  client.subscribe('status', () => undefined);
  const sent = connected(client);
  expect(sent).toEqual([
    { type: 'subscribe', feed: 'status' },
    { type: 'call', id: 0, name: 'sync.resume', input: {} },
  ]);
  client.received(JSON.stringify({ type: 'answer', id: 0, result: { ok: true, value: {} } }));
  expect(await answer).toEqual({ ok: true, value: {} });
  client.closed();
  expect(connected(client)).toEqual([{ type: 'subscribe', feed: 'status' }]);
});

test('calls are refused when the first connection fails, and while it is lost', async () => {
  const client = frameClient();
  const early = client.call('sync.resume', {});
  client.closed();
  const refused = { ok: false, error: { code: 'disconnected' } };
  expect(await early).toMatchObject(refused);
  expect(await client.call('sync.resume', {})).toMatchObject(refused);
  expect(connected(client)).toEqual([]);
});
