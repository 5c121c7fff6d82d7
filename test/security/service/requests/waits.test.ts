import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startSingleService, type TestService } from '../../../support/service/service.ts';
import { requireOk } from '../contents/content-house.ts';

/* Waits for events cost nothing to begin: one person must not take them all. */

const mostWaits = 1_024;

let service: TestService;
let ann: ServiceCaller;
const agent = new Agent({ connections: null });
beforeAll(async () => {
  service = await startSingleService();
  ann = callerOf(service, service.person.token);
});
afterAll(async () => {
  await agent.destroy();
  await service.stop();
});

async function figure(name: string): Promise<number> {
  const { bytes } = await ann.send('GET', `${service.publicUrl}/metrics`);
  const line = bytes
    .toString()
    .split('\n')
    .find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

async function waitUrl(caller: ServiceCaller): Promise<string> {
  const now = requireOk(await caller.get('/events?stream_position=now')).next_stream_position;
  return `${requireOk(await caller.options('/events')).entries[0]?.url}&stream_position=${now}`;
}

test('the 1,025th wait of a person is refused and counted; another person waits, and an ended wait makes room', async () => {
  const url = await waitUrl(ann);
  const last = new AbortController();
  const begin = (signal?: AbortSignal) =>
    request(url, { dispatcher: agent, ...(signal && { signal }), headersTimeout: 0 }).then(
      ({ statusCode }) => statusCode,
      () => null,
    );
  const waits = Array.from({ length: mostWaits }, (_, index) => begin(index === 0 ? last.signal : undefined));
  await expect.poll(() => figure('tandem_event_listeners')).toBe(mostWaits);

  const refused = await callerOf(service, null).send('GET', url);
  expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([
    429,
    'rate_limit_exceeded',
    '60',
  ]);
  expect(await figure('tandem_budget_refusals_total{budget="long_polls"}')).toBe(1);

  const bob = callerOf(service, (await service.addPerson('bob@example.com')).token);
  const ofBob = request(await waitUrl(bob), { dispatcher: agent });
  await expect.poll(() => figure('tandem_event_listeners')).toBe(mostWaits + 1);

  last.abort();
  await expect.poll(() => figure('tandem_event_listeners')).toBe(mostWaits);
  const again = begin();
  await expect.poll(() => figure('tandem_event_listeners')).toBe(mostWaits + 1);

  await ann.post('/folders', { name: 'news', parent: { id: '0' } });
  await bob.post('/folders', { name: 'news', parent: { id: '0' } });
  expect(new Set(await Promise.all([...waits.slice(1), again]))).toEqual(new Set([200]));
  expect((await ofBob).statusCode).toBe(200);
  expect(await figure('tandem_event_listeners')).toBe(0);
});
