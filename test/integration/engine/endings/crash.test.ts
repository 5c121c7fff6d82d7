import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { executeStep } from '../../../../main/engine/execute/execute-step.ts';
import type { Plan } from '../../../../main/engine/model/plan/plan.ts';
import type { Step } from '../../../../main/engine/model/plan/step.ts';
import { plan } from '../../../../main/engine/plan/plan.ts';
import type { DiskTraits } from '../../../../main/engine/ports/file-system.ts';
import { createAccountGate } from '../../../../main/engine/root/account/account-gate.ts';
import type { EngineParts } from '../../../../main/engine/root/engine-parts.ts';
import { settingsOf } from '../../../../main/engine/root/planning/plan-input.ts';
import { recordDone } from '../../../../main/engine/root/record/record.ts';
import { createRootContext, type RootContext } from '../../../../main/engine/root/root-context.ts';
import { createStepRunner } from '../../../../main/engine/root/schedule/step-runner.ts';
import { type EngineDevice, openEngineDevice } from '../../../support/engine/engine-device.ts';
import { readTree } from '../../../support/files/disk-tree.ts';
import { type WebUser, webUser } from '../../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/**
 * First the effect, then the record: a crash between the two must lead to the same end when the step is found again. Here every
 * step of every plan is run twice, and only the second run is written down.
 */
let service: TestService;
let web: WebUser;
let device: EngineDevice;
let context: RootContext;

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  let parts: EngineParts | undefined;
  const change = (made: EngineParts): EngineParts => {
    // A missing item counts as deleted at the second look, however soon that is: nothing else changes the folder here.
    parts = { ...made, settings: { ...made.settings, settleMs: 0 } };
    return parts;
  };
  device = await openEngineDevice({ name: 'crash', addresses: service, token: service.person.token, change });
  const [record] = device.store.roots();
  if (parts === undefined || record === undefined) throw new Error('the device has no root');
  const { clock, random } = parts;
  context = createRootContext({
    parts,
    record,
    gate: createAccountGate(clock, random, () => undefined),
    notifyChanged: () => undefined,
    refreshInvitations: () => undefined,
    notify: () => undefined,
    createRunner: (execution, wake) =>
      createStepRunner((step, signal) => executeStep(execution, step, signal), wake.ring),
  });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

async function observe(): Promise<void> {
  await context.local.scanAll();
  await context.remote.catchUp();
  await context.local.settleMissing();
}

/** True: found done. */
async function runTwice(step: Step): Promise<boolean> {
  const signal = new AbortController().signal;
  await executeStep(context.execution, step, signal);
  const again = await executeStep(context.execution, step, signal);
  if (again.outcome !== 'done') {
    // Not found done: then the next look must explain it.
    expect([step.kind, again.outcome]).toEqual([step.kind, 'stale']);
    return false;
  }
  const { parts, root } = context;
  const recording = { root, journal: parts.store.journal, nowMs: 0, batch: 1, doubt: () => undefined };
  parts.store.transaction(() => recordDone(recording, step, again));
  return true;
}

const planAll = (traits: DiskTraits): Plan =>
  plan(context.execution.trees, context.root.dirty(Number.MAX_SAFE_INTEGER), settingsOf(context, traits));

/** Until the plan is empty, which it must be after a few rounds. Returns the kinds of steps that were found done. */
async function converge(): Promise<Set<string>> {
  const kinds = new Set<string>();
  const traits = await context.parts.fileSystem.traits(device.path);
  for (let round = 0; round < 8; round++) {
    await observe();
    for (let isGoing = true; isGoing; ) {
      const { steps, blocked, settled } = planAll(traits);
      expect(blocked).toEqual([]);
      context.root.clean(settled);
      const [step] = steps;
      isGoing = step !== undefined && (await runTwice(step));
      if (isGoing && step !== undefined) kinds.add(step.kind);
    }
    await observe();
    if (planAll(traits).steps.length === 0) return kinds;
  }
  throw new Error('it did not come to rest');
}

async function remoteTree(folder = '0', path = ''): Promise<Map<string, string>> {
  const tree = new Map<string, string>();
  for (const item of (await web.items(folder)).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    tree.set(path + item.name, item.type === 'folder' ? '/' : (item.sha1 ?? ''));
    if (item.type === 'folder')
      for (const [name, mark] of await remoteTree(item.id, `${path}${item.name}/`)) tree.set(name, mark);
  }
  return tree;
}

const trees = async () => {
  const [local, remote] = [await readTree(device.path), await remoteTree()];
  const inOrder = (tree: ReadonlyMap<string, string>) => [...tree].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { local: inOrder(local), remote: inOrder(remote) };
};

