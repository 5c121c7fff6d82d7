import { expect, test } from 'vitest';
import { diskRoom } from '../../../../service/adapters/blob-disk/disk-room.ts';
import { BlobSpaceExhausted } from '../../../../service/ports/blob-store.ts';

const mebibyte = 1024 ** 2;

/** A disk whose free room and clock the test sets. */
function openDisk(sizeMebibytes: number) {
  const disk = { freeBytes: 0, nowMs: 0, looks: 0 };
  const room = diskRoom('/data/blobs', {
    statfs: async () => {
      disk.looks += 1;
      return { bavail: disk.freeBytes / 4096, blocks: (sizeMebibytes * mebibyte) / 4096, bsize: 4096 };
    },
    now: () => disk.nowMs,
  });
  return { disk, room };
}

test.each([
  { size: 1000, reserve: 20, why: '2 % of a small disk' },
  { size: 25_600, reserve: 512, why: '2 % that are 512 MiB' },
  { size: 10_000_000, reserve: 512, why: 'no more than 512 MiB of a large disk' },
])('contents leave $reserve MiB of $size MiB free: $why', async ({ size, reserve }) => {
  const { disk, room } = openDisk(size);
  disk.freeBytes = reserve * mebibyte - 4096;
  await expect(room()).rejects.toThrow(BlobSpaceExhausted);
  disk.freeBytes = reserve * mebibyte;
  await expect(room()).resolves.toBeUndefined();
});

test('a look is good for 500 ms; a refusal is looked at again each time', async () => {
  const { disk, room } = openDisk(1000);
  await expect(room()).rejects.toThrow(BlobSpaceExhausted);
  disk.freeBytes = 500 * mebibyte;
  await room();
  disk.freeBytes = 0;
  disk.nowMs = 499;
  await room();
  expect(disk.looks).toBe(2);
  disk.nowMs = 500;
  await expect(room()).rejects.toThrow(BlobSpaceExhausted);
  expect(disk.looks).toBe(3);
});
