import { expect, test } from 'vitest';
import type { Watcher } from '../../../main/engine/ports/watcher.ts';
import { openEngineDevice } from '../../support/engine/engine-device.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService } from '../../support/service/service.ts';

test('[E118] a folder that cannot be watched is said once; scans find its changes, and the watch is tried again', async () => {
  let watches = 0;
  const watcher: Watcher = {
    watch: async (root, { blind }) => {
      watches += 1;
      blind({ why: 'too_many_folders', path: root, errno: 'ENOSPC' });
      return { close: async () => undefined, check: async () => undefined };
    },
  };
  const service = await startTestService();
  const device = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({ ...parts, watcher, settings: { ...parts.settings, scanEveryMs: 200 } }),
  });
  try {
    const told: unknown[] = [];
    device.engine.feeds.subscribe('notice', ({ body }) => told.push(body));
    device.engine.start();
    await eventually('the watch is tried again', async () => watches > 2);
    await device.write('unseen.txt', 'unseen');
    await eventually('a scan finds the change', async () => {
      const [entry] = device.engine.activity({ limit: 1, kinds: ['upload'] }).entries;
      return entry?.path === 'unseen.txt';
    });
    const args = { why: 'too_many_folders', path: device.path };
    expect(told).toEqual([{ code: 'changes_seen_late_details', args }]);
  } finally {
    await device.close();
    await service.stop();
  }
});

test('[E68] each scan checks that the watch still holds the root, and renews it if not', async () => {
  let watches = 0;
  const watcher: Watcher = {
    watch: async (_root, { renew }) => {
      watches += 1;
      const check = async (): Promise<void> => {
        if (watches < 3) renew('Another folder is at the path of the watched one.');
      };
      return { close: async () => undefined, check };
    },
  };
  const service = await startTestService();
  const device = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      watcher,
      clock: { ...parts.clock, sleep: (ms, signal) => parts.clock.sleep(ms > 10_000 ? ms : Math.min(ms, 50), signal) },
    }),
  });
  try {
    device.engine.start();
    await eventually('the watch is renewed', async () => watches === 3);
  } finally {
    await device.close();
    await service.stop();
  }
});
