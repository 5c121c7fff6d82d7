import { stepKey } from '../../../../../main/engine/model/ids.ts';
import type { Plan, PlanSettings } from '../../../../../main/engine/model/plan/plan.ts';
import type { Step } from '../../../../../main/engine/model/plan/step.ts';
import { plan } from '../../../../../main/engine/plan/plan.ts';
import { planSettings } from '../../../../support/engine/trees.ts';
import { runStep } from '../../../../support/model/model-executor.ts';
import { type Person, personHere, personThere } from '../../../../support/model/model-people.ts';
import {
  createWorld,
  dirtyOf,
  listing,
  localAt,
  sync,
  treesOf,
  type World,
} from '../../../../support/model/model-world.ts';

export type Situation = {
  readonly world: World;
  readonly here: Person;
  readonly there: Person;
  plan(settings?: Partial<PlanSettings>): Plan;
  /** The steps of the plan in short: `rule kind paths`. */
  steps(settings?: Partial<PlanSettings>): readonly string[];
  /** Plans and runs until nothing is left to do; the steps of all rounds in short. */
  settle(settings?: Partial<PlanSettings>): readonly string[];
  /** The hash of a local file becomes known, as after a download or an earlier plan. */
  hashed(path: string): void;
  local(): Readonly<Record<string, string | null>>;
  remote(): Readonly<Record<string, string | null>>;
};

/** The agreed items, by path: a string is a file, null a folder. */
export function situation(
  agreed: Readonly<Record<string, string | null>> = {},
  options: { readonly caseSensitive?: boolean } = {},
): Situation {
  const world = createWorld(options);
  for (const [path, content] of Object.entries(agreed)) sync(world, path, content ?? undefined);
  const made = (settings: Partial<PlanSettings> = {}): Plan =>
    plan(treesOf(world), dirtyOf(world), planSettings({ caseSensitive: world.caseSensitive, ...settings }));
  return {
    world,
    here: personHere(world),
    there: personThere(world),
    plan: made,
    steps: (settings) => made(settings).steps.map((step) => inShort(world, step)),
    settle(settings) {
      const ran: string[] = [];
      for (let next = made(settings); next.steps.length > 0; next = made(settings)) {
        for (const id of next.settled.localIds) world.dirtyLocal.delete(id);
        for (const id of next.settled.itemIds) world.dirtyItems.delete(id);
        for (const step of next.steps) {
          ran.push(inShort(world, step));
          runStep(world, step);
        }
        if (ran.length > 200) throw new Error(`no rest: ${ran.slice(-6).join('; ')}`);
      }
      return ran;
    },
    hashed(path) {
      const entry = localAt(world, path);
      world.local.set(entry.id, { ...entry, sha1: treesHash(world, entry.id) });
    },
    local: () => Object.fromEntries(listing(world, 'local')),
    remote: () => Object.fromEntries(listing(world, 'remote')),
  };
}

function treesHash(world: World, id: Parameters<World['bytes']['get']>[0]) {
  const copy: World = { ...world, local: new Map(world.local) };
  const entry = copy.local.get(id);
  if (entry === undefined) throw new Error(`no local ${id}`);
  runStep(copy, { kind: 'hash', localId: id, expect: entry.fingerprint, key: stepKey('hash'), rule: 'P20', after: [] });
  return copy.local.get(id)?.sha1 ?? null;
}

/** Say what a step does in the words of paths: the path is the one where the step finds its item. */
function inShort(world: World, step: Step): string {
  const words = [step.rule, step.kind, subjectOf(world, step)];
  if (step.kind === 'move-local' || step.kind === 'move-remote') words.push('->', step.toName);
  if ('aliasOf' in step && step.aliasOf !== undefined) {
    words.push(step.kind === 'move-local' ? `as ${step.aliasOf}` : `as ${step.name}`);
  }
  if (step.kind === 'set-aside') words.push('->', step.toName, step.reason);
  if (step.kind === 'trash-local' || step.kind === 'trash-remote') words.push(String(step.subtree));
  return words.join(' ');
}

function subjectOf(world: World, step: Step): string {
  const here = 'localId' in step ? world.local.get(step.localId) : undefined;
  const there = 'itemId' in step ? world.remote.get(step.itemId) : undefined;
  const isThere = step.kind.endsWith('remote') && 'itemId' in step;
  return (isThere ? (there ?? here) : (here ?? there))?.name ?? '(gone)';
}
