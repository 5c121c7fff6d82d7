import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Computer, openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

/** Items that left this disk and come back from the service: under their ids, and without a second download. */
let place: Workplace;
let desk: Computer;
beforeAll(async () => {
  place = await openWorkplace();
  desk = await place.computer('desk');
});
afterAll(() => place.close());

test('[P67][E88] an item restored on the web comes back under its id, from the local trash instead of by download', async () => {
  const content = randomBytes(300_000);
  await mkdir(join(desk.root, 'box'));
  await writeFile(join(desk.root, 'box', 'large.bin'), content);
  await desk.once();
  const box = await place.web().find('0', 'box');
  if (box === undefined) throw new Error('no box');
  const large = await place.web().find(box.id, 'large.bin');

  await place.web().trash(box);
  expect((await desk.once()).report).toMatchObject({ state: 'in_sync', deleted_local: 1 });
  await place.web().restore(box);
  expect((await desk.once()).report).toMatchObject({ state: 'in_sync', downloaded: 1, bytes_down: 0 });
  expect((await readFile(join(desk.root, 'box', 'large.bin'))).equals(content)).toBe(true);
  expect((await place.web().find(box.id, 'large.bin'))?.id).toBe(large?.id);
});

test('[E88] a folder that is left out and chosen again is not fetched a second time either', async () => {
  const box = await place.web().find('0', 'box');
  if (box === undefined) throw new Error('no box');
  await place.web().update(box, { sync_state: 'not_synced' });
  expect((await desk.once()).report).toMatchObject({ state: 'in_sync', deleted_local: 1 });
  await place.web().update(box, { sync_state: 'synced' });
  expect((await desk.once()).report).toMatchObject({ state: 'in_sync', downloaded: 1, bytes_down: 0 });
});
