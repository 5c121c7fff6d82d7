import { appendFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer } from '../../../main/engine/model/refusal.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';

/**
 * Each order of a person that takes a file to the local trash looks at the file once more there: a save between the last look and the
 * rename belongs to no decision. One row for each order.
 */
let world: SharingWorld;
let bobs: EngineDevice;
let team: string;
/** Set: the next file that goes to the trash is saved in the moment before. */
let isSavedLate = false;
beforeEach(async () => {
  isSavedLate = false;
  world = await openSharingWorld();
  team = (await world.annsWeb.createFolder('0', 'team')).id;
  await world.annsWeb.upload(team, 'plan.txt', 'of Ann');
  await world.share({ id: team, name: 'team', type: 'folder' } as Parameters<SharingWorld['share']>[0], 'viewer');
  bobs = await world.device(world.bob, { change: savedLate });
  await bobs.once();
});
afterEach(() => world.close());

const savedLate = (parts: EngineParts): EngineParts => ({
  ...parts,
  trash: async (path, ...asked) => {
    if (isSavedLate) await appendFile(path, ', saved late');
    isSavedLate = false;
    return parts.trash(path, ...asked);
  },
});

type Order = { readonly path: string; readonly content: string; readonly give: () => Promise<Answer<unknown>> };

/** An edit for which Bob has no right is given up. */
async function givenUp(): Promise<Order> {
  await bobs.write('team/plan.txt', 'of Bob');
  await bobs.once();
  const give = () => bobs.engine.acts.resolve({ target: bobs.at('team/plan.txt'), keep: 'theirs' });
  return { path: 'team/plan.txt', content: 'of Bob', give };
}

/** A conflict is decided for the version of the service. */
async function decided(): Promise<Order> {
  await bobs.write('own.txt', 'base');
  await bobs.once();
  const own = await world.bobsWeb.find('0', 'own.txt');
  await world.bobsWeb.replace(own?.id ?? '', 'own.txt', 'of the web');
  await bobs.write('own.txt', 'of this computer');
  await bobs.once();
  const path = bobs.engine.acts.conflicts({ limit: 1, offset: 0 }).conflicts[0]?.copyPath ?? '';
  await bobs.once();
  const give = () => bobs.engine.acts.resolve({ target: bobs.at(path), keep: 'theirs' });
  return { path, content: 'of this computer', give };
}

/** A restore from the local trash is undone. */
async function undone(): Promise<Order> {
  await bobs.write('own.txt', 'base');
  await bobs.once();
  const own = await world.bobsWeb.find('0', 'own.txt');
  if (own !== undefined) await world.bobsWeb.trash(own);
  await bobs.once();
  const [trashed] = bobs.engine.acts.trashed({ limit: 1, offset: 0 }).items;
  await bobs.engine.acts.restoreTrashed(trashed?.id ?? -1);
  await bobs.once();
  const [entry] = bobs.store.journal.query({ kinds: ['restore-local'], limit: 1 });
  return { path: 'own.txt', content: 'base', give: () => bobs.engine.acts.undo({ id: entry?.id ?? -1 }) };
}

const FILES = 60;

/** A mass rewrite is restored: its first file is saved late, the others go. */
async function putBack(): Promise<Order> {
  for (let index = 0; index < FILES; index++) await bobs.write(`many/${index}.txt`, `content ${index}`);
  await bobs.once();
  for (let index = 0; index < FILES; index++) await bobs.write(`many/${index}.txt`, 'locked away');
  await bobs.once();
  const give = async (): Promise<Answer<unknown>> => {
    const answer = await bobs.engine.acts.decideHeld({ id: bobs.engine.acts.held()[0]?.id ?? -1, decision: 'restore' });
    if (!answer.ok) return answer;
    const [failed] = 'failed' in answer.value ? answer.value.failed : [];
    if (failed === undefined) return answer;
    late.path = failed.path;
    return { ok: false, error: { code: 'changed_since', message: failed.message, remedy: '' } };
  };
  const late = { path: '', content: 'locked away', give };
  return late;
}

test.each([
  ['P48: a conflict is decided', decided],
  ['P49: an edit is given up', givenUp],
  ['P50: a restore is undone', undone],
  ['P46: a held rewrite is put back', putBack],
])('[%s] a file that is saved while it goes to the trash stays, and the order is refused', async (_, prepare) => {
  const order = await prepare();
  isSavedLate = true;
  expect(await order.give()).toMatchObject({ ok: false, error: { code: 'changed_since' } });
  expect(isSavedLate).toBe(false);
  expect(await bobs.read(order.path)).toBe(`${order.content}, saved late`);
  const kept = [...(await readTree(bobs.trash)).keys()].map((path) => basename(path));
  expect(kept).not.toContain(basename(order.path));
  await bobs.once();
  expect(await bobs.read(order.path)).toBe(`${order.content}, saved late`);
});
