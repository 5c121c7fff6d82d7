import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Transfers } from '../../../main/engine/execute/transfer/transfer.ts';
import { itemId } from '../../../main/engine/model/ids.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** The pause of everything holds back the uploads of the window too, which belong to no synced folder. */
let service: TestService;
let a: EngineDevice;
let transfers: Transfers;

beforeEach(async () => {
  service = await startTestService();
  const token = service.person.token;
  const change = <Parts extends { readonly transfers: Transfers }>(parts: Parts): Parts => {
    ({ transfers } = parts);
    return parts;
  };
  a = await openEngineDevice({ name: 'a', addresses: service, token, change });
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const root = () => a.engine.status().roots[0]?.id ?? -1;

/** As if a file were dropped on the window. */
const drop = (name: string) =>
  transfers.upload({
    source: {
      kind: 'stream',
      sizeBytes: 3,
      open: async function* () {
        yield Buffer.from('abc');
      },
    },
    destination: { kind: 'new', parentId: itemId('0'), name },
    contentModifiedAtMs: null,
    label: name,
    key: null,
  });

test.each([
  ['there is no root', () => a.engine.removeRoot(root())],
  ['the only root is paused by itself', async () => a.engine.pause(root(), null)],
])('[P62] an account pause ends for window uploads when its time is over, though %s', async (_, prepare) => {
  a.engine.start();
  expect(await prepare()).toMatchObject({ ok: true });
  a.engine.pause(null, 300);
  const dropped = drop('dropped.txt');
  expect(transfers.list()).toMatchObject([{ label: 'dropped.txt', state: 'paused' }]);
  expect(await dropped).toMatchObject({ ok: true, entry: { name: 'dropped.txt' } });
  expect(transfers.isPaused).toBe(false);
});

test('[P62] an account pause still holds window uploads after a restart', async () => {
  a.engine.start();
  a.engine.pause(null, null);
  await a.restart();
  a.engine.start();
  const dropped = drop('dropped.txt');
  expect(transfers.list()).toMatchObject([{ label: 'dropped.txt', state: 'paused' }]);
  a.engine.resume(null);
  expect(await dropped).toMatchObject({ ok: true });
  await eventually('in sync', async () => a.engine.status().state === 'in_sync', 60_000);
});
