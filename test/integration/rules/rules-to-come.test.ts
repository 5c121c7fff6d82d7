import { afterEach, beforeEach, expect, test } from 'vitest';
import { RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import { eventually } from '../../support/programs/processes.ts';

/** The rule file of a folder is on the service; the files that it excludes are here. */
let world: SharingWorld;
let device: EngineDevice;
let beforeDownload: () => Promise<void>;
beforeEach(async () => {
  beforeDownload = async () => undefined;
  world = await openSharingWorld();
  const change = (parts: EngineParts): EngineParts => ({
    ...parts,
    transfers: {
      ...parts.transfers,
      download: async (request) => {
        await beforeDownload();
        return parts.transfers.download(request);
      },
    },
  });
  device = await world.device(world.ann, { change });
});
afterEach(() => world.close());

const RULES = '.tandemignore';
const names = async (parent = '0') => (await world.annsWeb.items(parent)).map(({ name }) => name).toSorted();

/** A checkout with a secret and with modules, beside what belongs on the service. */
async function checkout(): Promise<void> {
  await device.write('.env', 'secret');
  await device.write('modules/lib/index.js', 'lib');
  await device.write('src/local.env', 'secret');
  await device.write('src/main.ts', 'main');
}

const MODES = ['one run', 'a client that stays'] as const;

/** Until both sides are in sync. */
async function sync(mode: (typeof MODES)[number]): Promise<void> {
  if (mode === 'one run') {
    expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [] });
    return;
  }
  device.engine.start();
  await eventually('in sync', async () => device.engine.status().state === 'in_sync');
}

test.each(MODES)('[P89] a folder linked over a checkout sends nothing that its rules exclude: %s', async (mode) => {
  await world.annsWeb.upload('0', RULES, '*.env\nmodules/\n');
  const src = await world.annsWeb.createFolder('0', 'src');
  await checkout();
  await sync(mode);
  expect([await names(), await names(src.id)]).toEqual([[RULES, 'src'], ['main.ts']]);
});

test('[P89] a conflict about the rules sends nothing that they exclude, even after a scan without them', async () => {
  await device.write(RULES, '*.env\nmodules/\n');
  await checkout();
  expect(await device.once()).toMatchObject({ state: 'in_sync' });
  const file = await world.annsWeb.find('0', RULES);
  await world.annsWeb.replace(file?.id ?? '', RULES, '*.env\nmodules/\n# theirs\n');
  await device.write(RULES, '*.env\nmodules/\n# mine\n');
  const scanned = Promise.withResolvers<void>();
  beforeDownload = () => scanned.promise;
  device.engine.start();
  await eventually('a scan has seen the files that are no longer excluded', async () => {
    const why = await device.engine.why({ path: 'src/local.env' });
    return why.ok && why.value.status !== 'ignored';
  });
  await device.write('src/more.ts', 'more');
  scanned.resolve();
  await eventually('in sync', async () => device.engine.status().state === 'in_sync');
  expect(await names()).toEqual([RULES, expect.stringContaining('conflicted copy'), 'src']);
  expect(await names((await world.annsWeb.find('0', 'src'))?.id)).toEqual(['main.ts', 'more.ts']);
});

test('[P89] the dry run lists nothing that rules to come may exclude', async () => {
  await world.annsWeb.upload('0', RULES, '*.env\nmodules/\n');
  await checkout();
  const plan = await device.engine.plan({ limit: 100 });
  expect(plan.ok && plan.value.steps.map(({ path }) => path)).toEqual([RULES]);
});

test("[P89] while the rule file can't be downloaded, what waits for it says so, and goes up once it has come", async () => {
  await world.annsWeb.upload('0', RULES, '*.env\n');
  for (const name of ['.env', 'a.txt']) await device.write(name, name);
  beforeDownload = () => Promise.reject(new RemoteError('no_permission', 'Its download is withheld.'));
  const { state, blocked } = await device.once();
  expect([state, blocked.map(({ path, reason }) => `${path}: ${reason}`).toSorted()]).toEqual([
    'attention',
    ['.env: rules_missing', `${RULES}: no_permission`, 'a.txt: rules_missing'],
  ]);
  beforeDownload = async () => undefined;
  device.engine.retry({});
  expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [] });
  expect(await names()).toEqual([RULES, 'a.txt']);
});
