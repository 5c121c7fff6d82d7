import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fingerprint } from '../../../main/engine/model/entry.ts';
import { fileIdentity } from '../../../main/engine/model/ids.ts';
import type { HashPool } from '../../../main/engine/ports/hash-pool.ts';

/** A pool to try the port on, with the means to arrange files. All paths are absolute. */
export type HashBench = {
  readonly pool: HashPool;
  readonly folder: string;
  write(path: string, bytes: Uint8Array): Promise<void>;
  fingerprint(path: string): Promise<Fingerprint>;
  dispose(): Promise<void>;
};

/** The contract of every pool behind the `HashPool` port. */
export function hashPoolSuite(name: string, open: () => Promise<HashBench>): void {
  describe(`hash pool: ${name}`, () => {
    let bench: HashBench;
    const write = async (file: string, bytes: Uint8Array): Promise<{ path: string; expect: Fingerprint }> => {
      const path = `${bench.folder}/${file}`;
      await bench.write(path, bytes);
      return { path, expect: await bench.fingerprint(path) };
    };
    beforeEach(async () => {
      bench = await open();
    });
    afterEach(() => bench.dispose());

    test.each([
      ['[E43] nothing at all', 0],
      ['one byte', 1],
      ['exactly one block', 1024 * 1024],
      ['more than two blocks', 2 * 1024 * 1024 + 7],
    ])('digests a file of %s', async (_title, size) => {
      const { path, expect: fingerprint } = await write('file', new Uint8Array(size));
      const digest = await crypto.subtle.digest('SHA-1', new Uint8Array(size));
      expect(await bench.pool.hash(path, fingerprint)).toEqual({
        sha1: Buffer.from(digest).toString('hex'),
        sizeBytes: size,
      });
    });

    test('many files at once come back each with its own digest', async () => {
      const files = await Promise.all(Array.from({ length: 40 }, (_, n) => write(`f${n}`, new Uint8Array([n]))));
      const contents = await Promise.all(files.map((file) => bench.pool.hash(file.path, file.expect)));
      expect(new Set(contents.map((content) => content.sha1)).size).toBe(40);
      expect(contents.every((content) => content.sizeBytes === 1)).toBe(true);
    });

    test('[E1] [E52] a file that is not the expected one is changed, never digested', async () => {
      const { path, expect: fingerprint } = await write('file', new Uint8Array([1, 2, 3]));
      const wrong: readonly Fingerprint[] = [
        { ...fingerprint, sizeBytes: 4 },
        { ...fingerprint, mtimeNs: '1' },
        { ...fingerprint, identity: fileIdentity('another') },
      ];
      for (const other of wrong) {
        await expect(bench.pool.hash(path, other)).rejects.toMatchObject({ name: 'FileSystemError', code: 'changed' });
      }
    });

    test('hashing a missing file fails with not_found, and the pool keeps working', async () => {
      const { path, expect: fingerprint } = await write('file', new Uint8Array([1]));
      await expect(bench.pool.hash(`${path}-missing`, fingerprint)).rejects.toMatchObject({ code: 'not_found' });
      expect((await bench.pool.hash(path, fingerprint)).sizeBytes).toBe(1);
    });

    test('an aborted digest ends, queued or running, and the pool keeps working', async () => {
      const { path, expect: fingerprint } = await write('file', new Uint8Array(24 * 1024 * 1024));
      const abort = new AbortController();
      const running = Array.from({ length: 6 }, () => bench.pool.hash(path, fingerprint, abort.signal));
      abort.abort();
      const ends = await Promise.allSettled(running);
      expect(ends.map((end) => end.status)).toEqual(running.map(() => 'rejected'));
      expect((await bench.pool.hash(path, fingerprint)).sizeBytes).toBe(24 * 1024 * 1024);
    });
  });
}
