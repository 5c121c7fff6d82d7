import { cp, mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { plainEnglish } from '../../../preload/words/en/english.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import type { WebItem } from '../../support/people/web-user.ts';
import { eventually, tandem } from '../../support/programs/processes.ts';
import { type Computer, openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

/* Someone shares a folder in which items have the names of the client's own state, or of its rules. */

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

  test(
    name === '.tandem' ? 'stays on the service' : 'is downloaded under another name, with its contents',
    async () => {
      const parts = await namesIn(join(laptop.root, 'shared', folder));
      expect(parts.flat().map((part) => part.toLowerCase())).not.toContain('.tandem');
      if (name === '.tandem') return expect(parts).toEqual([]);
      const alias = parts.find((path) => path.at(-1) === 'root') ?? [];
      expect(await readFile(join(laptop.root, 'shared', folder, ...alias), 'utf8')).toBe(forged);
    },
  );

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

test('`tandem download` leaves such folders out, at every depth, and fetches everything else', async () => {
  const web = place.web();
  const shared = await web.find('0', 'shared');
  const own = await web.find('0', '.tandem');
  const beside = await web.upload(shared?.id ?? '', 'letter.txt', 'wanted');
  const to = join(place.folder, 'downloaded');
  await mkdir(to);
  for (const [id, kept] of [
    [own?.id ?? '', []],
    [shared?.id ?? '', ['shared', 'shared/letter.txt', 'shared/sub 0', 'shared/sub 1', 'shared/sub 2']],
  ] as const) {
    const { code, stdout } = await tandem(['download', id, '--to', to, '--json', ...laptop.flags], {
      env: { TANDEM_TOKEN: place.token },
    });
    const results: Record<string, unknown>[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const refused = results.filter(({ ok }) => ok !== true);
    expect([code, refused.length]).toEqual([1, kept.length === 0 ? 1 : spellings.length]);
    for (const refusal of refused) {
      expect(refusal).toMatchObject({
        code: 'name_not_allowed_here',
        message: expect.stringContaining('Tandem uses this name for its own files'),
      });
    }
    expect((await readdir(to, { recursive: true })).sort()).toEqual(kept);
  }
  await web.trash(beside);
}, 60_000);

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

describe('a rule file of a sharer', () => {
  let world: SharingWorld;
  let bobs: EngineDevice;
  let project: WebItem;
  const told: string[] = [];
  beforeEach(async () => {
    told.length = 0;
    world = await openSharingWorld();
    project = await world.annsWeb.createFolder('0', 'Project');
    for (const name of ['a.txt', 'b.txt', 'c.log']) await world.annsWeb.upload(project.id, name, name);
    await world.share(project, 'editor');
    bobs = await world.device(world.bob);
    bobs.engine.feeds.subscribe('notice', ({ body }) => told.push(plainEnglish(body)));
    await bobs.once();
  });
  afterEach(() => world.close());

  const rulesOfAnn = async (text: string) => {
    const known = await world.annsWeb.find(project.id, '.tandemignore');
    if (known === undefined) await world.annsWeb.upload(project.id, '.tandemignore', text);
    else await world.annsWeb.replace(known.id, '.tandemignore', text);
    // The first pass downloads the file, the second one begins with its rules.
    await bobs.once();
    await bobs.once();
  };
  const namesAtTheService = async () => (await world.annsWeb.items(project.id)).map(({ name }) => name).sort();

  test("[P90] includes nothing that a person's own rules exclude, however it is written", async () => {
    expect(bobs.engine.setIgnoreLines(['.env', 'private/', '!notes.md'])).toMatchObject({ ok: true });
    await rulesOfAnn('!.env\n!/.env\n!**/.env\n!private/\n*.md\n');
    await bobs.write('Project/.env', 'SECRET=1');
    await bobs.write('Project/private/key', 'SECRET=2');
    await bobs.write('Project/notes.md', 'wanted');
    await bobs.once();
    expect(await namesAtTheService()).toEqual(['.tandemignore', 'a.txt', 'b.txt', 'c.log', 'notes.md']);
    expect(await bobs.engine.why({ path: bobs.at('Project/.env') })).toMatchObject({
      value: { leftOut: { cause: 'excluded_by_setting' } },
    });
  });

  test('[P90] that stops the sync of files leads to one notice, with its author, its folder and their number', async () => {
    await rulesOfAnn('*.txt\n');
    const sentence = `${world.ann.name}'s rules in Project exclude 2 items. They stay on this computer and are no longer synced.`;
    expect(told).toEqual([sentence]);
    await bobs.write('Project/d.txt', 'new');
    await bobs.once();
    expect(told).toEqual([sentence]);
    expect(await bobs.read('Project/a.txt')).toBe('a.txt');
    await rulesOfAnn('*.txt\n*.log\n');
    expect(told.slice(1)).toEqual([
      `${world.ann.name}'s rules in Project exclude 1 item. It stays on this computer and is no longer synced.`,
    ]);
  });

  test('[P90] that stops the sync of files leads to a notice on the command line, with its code and values', async () => {
    const folder = join(place.folder, "bob's");
    await mkdir(folder);
    const flags = ['--state', join(place.folder, "bob's state"), '--base-url', world.service.baseUrl];
    const sync = async (...more: string[]) =>
      tandem(['sync', '--local', folder, '--remote', '0', '--once', ...flags, ...more], {
        env: { TANDEM_TOKEN: world.bob.token },
      });
    expect((await sync()).code).toBe(0);
    await world.annsWeb.upload(project.id, '.tandemignore', '*.txt\n');
    const by = world.ann.name;
    const sentence = `${by}'s rules in Project exclude 2 items. They stay on this computer and are no longer synced.`;
    const args = { by, folder: 'Project', items: 2 };
    const { code, stdout } = await sync('--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { downloaded: 1, notices: [{ code: 'rules_exclude_details', args, sentence }] },
    ]);
    expect(JSON.parse((await sync('--json')).stdout)).not.toHaveProperty('notices');
  }, 120_000);

  /** A disk that counts whole seconds: for a moment, an edit could have the same time, so nobody knows yet whether a file is still Ann's. */
  const onSlowTimes = (parts: EngineParts): EngineParts => ({
    ...parts,
    transfers: {
      ...parts.transfers,
      download: async (request) => {
        const outcome = await parts.transfers.download(request);
        if (!outcome.ok) return outcome;
        const thisSecondS = Math.ceil(Date.now() / 2000) * 2;
        await utimes(outcome.path, thisSecondS, thisSecondS);
        return { ...outcome, stat: (await parts.fileSystem.stat(outcome.path)) ?? outcome.stat };
      },
    },
  });

  test.each([
    ['', '*.txt\n', 2],
    [' that excludes itself,', '*\n', 4],
  ])('[P90] that has just been changed,%s is told by a running engine, once', async (_which, rules, items) => {
    bobs = await world.device(world.bob, { change: onSlowTimes });
    bobs.engine.feeds.subscribe('notice', ({ body }) => told.push(plainEnglish(body)));
    await bobs.once();
    bobs.engine.start();
    await world.annsWeb.upload(project.id, '.tandemignore', rules);
    await eventually('the notice', async () => told.length > 0, 15_000);
    await eventually('both sides in sync', async () => bobs.engine.status().state === 'in_sync');
    expect(told).toEqual([
      `${world.ann.name}'s rules in Project exclude ${items} items. They stay on this computer and are no longer synced.`,
    ]);
  });

  test('[P90] that the person at this computer has edited since is not news to them', async () => {
    await rulesOfAnn('*.none\n');
    await bobs.write('Project/.tandemignore', '*.txt\n');
    await bobs.once();
    await bobs.once();
    expect(bobs.engine.status().roots[0]).toMatchObject({ ignored: 2 });
    expect(told).toEqual([]);
  });

  test('[P90] that excludes everything, itself included, leads to a notice too', async () => {
    await rulesOfAnn('*\n');
    expect(told).toEqual([
      `${world.ann.name}'s rules in Project exclude 4 items. They stay on this computer and are no longer synced.`,
    ]);
  });

  test('[P90] rules of the person at this computer lead to no notice, here or from another computer', async () => {
    await bobs.write('Project/.tandemignore', '*.log\n');
    await bobs.once();
    await bobs.once();
    const shared = await world.bobsWeb.find(project.id, '.tandemignore');
    await world.bobsWeb.replace(shared?.id ?? '', '.tandemignore', '*.log\n*.txt\n');
    await bobs.once();
    await bobs.once();
    expect(bobs.engine.status().roots[0]).toMatchObject({ ignored: 3 });
    expect(told).toEqual([]);
  });
});
