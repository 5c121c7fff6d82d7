import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../main/api/api-client.ts';
import { serviceCommands } from '../../../main/commands/account/service.ts';
import type { CommandWorld } from '../../../main/commands/command-world.ts';
import type { ServiceCall } from '../../../preload/ipc/service-calls.ts';
import { sayInGerman } from '../../../preload/words/de/say-in-german.ts';
import { speakResult } from '../../../preload/words/speak.ts';
import { connect } from '../../support/engine/service-remote.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** The refusals of the real service as a German window shows them. */
let service: TestService;
let client: ApiClient;
beforeAll(async () => {
  service = await startTestService();
  client = connect(service, service.person.token).client;
});
afterAll(async () => {
  await client.close();
  await service.stop();
});

async function call(operation: ServiceCall, request: object) {
  const input = { operation, request };
  const handlers = serviceCommands({ api: client, onServiceChanged: () => undefined } as unknown as CommandWorld);
  const result = await handlers['service.call'](input);
  return speakResult({ name: 'service.call', input }, result, sayInGerman(Date.now));
}

const folder = (name: string) => ({ body: { name, parent: { id: '0' } } });
const awkward = 'It is "full". Really? {0}';

test('a name from the service stands in the German sentence as it is', async () => {
  expect(await call('createFolder', folder(awkward))).toMatchObject({ ok: true });
  expect(await call('createFolder', folder(awkward))).toMatchObject({
    ok: false,
    error: {
      code: 'item_name_in_use',
      message: `Dieser Ordner enthält bereits einen Ordner namens „${awkward}“. Wählen Sie einen anderen Namen.`,
    },
  });
});

test('a fault beside its field has German numbers', async () => {
  const message = '„name“: Ein Name darf höchstens 255 Zeichen haben, nicht 1.300. Kürzen Sie ihn.';
  expect(await call('createFolder', folder('x'.repeat(1_300)))).toMatchObject({
    error: { message, faults: [{ name: 'name', message }] },
  });
});

test('the refusal of one operation in an answer is German', async () => {
  const name = `${awkward} again`;
  const { value: made } = (await call('createFolder', folder(name))) as { value: { id: string } };
  const { value: hub } = (await call('createHub', { body: { title: 'Handbook' } })) as { value: { id: string } };
  const add = { action: 'add', item: { type: 'folder', id: made.id } };
  const answer = await call('manageHubItems', { params: { hub_id: hub.id }, body: { operations: [add, add] } });
  expect(answer).toMatchObject({
    value: { operations: [{ status: 200 }, { status: 409, error: `Der Ordner „${name}“ ist bereits im Hub.` }] },
  });
});
