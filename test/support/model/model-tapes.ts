import fc from 'fast-check';
import { type Person, personHere, personThere } from './model-people.ts';
import { createWorld, findLocal, listing, sync, type World } from './model-world.ts';

/** One action of a person, as numbers that select among existing items, so that most actions are possible. */
export type Act = {
  readonly side: 'local' | 'remote';
  readonly what: 'write' | 'create' | 'folder' | 'move' | 'remove' | 'touch';
  readonly pick: number;
  readonly into: number;
  readonly name: string;
  readonly content: string;
};

export type Tape = { readonly start: readonly Act[]; readonly acts: readonly Act[] };

const NAMES = ['a', 'b', 'c', 'd.txt'];
const CONTENTS = ['x', 'y', 'zz', 'ww', ''];

/** Few names and contents, so that collisions are likely. */
export function tapes(names: readonly string[] = NAMES): fc.Arbitrary<Tape> {
  const act = fc.record({
    side: fc.constantFrom('local', 'remote'),
    what: fc.constantFrom('write', 'create', 'folder', 'move', 'move', 'remove', 'touch'),
    pick: fc.nat(30),
    into: fc.nat(8),
    name: fc.constantFrom(...names),
    content: fc.constantFrom(...CONTENTS),
  });
  const start = fc.record({ ...recordOfStart, name: fc.constantFrom(...names) });
  return fc.record({ start: fc.array(start, { maxLength: 10 }), acts: fc.array(act, { maxLength: 10 }) });
}

const recordOfStart = {
  side: fc.constant('local' as const),
  what: fc.constantFrom('create', 'folder'),
  pick: fc.constant(0),
  into: fc.nat(8),
  content: fc.constantFrom(...CONTENTS),
};

/** The world after the tape: the synced state, then independent actions of two people. */
export function worldOf(tape: Tape, options: { readonly caseSensitive?: boolean } = {}): World {
  const world = createWorld(options);
  for (const { what, into, name, content } of tape.start) {
    const path = below(folders(world, 'local'), into, name);
    if (findSame(world, path)) continue;
    sync(world, path, what === 'folder' ? undefined : content);
  }
  performAll(world, tape.acts);
  return world;
}

export function performAll(world: World, acts: readonly Act[]): void {
  const people = { local: personHere(world), remote: personThere(world) };
  for (const act of acts) perform(world, people[act.side], act);
}

function perform(world: World, person: Person, act: Act): boolean {
  const paths = listing(world, act.side).map(([path]) => path);
  const picked = paths.length === 0 ? undefined : paths[act.pick % paths.length];
  const target = below(folders(world, act.side), act.into, act.name);
  if (act.what === 'create') return person.write(target, act.content);
  if (act.what === 'folder') return person.folder(target);
  if (picked === undefined) return false;
  if (act.what === 'write') return person.write(picked, act.content);
  if (act.what === 'move') return person.move(picked, target);
  return act.what === 'remove' ? person.remove(picked) : person.touch(picked);
}

const folders = (world: World, side: 'local' | 'remote'): readonly string[] => [
  '',
  ...listing(world, side).flatMap(([path, content]) => (content === null ? [path] : [])),
];

function below(parents: readonly string[], into: number, name: string): string {
  const parent = parents[into % parents.length] ?? '';
  return parent === '' ? name : `${parent}/${name}`;
}

const findSame = (world: World, path: string): boolean =>
  findLocal(world, path) !== undefined ||
  listing(world, 'local').some(([other]) => other.toLowerCase() === path.toLowerCase());
