import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PathState } from '../../../preload/ipc/shapes/path-state.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import { eventually } from '../../support/programs/processes.ts';

/** The states of rows, as the window requests them in batches, compared with `tandem why` for the same paths. */
let world: SharingWorld;
let device: EngineDevice;
/** Uploads of files with this name end only when the test says so. */
let heldName: string | null;
let release: () => void;
beforeEach(async () => {
  world = await openSharingWorld();
  heldName = null;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  device = await world.device(world.bob, {
    change: (parts) => ({
      ...parts,
      transfers: {
        ...parts.transfers,
        upload: async (request) => {
          if (heldName !== null && request.label.endsWith(heldName)) await released;
          return parts.transfers.upload(request);
        },
      },
    }),
  });
});
afterEach(async () => {
  release();
  await world.close();
});

const why = async (path: string) => {
  const answer = await device.engine.why({ path });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
};
const stateOf = (path: string): PathState => {
  const [state] = device.engine.pathStates([{ path }]);
  if (state === undefined) throw new Error(`no state of ${path}`);
  return state;
};
const idAt = async (path: string): Promise<string> => {
  let id = '0';
  for (const name of path.split('/')) id = (await world.bobsWeb.find(id, name))?.id ?? '';
  return id;
};

/** One path of each kind: everything that a row of the page Files can say. */
async function makeOneOfEach(): Promise<Record<PathState['status'], string>> {
  const team = await world.annsWeb.createFolder('0', 'team');
  const locked = await world.annsWeb.upload(team.id, 'locked.txt', 'locked');
  await world.share(team, 'editor');
  await device.write('.tandemignore', '*.log\n');
  for (const path of ['fine.txt', 'plan.txt', 'left/out.txt']) await device.write(path, path);
  await device.once();
  await device.engine.select({ changes: [{ path: 'left', state: 'not_synced' }] });
  const plan = await world.bobsWeb.find('0', 'plan.txt');
  if (plan === undefined) throw new Error('plan.txt is not on the service');
  await world.bobsWeb.replace(plan.id, 'plan.txt', 'of the web');
  await device.write('plan.txt', 'of this computer');
  await device.once();
  await world.annsWeb.update(locked, { lock: { access: 'lock' } });
  heldName = 'slow.bin';
  device.engine.start();
  await device.write('team/locked.txt', 'edited');
  await device.write('deep/slow.bin', 'slow');
  await device.write('bad\\name.txt', 'bad');
  await device.write('noise.log', 'noise');
  await eventually('one of each', async () => {
    const states = device.engine.pathStates([
      { path: 'team/locked.txt' },
      { path: 'deep/slow.bin' },
      { path: 'bad\\name.txt' },
      { path: 'noise.log' },
    ]);
    return states.map(({ status }) => status).join() === 'waiting,syncing,blocked,ignored';
  });
  return {
    synced: 'fine.txt',
    syncing: 'deep/slow.bin',
    waiting: 'team/locked.txt',
    blocked: 'bad\\name.txt',
    conflict: 'plan.txt',
    ignored: 'noise.log',
    excluded: 'left/out.txt',
    unknown: 'nothing-like-this.txt',
    outside: '/nowhere/at-all.txt',
  };
}

test('the state of each row agrees with `tandem why` for its path, requested by path and by id', async () => {
  const paths = await makeOneOfEach();
  const { outside, ...inRoot } = paths;
  for (const [status, path] of Object.entries(inRoot)) {
    const told = await why(path);
    expect([path, told.status]).toEqual([path, status]);
    const same = {
      rootId: told.rootId,
      path: told.path,
      status: told.status,
      code: told.problem?.code ?? null,
      retryAtMs: told.retryAtMs,
      conflict: told.conflict,
      held: told.held,
    };
    expect(stateOf(path)).toMatchObject(same);
    const id = told.remote?.id;
    if (id !== undefined) expect(device.engine.pathStates([{ id }])).toEqual([{ ...stateOf(path), address: { id } }]);
  }
  expect(stateOf(outside)).toMatchObject({ status: 'outside', rootId: null, path: null });
  expect(stateOf(paths.waiting).code).toBe('item_locked');
  expect(stateOf(paths.blocked).code).toMatch(/^name_/);
  expect(stateOf(paths.conflict).conflict).not.toBeNull();

  // One question for all of them; the answers stand in its order.
  const all = Object.values(paths).map((path) => ({ path }));
  expect(device.engine.pathStates(all).map(({ address }) => address)).toEqual(all);
});

test('a folder reports the work left beneath it: a transfer, a decision to make, or nothing', async () => {
  await device.write('calm/still.txt', 'still');
  await makeOneOfEach();
  await eventually('the folder is on the service', async () => (await idAt('calm')) !== '');
  expect([stateOf('deep').beneath, stateOf('calm').beneath, stateOf('fine.txt').beneath]).toEqual([
    'syncing',
    null,
    null,
  ]);
  await device.write('deep/also\\bad.txt', 'bad');
  await eventually('a name to be changed', async () => stateOf('deep').beneath === 'attention');
});

test('the feed reports changes to the requested rows, and nothing about others', async () => {
  await device.once();
  device.engine.start();
  const changes: PathState[] = [];
  const end = device.engine.feeds.subscribe('paths', (states) => void changes.push(...states));
  const watched = { path: 'watched.txt' };
  expect(device.engine.pathStates([watched])).toMatchObject([{ status: 'unknown' }]);
  await device.write('other.txt', 'other');
  await device.write('watched.txt', 'watched');
  await eventually('it is reported in sync', async () => changes.at(-1)?.status === 'synced');
  expect(new Set(changes.map(({ address }) => JSON.stringify(address)))).toEqual(new Set([JSON.stringify(watched)]));

  end();
  const reported = changes.length;
  await device.write('watched.txt', 'again');
  await eventually('the new version is there', async () => {
    const id = await idAt('watched.txt');
    return (await world.bobsWeb.read(id)).toString() === 'again';
  });
  expect(changes).toHaveLength(reported);
});
