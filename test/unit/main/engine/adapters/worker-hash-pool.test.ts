import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createNodeFileSystem } from '../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import { createWorkerHashPool } from '../../../../../main/engine/adapters/worker-hash-pool.ts';
import { type HashBench, hashPoolSuite } from '../../../../suites/disk/hash-pool.ts';

async function openRealPool(keepMs?: number): Promise<HashBench> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-hash-'));
  const fileSystem = createNodeFileSystem(createNodeRandom());
  const pool = createWorkerHashPool(2, keepMs);
  return {
    pool,
    folder,
    write: (path, bytes) => writeFile(path, bytes),
    fingerprint: async (path) => {
      const stat = await fileSystem.stat(path);
      if (stat === null) throw new Error(`nothing at ${path}`);
      return stat.fingerprint;
    },
    dispose: async () => {
      await pool.close();
      await rm(folder, { recursive: true });
    },
  };
}

hashPoolSuite('worker threads', openRealPool);

test('[E1] [E46] a file that grows while it is read never gets a digest', async () => {
  const bench = await openRealPool();
  const path = join(bench.folder, 'log');
  await writeFile(path, new Uint8Array(32 * 1024 * 1024));
  const digest = bench.pool.hash(path, await bench.fingerprint(path));
  await appendFile(path, 'one more line');
  await expect(digest).rejects.toMatchObject({ code: 'changed' });
  await bench.dispose();
});

test('a closed pool answers those that still wait', async () => {
  const bench = await openRealPool();
  const path = join(bench.folder, 'file');
  await writeFile(path, new Uint8Array(24 * 1024 * 1024));
  const expected = await bench.fingerprint(path);
  const digests = Array.from({ length: 8 }, () => bench.pool.hash(path, expected));
  const ends = Promise.allSettled(digests);
  await bench.dispose();
  expect((await ends).filter((end) => end.status === 'rejected').length).toBeGreaterThan(0);
});

test('a few small files are read without a thread; a thread that has nothing to do ends', async () => {
  const running = new Set<Worker>();
  const note = (worker: Worker): void => {
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
  };
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const bench = await openRealPool(20);
  const path = join(bench.folder, 'file');
  await writeFile(path, 'small');
  const small = await bench.fingerprint(path);
  for (let turn = 0; turn < 5; turn++) {
    await Promise.all([bench.pool.hash(path, small), bench.pool.hash(path, small)]);
    expect(running.size).toBe(0);
  }
  await Promise.all(Array.from({ length: 40 }, () => bench.pool.hash(path, small)));
  expect(running.size).toBeGreaterThan(0);
  await vi.waitFor(() => expect(running.size).toBe(0), { timeout: 10_000 });
  expect((await bench.pool.hash(path, small)).sizeBytes).toBe(5);
  await bench.dispose();
});
