import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../../contract/rules/limits.ts';
import { createTransfers } from '../../../main/engine/execute/transfer/queue.ts';
import type { Content } from '../../../main/engine/model/entry.ts';
import { itemId, sha1 } from '../../../main/engine/model/ids.ts';
import type { FileSystem } from '../../../main/engine/ports/file-system.ts';
import { type Remote, RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { contentOf } from '../../support/engine/transfer-bench.ts';
import { webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

const DAYS_MS = 3 * 24 * 3_600_000;

let service: TestService;
let device: EngineDevice;
let remote: Remote;
let fileSystem: FileSystem;
let aheadMs: number;
/** The content of this file does not come. */
let stuck: string;

beforeEach(async () => {
  [aheadMs, stuck] = [0, ''];
  service = await startTestService();
  device = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => {
      ({ fileSystem } = parts);
      const download: Remote['download'] = async (wanted, signal) => {
        if (wanted.file === stuck) throw new RemoteError('unexpected', 'no content', { retryAfterMs: DAYS_MS * 2 });
        return parts.remote.download(wanted, signal);
      };
      remote = { ...parts.remote, download };
      const clock = { ...parts.clock, nowMs: () => parts.clock.nowMs() + aheadMs };
      const settings = { sessionFromBytes: limits.uploadSessionMinBytes, reserveBytes: 0 };
      const records = parts.store.transfers;
      const transfers = createTransfers({ fileSystem, remote, records, clock, random: parts.random, settings });
      return { ...parts, remote, clock, transfers };
    },
  });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

const rootId = (): number => device.store.roots()[0]?.id ?? 0;

/** A download that broke halfway. */
async function halfDownloaded(id: string, content: Content): Promise<void> {
  const staging = await fileSystem.openStaging(device.path, `download-${id}`);
  await staging.append(Buffer.from('half'));
  await staging.close();
  const record = { key: `${rootId()}/${id}`, itemId: itemId(id), content, root: device.path };
  device.store.transfers.saveDownload({ ...record, stagingName: `download-${id}` });
}

test('[E112] the bytes of a download go once the item is gone or its content came another way; those still wanted stay', async () => {
  const web = webUser(service, service.person.token);
  const here = await web.upload('0', 'here.bin', 'here');
  stuck = (await web.upload('0', 'stuck.bin', Buffer.alloc(2_000_000, 7))).id;
  await device.once();
  const wanted = device.store.transfers.stagingNames();
  expect(wanted).toHaveLength(1);
  await halfDownloaded(here.id, contentOf(Buffer.from('here')));
  await halfDownloaded('999999', { sha1: sha1('a'.repeat(40)), sizeBytes: 5_000_000 });
  await device.restart(async () => {
    aheadMs = DAYS_MS;
  });
  await device.once();
  expect(device.store.transfers.stagingNames()).toEqual(wanted);
  expect(await fileSystem.listStaging(device.path)).toEqual(wanted);
});

test('[E98] [P56] when a folder is unlinked, the upload session of an unfinished file ends on the service', async () => {
  const path = join(device.path, 'large.bin');
  await writeFile(path, 'part of it');
  const fingerprint = (await fileSystem.stat(path))?.fingerprint;
  if (fingerprint === undefined) throw new Error('the file that was just written is gone');
  const destination = { kind: 'new' as const, parentId: itemId('0'), name: 'large.bin' };
  const created = await remote.createSession(destination, limits.uploadSessionMinBytes);
  if (!created.ok) throw new Error('no session was created');
  const { id: sessionId } = created.session;
  device.store.transfers.saveUpload({ key: `${rootId()}/77`, sessionId, destination, fingerprint });
  expect(await device.engine.removeRoot(rootId())).toMatchObject({ ok: true });
  await expect.poll(() => remote.session(sessionId)).toBeNull();
});
