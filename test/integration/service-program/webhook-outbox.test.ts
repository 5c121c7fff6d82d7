import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startReceiver } from '../../support/lines/webhook-receiver.ts';
import { type ServiceProcess, startService, tandemService } from '../../support/programs/processes.ts';
import { createPerson } from '../../support/service/beside.ts';
import { callerOf, type ServiceCaller } from '../../support/service/callers/service-caller.ts';

let folder: string;
let data: string;
let running: ServiceProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-outbox-'));
  data = path.join(folder, 'data');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.kill('SIGKILL')));
  await rm(folder, { recursive: true, force: true });
});

async function started(): Promise<ServiceProcess> {
  const service = await startService(data, 0, ['--webhook-addresses', 'any']);
  running.push(service);
  return service;
}

/** A watched folder; the id of the folder and of its webhook. */
async function watched(ann: ServiceCaller, address: string) {
  const { id } = (await ann.post('/folders', { name: 'watched', parent: { id: '0' } })).json;
  const made = await ann.post('/webhooks', { target: { id, type: 'folder' }, address, triggers: ['FOLDER.CREATED'] });
  expect(made.status).toBe(201);
  return { folderId: id, webhookId: made.json.id };
}

/** A URL without a listener until a receiver takes its port. */
async function silentAddress() {
  const receiver = await startReceiver();
  await receiver.close();
  return { address: receiver.address, port: Number(new URL(receiver.address).port) };
}

describe('the outbox of webhooks', () => {
  test('a change is delivered after the next start when the service is killed before the delivery', async () => {
    const token = await createPerson(data, 'ann@example.com');
    const service = await started();
    const { address, port } = await silentAddress();
    const ann = callerOf(service, token);
    const { folderId } = await watched(ann, address);
    const made = await ann.post('/folders', { name: 'acknowledged', parent: { id: folderId } });
    expect(made.status).toBe(201);
    await service.kill('SIGKILL');
    await using receiver = await startReceiver(port);
    await started();
    const { json } = await receiver.told('FOLDER.CREATED');
    expect(json.source.id).toBe(made.json.id);
  }, 90_000);

  test('a receiver that was down gets its missed deliveries, once and in order, when it is up again', async () => {
    const token = await createPerson(data, 'ann@example.com');
    const ann = callerOf(await started(), token);
    const { address, port } = await silentAddress();
    const { folderId, webhookId } = await watched(ann, address);
    const names = ['one', 'two', 'three'];
    for (const name of names) await ann.post('/folders', { name, parent: { id: folderId } });
    const deliveries = async () => (await ann.get(`/webhooks/${webhookId}/deliveries`)).json.entries;
    await expect
      .poll(deliveries, { timeout: 20_000 })
      .toMatchObject(names.map(() => ({ status: 'waiting', tries: 1, last_status: null })));
    await using receiver = await startReceiver(port);
    const told = await receiver.received(3);
    expect(told.map(({ json }) => json.source.name).sort()).toEqual([...names].sort());
    await expect
      .poll(deliveries, { timeout: 20_000 })
      .toMatchObject(names.map(() => ({ status: 'delivered', tries: 2, last_status: 200, last_error: null })));
    expect(receiver.messages).toHaveLength(3);
  }, 90_000);

  test('the keys are printed, and the service signs with a renewed one from the next message on', async () => {
    const token = await createPerson(data, 'ann@example.com');
    const ann = callerOf(await started(), token);
    await using receiver = await startReceiver();
    const { folderId } = await watched(ann, receiver.address);
    const keys = async (...more: string[]) =>
      JSON.parse((await tandemService(['webhooks', 'keys', '--data', data, ...more])).stdout);
    const before = await keys();
    expect(before).toEqual({
      primary: expect.stringMatching(/^[0-9a-f]{64}$/),
      secondary: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const after = await keys('--renew', 'primary');
    expect(after.secondary).toBe(before.secondary);
    expect(after.primary).not.toBe(before.primary);
    await ann.post('/folders', { name: 'signed', parent: { id: folderId } });
    const { headers, body } = await receiver.told('FOLDER.CREATED');
    const timestamp = String(headers['svc-delivery-timestamp']);
    const signature = createHmac('sha256', after.primary)
      .update(body + timestamp)
      .digest('base64');
    expect(headers['svc-signature-primary']).toBe(signature);
  }, 90_000);
});
