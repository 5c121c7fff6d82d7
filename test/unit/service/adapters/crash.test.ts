import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { verifyStore } from '../../../../service/domain/upkeep/verify-store.ts';
import { openServiceIn } from '../../../support/lines/endless-upload.ts';

const script = join(import.meta.dirname, '../../../support/lines/endless-upload.ts');

/** Runs the uploading process until it has acknowledged so many files, and kills it in the middle of the next ones. */
async function killAfter(directory: string, count: number): Promise<ReadonlyMap<string, string>> {
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [id, sha1] = line.split(' ');
    if (id !== undefined && sha1?.length === 40) acknowledged.set(id, sha1);
    if (acknowledged.size === count) child.kill('SIGKILL');
  }
  return acknowledged;
}

describe('a service that is killed during uploads', () => {
  it('has all that it acknowledged, nothing half, and no leftovers once it is open again', {
    timeout: 60_000,
  }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tandem-crash-'));
    try {
      const acknowledged = await killAfter(directory, 60);
      const service = await openServiceIn(directory);
      const found = await service.store.read(({ items }) => items.getMany([...acknowledged.keys()]));
      const digests = new Map(found.map((item) => [item.id, item.kind === 'file' ? item.sha1 : '']));
      const verification = await verifyStore(service);
      await service.store.close();
      expect(acknowledged.size).toBeGreaterThanOrEqual(60);
      expect(digests).toEqual(acknowledged);
      expect(verification.faults).toEqual([]);
      expect(verification.versions).toBeGreaterThanOrEqual(60);
      expect(await readdir(join(directory, 'blobs', 'incoming'))).toEqual([]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
