import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTransfers } from '../../../main/engine/execute/transfer/queue.ts';
import { FileSystemError } from '../../../main/engine/ports/file-system.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A quota refuses files larger than this, while the free space stays the same. */
let quotaBytes: number;
let service: TestService;
let web: WebUser;
let device: EngineDevice;

const MIB = 1024 * 1024;

beforeEach(async () => {
  quotaBytes = MIB;
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token, change: withQuota });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

function withQuota(parts: EngineParts): EngineParts {
  const fileSystem: EngineParts['fileSystem'] = {
    ...parts.fileSystem,
    freeBytes: async () => 100 * MIB,
    async openStaging(root, name) {
      const staging = await parts.fileSystem.openStaging(root, name);
      let { sizeBytes } = staging;
      const append = async (bytes: Uint8Array) => {
        if (sizeBytes + bytes.length > quotaBytes) throw new FileSystemError('no_space', root, 'The quota is used up.');
        await staging.append(bytes);
        sizeBytes += bytes.length;
      };
      return { ...staging, append };
    },
  };
  const { remote, store, clock, random } = parts;
  const transfers = createTransfers({
    fileSystem,
    remote,
    records: store.transfers,
    clock,
    random,
    settings: { sessionFromBytes: 20 * MIB, reserveBytes: 0 },
  });
  return { ...parts, fileSystem, transfers };
}

test('[E113] a retry by a person asks the disk again at once, for the retried items only', async () => {
  await web.upload('0', 'one.bin', 'a'.repeat(3 * MIB));
  await web.upload('0', 'two.bin', 'b'.repeat(3 * MIB));
  const refused = () =>
    device.engine
      .status()
      .attention.filter(({ code }) => code === 'disk_full')
      .map(({ path }) => path)
      .toSorted();
  const become = (wanted: readonly string[]) =>
    eventually(`refused: ${wanted.join()}`, async () => refused().join() === wanted.join());
  device.engine.start();
  await become(['one.bin', 'two.bin']);
  quotaBytes = 10 * MIB;
  device.engine.retry({ path: 'one.bin' });
  await become(['two.bin']);
  expect([(await device.read('one.bin'))?.length, await device.read('two.bin')]).toEqual([3 * MIB, null]);
  device.engine.retry({});
  await become([]);
  await eventually('both', async () => (await device.read('two.bin'))?.length === 3 * MIB);
});
