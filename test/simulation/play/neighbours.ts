import { type Act, type Actor, anyAct, NAMES, ORDINARY, type Script } from '../script.ts';
import { type Chance, openChance } from '../world/chance.ts';

/**
 * One of the scripts with a few changes, drawn from the seed. Where one bug was, there are often others: random scripts rarely come close to the
 * coincidences that these show.
 */
export function neighbourOf(scripts: readonly Script[], seed: number): Script {
  const chance = openChance(seed, 'neighbour');
  let script = chance.pick(scripts);
  for (let changes = 1 + chance.below(MOST_CHANGES); changes > 0; changes--) {
    script = chance.pick(CHANGES)({ chance, script, others: scripts });
  }
  return script;
}

const MOST_CHANGES = 3;

type Near = { readonly chance: Chance; readonly script: Script; readonly others: readonly Script[] };
type Change = (near: Near) => Script;

const CHANGES: readonly Change[] = [
  changed(({ chance }) => ({ afterMs: chance.pick([0, 0, chance.below(60), chance.below(3_000), 20_000]) })),
  changed(({ chance }) => ({ pick: chance.below(1000) })),
  changed(({ chance }) => ({ into: chance.below(1000) })),
  changed(({ chance, script }) => ({ name: chance.pick([...NAMES, ...script.acts.map(({ name }) => name)]) })),
  changed(({ chance, script }, { actor }) => ({ actor: chance.pick(peersOf(script, actor)) })),
  changed(({ chance }, { actor }) => ({ what: anyAct(chance, [actor], NAMES).what })),
  // A new act, the same one again, and one less.
  ({ chance, script }) => around(chance, script, () => [anyAct(chance, actorsOf(script), NAMES)]),
  ({ chance, script }) => around(chance, script, (act) => [act]),
  ({ chance, script }) => (script.acts.length === 1 ? script : around(chance, script, () => [], 1)),
  // Something of another script at once.
  ({ chance, script, others }) => {
    const mayCome = ({ actor, what }: Act): boolean =>
      actorsOf(script).includes(actor) && (script.only === null || ORDINARY.has(what));
    const other = chance.pick(others).acts.filter(mayCome);
    const part = other.slice(chance.below(other.length + 1));
    return part.length === 0 ? script : around(chance, script, () => part);
  },
  ({ chance, script }) => ({ ...script, seed: chance.below(2 ** 31), calm: false, muted: [] }),
  ({ chance, script }) => ({ ...script, trouble: script.trouble === 0 ? chance.fraction() : 0 }),
  ({ script }) => ({ ...script, knowsKeys: script.knowsKeys !== true }),
  ({ script }) => ({ ...script, isLate: script.isLate !== true }),
];

/** Replaces some properties of one act. */
function changed(change: (near: Near, act: Act) => Partial<Act>): Change {
  return (near) => around(near.chance, near.script, (act) => [{ ...act, ...change(near, act) }], 1);
}

/** Puts acts before one of the acts, or in its place. */
function around(chance: Chance, script: Script, made: (act: Act) => readonly Act[], instead: 0 | 1 = 0): Script {
  const at = chance.below(script.acts.length);
  const act = script.acts[at];
  if (act === undefined) return script;
  return { ...script, acts: [...script.acts.slice(0, at), ...made(act), ...script.acts.slice(at + instead)] };
}

/** Who may act: only one, if the script checks what comes of that (I5). */
const actorsOf = ({ only, devices }: Script): readonly Actor[] =>
  only === null ? [...devices.map(({ name }) => name), 'web', 'bob'] : [only];

/** Those who can do the same. */
function peersOf(script: Script, actor: Actor): readonly Actor[] {
  const isDevice = (one: Actor): boolean => one !== 'web' && one !== 'bob';
  const peers = actorsOf(script).filter((one) => isDevice(one) === isDevice(actor));
  return peers.length === 0 ? [actor] : peers;
}
