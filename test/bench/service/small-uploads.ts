import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Figure } from '../figure.ts';
import type { BenchPlace } from './bench-place.ts';
import { perSecond } from './rate.ts';

const parallel = 8;

/** Uploads of 4 KiB, each durable when it is answered, beside writes of 4 KiB into new files, each flushed. */
export async function benchSmallUploads(place: BenchPlace): Promise<readonly Figure[]> {
  const folder = await place.createFolder('small', '0');
  const uploads = await perSecond(
    async (count) => {
      await place.upload(`file ${count}`, folder, randomBytes(4096));
    },
    { parallel },
  );
  const writes = await flushedWrites();
  return [
    {
      what: `uploads of 4 KiB, ${parallel} at once`,
      value: uploads,
      unit: 'per second',
      beside: { what: `new files of 4 KiB written and flushed, ${parallel} at once`, value: writes },
    },
  ];
}

async function flushedWrites(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tandem-flushed-'));
  try {
    return await perSecond(
      async (count) => {
        const file = await open(path.join(folder, String(count)), 'wx');
        await file.write(randomBytes(4096));
        await file.sync();
        await file.close();
      },
      { parallel },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