async function base(): Promise<void> {
  for (const path of ['one', 'two', 'd/three', 'd/four', 'e/five']) await device.write(path, `content of ${path}`);
  await converge();
}

const find = async (name: string) => {
  const item = await web.find('0', name);
  if (item === undefined) throw new Error(`no ${name} on the service`);
  return item;
};

type Situation = {
  readonly name: string;
  readonly change: () => Promise<unknown>;
  /** Names at the top afterwards. */
  readonly top: readonly string[];
  readonly kinds: readonly string[];
};

const situations: readonly Situation[] = [
  {
    name: 'a new folder and files here',
    change: () => device.write('n/m/f', 'new'),
    top: ['d', 'e', 'n', 'one', 'two'],
    // The event of the first run shows its folder again: only the observer may record the contents of a folder.
    kinds: ['adopt', 'upload'],
  },
  {
    name: 'an edit here',
    change: () => device.write('one', 'edited here'),
    top: ['d', 'e', 'one', 'two'],
    kinds: ['upload-version'],
  },
  {
    name: 'a renamed folder here',
    change: () => rename(device.at('d'), device.at('dd')),
    top: ['dd', 'e', 'one', 'two'],
    // The news of the first run show the folder at that place, on which both sides agree.
    kinds: ['adopt'],
  },
  {
    name: 'a move here',
    change: () => rename(device.at('one'), device.at('d/one')),
    top: ['d', 'e', 'two'],
    kinds: ['adopt'],
  },
  { name: 'a delete here', change: () => rm(device.at('one')), top: ['d', 'e', 'two'], kinds: ['trash-remote'] },
  {
    name: 'a folder deleted here',
    change: () => rm(device.at('d'), { recursive: true }),
    top: ['e', 'one', 'two'],
    kinds: ['trash-remote'],
  },
  {
    name: 'a new folder and file there',
    change: async () => web.upload((await web.createFolder('0', 'r')).id, 'f', 'there'),
    top: ['d', 'e', 'one', 'r', 'two'],
    // The folder and the file of the first run are looked at before they are taken for those.
    kinds: ['adopt', 'hash'],
  },
  {
    name: 'an edit there',
    change: async () => web.replace((await find('one')).id, 'one', 'edited there'),
    top: ['d', 'e', 'one', 'two'],
    // The file of the first run is read before it counts as the new version.
    kinds: ['hash', 'adopt'],
  },
  {
    name: 'a rename there',
    change: async () => web.update(await find('d'), { name: 'dd' }),
    top: ['dd', 'e', 'one', 'two'],
    kinds: ['move-local'],
  },
  {
    name: 'a delete there',
    change: async () => web.trash(await find('d')),
    top: ['e', 'one', 'two'],
    // Absent is not yet gone: it is looked for, and then gone on both sides.
    kinds: ['forget'],
  },
  {
    name: 'both gone',
    change: async () => {
      await web.trash(await find('one'));
      await rm(device.at('one'));
    },
    top: ['d', 'e', 'two'],
    kinds: ['forget'],
  },
  {
    name: 'equal on both sides',
    change: async () => {
      await web.upload('0', 'same', 'same');
      await device.write('same', 'same');
    },
    top: ['d', 'e', 'one', 'same', 'two'],
    kinds: ['hash'],
  },
];

describe('[I10][E110][E111] run twice, written down once', () => {
  test.each(situations)('$name', async ({ change, top, kinds }) => {
    await base();
    await change();
    const seen = await converge();
    const { local, remote } = await trees();
    expect(remote).toEqual(local);
    expect(local.map(([path]) => path).filter((path) => !path.includes('/'))).toEqual(top);
    expect([...seen]).toEqual(expect.arrayContaining([...kinds]));
  });

  test('both edited: one conflict copy, not two', async () => {
    await base();
    await web.replace((await find('one')).id, 'one', 'edited there');
    await device.write('one', 'edited here, longer');
    expect([...(await converge())]).toContain('set-aside');
    const { local, remote } = await trees();
    expect(remote).toEqual(local);
    expect(local.filter(([path]) => path.includes('conflicted copy'))).toHaveLength(1);
    expect(await device.read('one')).toBe('edited there');
  });

  test('names in a ring', async () => {
    await base();
    await rename(device.at('one'), device.at('x'));
    await rename(device.at('two'), device.at('one'));
    await rename(device.at('x'), device.at('two'));
    await mkdir(device.at('empty'));
    await converge();
    const { local, remote } = await trees();
    expect(remote).toEqual(local);
    expect(await device.read('one')).toBe('content of two');
  });
});
