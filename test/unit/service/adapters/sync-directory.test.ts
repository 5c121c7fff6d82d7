import { describe, expect, it } from 'vitest';
import { sharedFlushes } from '../../../../service/adapters/blob-disk/sync-directory.ts';

/** A directory flush that ends when the test says so. */
function controlledSync() {
  const begun: { readonly directory: string; readonly end: (error?: Error) => void }[] = [];
  const sync = (directory: string) =>
    new Promise<void>((resolve, reject) => {
      begun.push({ directory, end: (error) => (error ? reject(error) : resolve()) });
    });
  return { begun, sync };
}

/** Runs every callback that waits for an ended operation. */
const settle = () => new Promise(setImmediate);

describe('shared flushes of directories', () => {
  it('gives no caller a flush that began before its call, and one shared flush to those that came meanwhile', async () => {
    const { begun, sync } = controlledSync();
    const flush = sharedFlushes(sync);
    const ended: string[] = [];
    const waits = ['first', 'second', 'third'].map(async (name) => {
      await flush('/shard');
      ended.push(name);
    });
    await settle();
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    await settle();
    expect(ended).toEqual(['first']);
    expect(begun).toHaveLength(2);
    begun[1]?.end();
    await Promise.all(waits);
    expect(ended).toEqual(['first', 'second', 'third']);
    expect(begun).toHaveLength(2);
  });

  it('flushes different directories side by side', async () => {
    const { begun, sync } = controlledSync();
    const flush = sharedFlushes(sync);
    const waits = [flush('/a'), flush('/b')];
    expect(begun.map(({ directory }) => directory)).toEqual(['/a', '/b']);
    for (const { end } of begun) end();
    await Promise.all(waits);
  });

  it('tells all who shared a flush that it failed, and begins the next one all the same', async () => {
    const { begun, sync } = controlledSync();
    const flush = sharedFlushes(sync);
    const first = flush('/shard');
    const second = flush('/shard');
    begun[0]?.end(new Error('the disk is gone'));
    await expect(first).rejects.toThrow('the disk is gone');
    await settle();
    begun[1]?.end();
    await second;
    const third = flush('/shard');
    begun[2]?.end();
    await third;
    expect(begun).toHaveLength(3);
  });
});
