import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Computer, openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

let place: Workplace;
let [a, b]: Computer[] = [];
beforeAll(async () => {
  place = await openWorkplace();
  [a, b] = [await place.computer('a'), await place.computer('b')];
});
afterAll(() => place.close());

const here = (computer: Computer | undefined, ...names: string[]) => join(computer?.root ?? '', ...names);

test('[P78] [P79] a copy is made on the service and on the other disk, without a byte of it on the line', async () => {
  const content = randomBytes(300_000);
  await writeFile(here(a, 'original.bin'), content);
  expect((await a?.once())?.report).toMatchObject({ uploaded: 1, bytes_up: 300_000 });
  expect((await b?.once())?.report).toMatchObject({ downloaded: 1, bytes_down: 300_000 });

  await mkdir(here(a, 'sub'));
  await copyFile(here(a, 'original.bin'), here(a, 'sub', 'copy.bin'));
  await utimes(here(a, 'sub', 'copy.bin'), 1_600_000_000, 1_600_000_000);
  expect((await a?.once())?.report).toMatchObject({ state: 'in_sync', uploaded: 1, bytes_up: 0 });
  expect((await b?.once())?.report).toMatchObject({ state: 'in_sync', downloaded: 1, bytes_down: 0 });
  expect((await readFile(here(b, 'sub', 'copy.bin'))).equals(content)).toBe(true);
  expect((await stat(here(b, 'sub', 'copy.bin'))).mtimeMs).toBeCloseTo(1_600_000_000_000, 0);
  // Nothing is left to do on either side: the copy is agreed on as it is.
  expect((await a?.once())?.report).toMatchObject({ uploaded: 0, downloaded: 0 });
});

test('[P78] a file of the same size and other bytes is sent', async () => {
  await writeFile(here(a, 'other.bin'), randomBytes(300_000));
  expect((await a?.once())?.report).toMatchObject({ uploaded: 1, bytes_up: 300_000 });
});

test('[P79] [E104] a local file that has changed is no source: the bytes come from the service', async () => {
  const content = randomBytes(400_000);
  await writeFile(here(a, 'source.bin'), content);
  await a?.once();
  await b?.once();
  await copyFile(here(a, 'source.bin'), here(a, 'again.bin'));
  await a?.once();
  // The same size and time over other bytes: only reading the file shows the difference.
  const { mtime, atime } = await stat(here(b, 'source.bin'));
  await writeFile(here(b, 'source.bin'), randomBytes(400_000));
  await utimes(here(b, 'source.bin'), atime, mtime);
  const { report } = (await b?.once()) ?? {};
  expect(report?.bytes_down).toBe(400_000);
  expect((await readFile(here(b, 'again.bin'))).equals(content)).toBe(true);
});
