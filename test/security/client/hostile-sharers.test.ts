import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tandem } from '../../support/programs/processes.ts';
import { type Computer, openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

/* Finding 22: someone shares a folder in which items have the names of the client's own state. */

let place: Workplace;
let laptop: Computer;
let marker: string;
const forged = 'forged by a sharer';
const spellings = ['.tandem', '.Tandem', '.TANDEM'];

beforeAll(async () => {
  place = await openWorkplace();
  const web = place.web();
  laptop = await place.computer('laptop');
  await laptop.once();
  marker = await readFile(join(laptop.root, '.tandem', 'root'), 'utf8');
  const shared = await web.createFolder('0', 'shared');
  for (const [index, name] of spellings.entries()) {
    // Names that differ in case alone share no folder of the service.
    for (const parent of ['0', (await web.createFolder(shared.id, `sub ${index}`)).id]) {
      if (parent === '0' && index > 0) continue;
      const state = await web.createFolder(parent, name);
      await web.upload(state.id, 'root', forged);
      const staging = await web.createFolder(state.id, 'staging');
      await web.upload(staging.id, 'planted', forged);
    }
  }
  await laptop.once();
}, 180_000);
afterAll(() => place.close());

const namesIn = async (folder: string) => (await readdir(folder, { recursive: true })).map((name) => name.split('/'));

describe.each(spellings)('a folder named %s', (name) => {
  const folder = `sub ${spellings.indexOf(name)}`;

  test('is downloaded under another name, with its contents', async () => {
    const parts = await namesIn(join(laptop.root, 'shared', folder));
    expect(parts.flat().map((part) => part.toLowerCase())).not.toContain('.tandem');
    const alias = parts.find((path) => path.at(-1) === 'root') ?? [];
    expect(await readFile(join(laptop.root, 'shared', folder, ...alias), 'utf8')).toBe(forged);
  });

  test('makes no root: a copy of its parent holds a root of its own', async () => {
    const copy = join(place.folder, `copy of ${folder}`);
    await cp(join(laptop.root, 'shared', folder), copy, { recursive: true });
    const inner = join(copy, 'inner');
    await mkdir(inner);
    const { id } = await place.web().createFolder('0', `for ${folder}`);
    const flags = ['--state', join(place.folder, `state of ${folder}`), '--base-url', place.service().baseUrl];
    const sync = ['sync', '--local', inner, '--remote', id, '--once', '--json', ...flags];
    const { code, stderr } = await tandem(sync, { env: { TANDEM_TOKEN: place.token } });
    expect([code, stderr]).toEqual([0, '']);
    // The control: beside a real marker the same folder is refused.
    await rm(join(inner, '.tandem'), { recursive: true });
    await cp(join(laptop.root, '.tandem'), join(copy, '.tandem'), { recursive: true });
    const refused = await tandem(sync, { env: { TANDEM_TOKEN: place.token } });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(copy)]);
  }, 180_000);
});

test('the state folder of the root keeps its marker and its staging', async () => {
  const now = await readFile(join(laptop.root, '.tandem', 'root'), 'utf8');
  expect(now).not.toContain(forged);
  // The rest changes at each start.
  expect(now.split(' ')[0]).toBe(marker.split(' ')[0]);
  expect((await namesIn(join(laptop.root, '.tandem'))).flat()).not.toContain('planted');
});

test('nothing of it goes back to the service as something new', async () => {
  const { report } = await laptop.once();
  expect(report).toMatchObject({ uploaded: 0, downloaded: 0, deleted_remote: 0, moved: 0 });
  const names = (await place.web().items('0')).map(({ name }) => name);
  expect(names).toContain('.tandem');
});
