import { expect, test } from 'vitest';
import { openSource } from '../../../../../../../main/engine/execute/transfer/upload/source-reader.ts';
import { fileIdentity } from '../../../../../../../main/engine/model/ids.ts';
import type { FileReader, FileSystem } from '../../../../../../../main/engine/ports/file-system.ts';

const SIZE = 64 * 1024 * 1024;

test('[E2] the second read of a file that was renamed during its upload ends when the upload is cancelled', async () => {
  let reads = 0;
  let ctimeNs = '1';
  const expected = () => ({ identity: fileIdentity('1:1'), sizeBytes: SIZE, mtimeNs: '1', ctimeNs });
  const stop = new AbortController();
  const file: FileReader = {
    stat: async () => ({ kind: 'file', links: 1, fingerprint: expected() }),
    read: async (target, offset) => {
      reads += 1;
      if (reads === 3) stop.abort(new Error('closing'));
      return Math.min(target.length, SIZE - offset);
    },
    close: async () => undefined,
  };
  const fileSystem: Pick<FileSystem, 'openRead'> = { openRead: async () => file };
  const source = await openSource(fileSystem, { kind: 'file', path: '/large', expect: expected() });
  ctimeNs = '2';
  await expect(source?.finish(stop.signal)).rejects.toThrow('closing');
  expect(reads).toBe(3);
});
