import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskNameTrouble } from '../../../../../main/engine/model/names/disk-names.ts';
import { nameKey } from '../../../../../main/engine/model/names/name-key.ts';
import { aliasNames } from '../../../../../main/engine/plan/names/alias-name.ts';
import { plan } from '../../../../../main/engine/plan/plan.ts';
import { planSettings } from '../../../../support/engine/trees.ts';
import { runStep } from '../../../../support/model/model-executor.ts';
import { type Act, performAll, tapes } from '../../../../support/model/model-tapes.ts';
import {
  createWorld,
  dirtyOf,
  everythingOf,
  ROOT_LOCAL,
  treesOf,
  type World,
  wordOf,
} from '../../../../support/model/model-world.ts';

const RUNS = Number(process.env['PLAN_RUNS'] ?? 200);
const ROUNDS = 40;
/** Names that Windows refuses, and the look-alikes of some of them. */
const NAMES = ['a:b', 'a\uff1ab', 'con', 'c.', 'c\uff0e', 'b'];
const settings = planSettings({ caseSensitive: false, platform: 'windows', nameLimit: { length: 255, unit: 'utf16' } });

describe('every plan on random trees with names that this disk cannot hold', () => {
  it('[P35] [P36] converges: each item has its name there and one that this disk holds here, and nothing is lost [E33]', () => {
    fc.assert(
      fc.property(tapes(NAMES), tapes(NAMES), tapes(NAMES), (...all) => {
        const world = createWorld({ caseSensitive: false });
        for (const { acts } of all) {
          performAll(world, possible(acts));
          const before = contents(world);
          settle(world);
          const after = new Set([...contents(world), ...world.recoverable]);
          expect(before.filter((content) => !after.has(content))).toEqual([]);
          isInStep(world);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('[P37] finds every pair again when the state is lost: nothing moves, nothing is transferred [E115]', () => {
    fc.assert(
      fc.property(tapes(NAMES), (tape) => {
        const world = createWorld({ caseSensitive: false });
        performAll(
          world,
          possible(tape.acts).map((act) => ({ ...act, side: 'remote' as const })),
        );
        settle(world);
        const names = [...world.local.values()].map(({ name }) => name);
        for (const id of world.rows.keys()) if (id !== ROOT_LOCAL) world.rows.delete(id);
        for (const id of world.local.keys()) world.dirtyLocal.add(id);
        for (const id of world.remote.keys()) world.dirtyItems.add(id);
        const kinds = new Set(settle(world));
        expect([...kinds].filter((kind) => kind !== 'hash' && kind !== 'adopt')).toEqual([]);
        expect([...world.local.values()].map(({ name }) => name)).toEqual(names);
      }),
      { numRuns: RUNS },
    );
  });
});

/** The acts a person can do here: on this disk only the look-alike can be typed. */
const possible = (acts: readonly Act[]): readonly Act[] =>
  acts.map((act) =>
    act.side === 'remote' || diskNameTrouble(act.name, settings) === null
      ? act
      : { ...act, name: aliasNames(act.name, settings)[0] ?? 'b' },
  );

function settle(world: World): readonly string[] {
  const ran: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const made = plan(treesOf(world), dirtyOf(world), settings);
    for (const id of made.settled.localIds) world.dirtyLocal.delete(id);
    for (const id of made.settled.itemIds) world.dirtyItems.delete(id);
    if (made.steps.length === 0) return ran;
    for (const step of made.steps) {
      runStep(world, step);
      ran.push(step.kind);
    }
  }
  throw new Error(`no rest after ${ROUNDS} rounds`);
}

function isInStep(world: World): void {
  expect(plan(treesOf(world), everythingOf(world), settings)).toMatchObject({ steps: [], blocked: [], held: [] });
  expect([world.local.size, world.remote.size]).toEqual([world.rows.size, world.rows.size]);
  const keys = new Set<string>();
  for (const row of world.rows.values()) {
    const [local, remote] = [world.local.get(row.localId), world.remote.get(row.itemId)];
    if (row.parentLocalId === null) continue;
    expect([local?.name, remote?.name]).toEqual([row.localName, row.remoteName]);
    expect(diskNameTrouble(row.localName, settings)).toBeNull();
    expect(world.rows.get(row.parentLocalId)?.itemId).toBe(remote?.parentId);
    keys.add(`${row.parentLocalId}/${nameKey(row.localName)}`);
  }
  expect(keys.size).toBe(world.rows.size - 1);
}

const contents = (world: World): readonly string[] => [
  ...world.bytes.values(),
  ...[...world.remote.values()].flatMap(({ content }) => (content === null ? [] : [wordOf(content)])),
];
