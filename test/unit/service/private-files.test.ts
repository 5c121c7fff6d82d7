import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { closePrivateFile } from '../../../service/private-files.ts';

test('a file that another process removes at the same moment is no error', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tandem-private-'));
  const file = path.join(folder, 'service.db-wal');
  try {
    for (let round = 0; round < 300; round += 1) {
      await writeFile(file, '', { mode: 0o644 });
      const [closed] = await Promise.allSettled([closePrivateFile(file), rm(file)]);
      expect(closed).toEqual({ status: 'fulfilled', value: undefined });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
