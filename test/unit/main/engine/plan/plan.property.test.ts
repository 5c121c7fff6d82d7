import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan, PlanSettings } from '../../../../../main/engine/model/plan/plan.ts';
import { plan } from '../../../../../main/engine/plan/plan.ts';
import { planSettings } from '../../../../support/engine/trees.ts';
import { runStep } from '../../../../support/model/model-executor.ts';
import { performAll, type Tape, tapes, worldOf } from '../../../../support/model/model-tapes.ts';
import { dirtyOf, everythingOf, listing, treesOf, type World, wordOf } from '../../../../support/model/model-world.ts';

const RUNS = Number(process.env['PLAN_RUNS'] ?? 400);
const ROUNDS = 40;

describe('every plan on random trees', () => {
  for (const caseSensitive of [true, false]) {
    const names = caseSensitive ? undefined : ['a', 'A', 'b', 'c'];
    const disk = caseSensitive ? 'a disk that tells case apart' : 'a disk that does not';
    const settings = planSettings({ caseSensitive });

    it(`[I1] converges to equal trees and an empty plan on ${disk}`, () => {
      check(names, (tape) => {
        const world = worldOf(tape, { caseSensitive });
        settle(world, settings);
        expect(listing(world, 'local')).toEqual(listing(world, 'remote'));
        expect(plan(treesOf(world), everythingOf(world), settings)).toMatchObject({ steps: [], blocked: [], held: [] });
        expect([...world.rows.keys()].toSorted((a, b) => a - b)).toEqual(
          [...world.local.keys()].toSorted((a, b) => a - b),
        );
      });
    });

    it(`[I2] loses no content on ${disk}`, () => {
      check(names, (tape) => {
        const world = worldOf(tape, { caseSensitive });
        const before = contents(world);
        settle(world, settings);
        const after = new Set([...contents(world), ...world.recoverable]);
        expect(before.filter((content) => !after.has(content))).toEqual([]);
      });
    });

    it(`[P32] the dirty nodes alone give the plan that all nodes give, on ${disk}`, () => {
      check(names, (tape) => {
        const world = worldOf(tape, { caseSensitive });
        settle(world, settings, (made) => {
          const whole = plan(treesOf(world), everythingOf(world), settings);
          expect(made.steps).toEqual(whole.steps);
        });
      });
    });
  }

  it('[I4] an item only deleted on one side is gone from both', () => {
    check(undefined, (tape) => {
      const acts = tape.acts.filter((act) => act.side === 'local' && act.what === 'remove');
      const world = worldOf({ ...tape, acts });
      const expected = listing(world, 'local');
      settle(world, planSettings());
      expect(listing(world, 'remote')).toEqual(expected);
    });
  });

  for (const side of ['local', 'remote'] as const) {
    it(`[I5] changes on the ${side} side only end in exactly that side, without a conflict copy`, () => {
      check(undefined, (tape) => {
        const world = worldOf({ ...tape, acts: tape.acts.map((act) => ({ ...act, side })) });
        const expected = listing(world, side);
        settle(world, planSettings());
        expect(listing(world, 'local')).toEqual(expected);
        expect(listing(world, 'remote')).toEqual(expected);
      });
    });
  }

  it('[P23] a plan that runs only in part, with people at work in between, ends as well as a whole one', () => {
    const gaps = fc.array(fc.record({ skip: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }), acts: tapes() }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(tapes(), gaps, (tape, interruptions) => {
        const world = worldOf(tape);
        for (const { skip, acts } of interruptions) {
          runInPart(world, plan(treesOf(world), dirtyOf(world), planSettings()), skip);
          performAll(world, acts.acts);
        }
        const before = contents(world);
        settle(world, planSettings());
        expect(listing(world, 'local')).toEqual(listing(world, 'remote'));
        const after = new Set([...contents(world), ...world.recoverable]);
        expect(before.filter((content) => !after.has(content))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('[I12] is the same to the byte for the same input, whatever the order of the dirty nodes', () => {
    fc.assert(
      fc.property(tapes(), fc.nat(), (tape, turn) => {
        const world = worldOf(tape);
        const dirty = dirtyOf(world);
        const turned = { localIds: rotate(dirty.localIds, turn), itemIds: rotate(dirty.itemIds, turn).reverse() };
        const [a, b] = [plan(treesOf(world), dirty, planSettings()), plan(treesOf(world), turned, planSettings())];
        expect(JSON.stringify(b)).toBe(JSON.stringify(a));
      }),
      { numRuns: RUNS },
    );
  });
});

function check(names: readonly string[] | undefined, predicate: (tape: Tape) => void): void {
  fc.assert(fc.property(tapes(names), predicate), { numRuns: RUNS });
}

/** Plans and runs until there is nothing to do. `runStep` throws on a step that cannot be run, and on an unjustified delete (I3). */
function settle(world: World, settings: PlanSettings, look: (plan: Plan) => void = () => {}): void {
  for (let round = 0; round < ROUNDS; round++) {
    const made = plan(treesOf(world), dirtyOf(world), settings);
    look(made);
    for (const id of made.settled.localIds) world.dirtyLocal.delete(id);
    for (const id of made.settled.itemIds) world.dirtyItems.delete(id);
    if (made.steps.length === 0) {
      expect(dirtyOf(world)).toEqual({ localIds: [], itemIds: [] });
      return;
    }
    const done = new Set<string>();
    for (const step of made.steps) {
      expect(step.after.filter((key) => !done.has(key))).toEqual([]);
      runStep(world, step);
      done.add(step.key);
    }
  }
  throw new Error(`no rest after ${ROUNDS} rounds`);
}

/** Leaves out some steps and all that come after them; every other step has to be possible. */
function runInPart(world: World, made: Plan, skip: readonly boolean[]): void {
  const done = new Set<string>();
  made.steps.forEach((step, index) => {
    if (skip[index % skip.length] || step.after.some((key) => !done.has(key))) return;
    runStep(world, step);
    done.add(step.key);
  });
}

/** All contents at a path on either side now. */
const contents = (world: World): readonly string[] => [
  ...world.bytes.values(),
  ...[...world.remote.values()].flatMap((entry) => (entry.content === null ? [] : [wordOf(entry.content)])),
];

function rotate<Value>(values: readonly Value[], by: number): Value[] {
  const at = values.length === 0 ? 0 : by % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
}
