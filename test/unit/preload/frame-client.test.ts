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

test('a feed is followed once for all its listeners, and left with the last of them', () => {
  const client = frameClient();
  const sent = connected(client);
  const heard: string[] = [];
  const leave = (['one', 'other'] as const).map((name) => client.subscribe('paths', () => heard.push(name)));
  const tell = () => client.received(JSON.stringify({ type: 'feed', feed: 'paths', message: [] }));
  tell();
  leave[0]?.();
  leave[0]?.();
  tell();
  expect(heard).toEqual(['one', 'other', 'other']);
  leave[1]?.();
  tell();
  expect(heard).toHaveLength(3);
  expect(sent.filter((frame) => Reflect.get(Object(frame), 'type') === 'unsubscribe')).toHaveLength(1);
  client.closed();
  expect(connected(client)).toEqual([]);
});

test('an unexpected answer, and a frame of another kind, change nothing', async () => {
  const client = frameClient();
  connected(client);
  const answer = client.call('sync.resume', {});
  for (const frame of [{ type: 'answer', id: 7, result: { ok: true, value: {} } }, { type: 'else' }, 'no object']) {
    client.received(JSON.stringify(frame));
  }
  client.received('no json');
  client.received(JSON.stringify({ type: 'answer', id: 0, result: { ok: true, value: {} } }));
  expect(await answer).toEqual({ ok: true, value: {} });
});
