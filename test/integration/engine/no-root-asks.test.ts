import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type FaultyProxy, startFaultyProxy } from '../../support/lines/faulty-proxy.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** The service is unreachable, and no root reads from it that would notice when it is back. */
let service: TestService;
let proxy: FaultyProxy;
let a: EngineDevice;

beforeEach(async () => {
  service = await startTestService();
  proxy = await startFaultyProxy(service);
  a = await openEngineDevice({ name: 'a', addresses: proxy, token: service.person.token });
  a.engine.start();
  await eventually('in sync', async () => a.engine.status().state === 'in_sync', 60_000);
  proxy.break({ times: 100_000, fault: { kind: 'cut-before' } });
  await a.write('one.txt', 'one');
  await eventually('offline', async () => account() === 'offline');
});
afterEach(async () => {
  await a.close();
  await proxy.stop();
  await service.stop();
});

const account = () => a.engine.status().account.state;
const root = () => a.engine.status().roots[0];
const isBack = () => eventually('connected', async () => account() === 'connected', 60_000);

test('[P88] the only root is missing: a retry shows that the service is back', async () => {
  await mkdir(join(dirname(a.path), '.hidden/deep'), { recursive: true });
  await rename(a.path, join(dirname(a.path), '.hidden/deep/files'));
  await eventually('missing', async () => root()?.state === 'root_missing');
  proxy.mend();
  a.engine.retry({});
  await isBack();
  expect(root()?.state).toBe('root_missing');
});

test('[P88] there is no root: the service is tried by itself, ever later while it is away', async () => {
  expect(await a.engine.removeRoot(root()?.id ?? -1)).toMatchObject({ ok: true });
  const retryAtMs = () => a.engine.status().account.retryAtMs ?? 0;
  const before = retryAtMs();
  await eventually('tried in vain', async () => retryAtMs() > before, 60_000);
  expect(account()).toBe('offline');
  proxy.mend();
  await isBack();
  expect(a.errors).toEqual([]);
});
