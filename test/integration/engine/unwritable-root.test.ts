import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileSystemError } from '../../../main/engine/ports/file-system.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A root that is to be linked again, in a folder whose marker can't be written, or that goes in that moment. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
let [first, second]: WebItem[] = [];
let refused: string | null;
let beforeMarking: () => Promise<void>;

beforeEach(async () => {
  refused = null;
  beforeMarking = async () => {};
  service = await startTestService();
  web = webUser(service, service.person.token);
  [first, second] = [await web.createFolder('0', 'first'), await web.createFolder('0', 'second')];
  const token = service.person.token;
  a = await openEngineDevice({ name: 'a', addresses: service, token, remoteId: first?.id ?? '', change: readOnly });
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const readOnly = ({ fileSystem, ...parts }: EngineParts): EngineParts => ({
  ...parts,
  fileSystem: {
    ...fileSystem,
    writeMarker: async (root, ...asked) => {
      if (root === refused) throw new FileSystemError('denied', root, `"${root}" is on a read-only disk.`);
      await beforeMarking();
      return fileSystem.writeMarker(root, ...asked);
    },
  },
});
const beside = (name: string) => join(dirname(a.path), name);

test('[P60] one pass syncs the other roots, and says that this one is not in sync', async () => {
  await a.write('one.txt', 'one');
  await mkdir(beside('other'));
  expect(await a.engine.addRoot({ localPath: beside('other'), remoteId: second?.id ?? '' })).toMatchObject({
    ok: true,
  });
  await a.once();
  // A folder restored from a backup is to be linked again.
  await cp(a.path, beside('backup'), { recursive: true });
  await rm(a.path, { recursive: true });
  await rename(beside('backup'), a.path);
  await writeFile(beside('other/two.txt'), 'two');
  refused = a.path;
  expect((await a.once()).state).not.toBe('in_sync');
  expect(await web.find(second?.id ?? '', 'two.txt')).toBeDefined();
  refused = null;
  expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_remote: 0, conflicts: 0 });
});

test('[P55][P60] a copy that a person points to is refused there, and can be added once it is writable', async () => {
  await a.write('one.txt', 'one');
  await a.once();
  await cp(a.path, beside('copy'), { recursive: true });
  await rm(a.path, { recursive: true });
  const request = { localPath: beside('copy'), remoteId: first?.id ?? '' };
  refused = request.localPath;
  expect(await a.engine.addRoot(request)).toMatchObject({
    ok: false,
    error: { code: 'local_unreadable', message: { code: 'folder_unusable', args: { path: request.localPath } } },
  });
  refused = null;
  // It is another folder by the time that it is to be marked.
  beforeMarking = async () => {
    beforeMarking = async () => {};
    await rename(request.localPath, beside('away'));
    await mkdir(request.localPath);
  };
  expect(await a.engine.addRoot(request)).toMatchObject({ ok: false, error: { code: 'changed_since' } });
  await rm(request.localPath, { recursive: true });
  await rename(beside('away'), request.localPath);
  expect(await a.engine.addRoot(request)).toMatchObject({ ok: true, value: { localPath: request.localPath } });
  expect(await a.once()).toMatchObject({ state: 'in_sync', deleted_remote: 0, conflicts: 0 });
});
