import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';
import { processCount } from '../../../support/service/service-pair.ts';

let service: TestService;
let ann: ServiceCaller;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

/** The sum of a figure over its labels and over all processes. */
async function sumOf(figure: string): Promise<number> {
  let sum = 0;
  for (let each = 0; each < processCount(); each++) {
    const { bytes } = await callerOf(service, null).send('GET', `${service.publicUrl}/metrics`);
    for (const line of bytes.toString().split('\n')) {
      if (line.startsWith(figure)) sum += Number(line.slice(line.lastIndexOf(' ') + 1));
    }
  }
  return sum;
}

describe('GET /metrics', () => {
  test('counts requests by their route and status, and never shows an id or a name', async () => {
    const made = await ann.post('/folders', { name: 'very-secret-name', parent: { id: '0' } });
    await ann.get(`/folders/${made.json.id}`);
    await ann.get('/folders/404404404');
    expect(await sumOf('tandem_requests_total{method="POST",route="/2.0/folders",status="201"}')).toBe(1);
    expect(await sumOf('tandem_requests_total{method="GET",route="/2.0/folders/:folder_id",status="404"}')).toBe(1);
    const { bytes } = await ann.send('GET', `${service.publicUrl}/metrics`);
    expect(bytes.toString()).not.toMatch(/very-secret-name|404404404|ann@example/);
  });

  test('counts contents and bytes that were stored', async () => {
    const before = await sumOf('tandem_contents_written_bytes_total');
    await ann.upload({ name: 'counted.txt', parent: { id: '0' } }, '12345');
    expect((await sumOf('tandem_contents_written_bytes_total')) - before).toBe(5);
  });

  test('counts the clients that wait for events', async () => {
    const url = `${(await ann.options('/events')).json.entries[0]?.url}&stream_position=now`;
    const waiting = ann.send('GET', url);
    await expect.poll(() => sumOf('tandem_event_listeners ')).toBe(1);
    await ann.post('/folders', { name: 'wakes', parent: { id: '0' } });
    await waiting;
    await expect.poll(() => sumOf('tandem_event_listeners ')).toBe(0);
  });

  test('shows durations, memory and waiting deliveries', async () => {
    expect(await sumOf('tandem_request_seconds_count')).toBeGreaterThan(0);
    expect(await sumOf('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(await sumOf('tandem_webhook_deliveries_waiting')).toBe(0);
    expect(await sumOf('tandem_contents_available')).toBe(processCount());
  });
});

describe('access to the metrics', () => {
  test('with a token: only its holder; others get 404', async () => {
    const token = 'a-token-of-16-characters';
    await using guarded = await startTestService({ config: { metrics: { kind: 'token', token } } });
    const ask = async (given: string | null) => callerOf(guarded, given).send('GET', `${guarded.publicUrl}/metrics`);
    expect((await ask(token)).status).toBe(200);
    expect((await ask('another-token-of-this')).status).toBe(404);
    expect((await ask(guarded.person.token)).status).toBe(404);
    expect((await ask(null)).status).toBe(404);
  });

  test('without one, on a public address: no one', async () => {
    await using closed = await startTestService({ config: { metrics: { kind: 'closed' } } });
    expect((await callerOf(closed, null).send('GET', `${closed.publicUrl}/metrics`)).status).toBe(404);
  });
});
