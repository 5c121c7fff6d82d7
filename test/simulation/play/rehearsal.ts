import type { PlanAnswer } from '../../../main/engine/report/dry-run/dry-run.ts';
import type { ActivityEntryData } from '../../../preload/ipc/shapes/status.ts';
import type { Violation } from '../invariants.ts';
import type { Act, DeviceName, Script } from '../script.ts';
import { type Device, placeOf } from '../world/device/device.ts';
import { filesBelow, type VirtualDisk } from '../world/device/virtual-disk.ts';
import type { VirtualTime } from '../world/virtual-time.ts';

/** The world after the last act, before anything comes to rest. */
export type AfterActs = {
  readonly script: Script;
  readonly time: VirtualTime;
  readonly devices: readonly Device[];
  readonly quietAtMs: number;
};

/** Longer than any run. */
const FOR_GOOD_MS = 1e12;
const MOST_STEPS = 10_000;

/** The script with one device paused from the middle on, so that both sides change while it does nothing. */
export function pausedHalfway(script: Script): Script {
  const name = rehearsing(script);
  const middle = Math.floor(script.acts.length / 2);
  const pause: Act = { afterMs: 0, actor: name, what: 'pause', pick: 0, into: 0, name: 'a', sizeBytes: 0, common: 1 };
  const later = script.acts.slice(middle).filter(({ actor, what }) => actor !== name || !ENDS_PAUSE.has(what));
  return { ...script, acts: [...script.acts.slice(0, middle), pause, ...later] };
}

const ENDS_PAUSE: ReadonlySet<Act['what']> = new Set(['pause', 'resume', 'lose-state', 'restore-state', 'move-root']);

const rehearsing = ({ seed, devices }: Script): DeviceName => devices[seed % devices.length]?.name ?? 'A';

export type Rehearsals = {
  /** P52: a dry run lists the steps of the next sync, and changes neither the store nor the disk. */
  check(world: AfterActs): Promise<readonly Violation[]>;
  /** How many steps the dry runs listed so far. */
  listed(): number;
};

export function openRehearsals(): Rehearsals {
  let listed = 0;
  return {
    listed: () => listed,
    check: async (world) => {
      const { time } = world;
      const device = await alone(world);
      const engine = device?.engine() ?? null;
      if (device === null || engine === null) return [];
      await ended(time, engine.stop(), 'stop');
      engine.resume(null);
      const before = { store: device.copyOfState(), disk: imageOf(device.disk) };
      const planned = await ended(time, engine.plan({ limit: MOST_STEPS }), 'plan');
      const found: Violation[] = [];
      if (!device.copyOfState().equals(before.store)) found.push(wrong('a dry run changed the store'));
      if (imageOf(device.disk) !== before.disk) found.push(wrong('a dry run changed the disk'));
      if (!planned.ok) return found;
      listed += planned.value.total;
      return [...found, ...(await differences(time, device, planned.value))];
    },
  };
}

/** The rehearsing device, alone with a world that rests. */
async function alone({ time, devices, script, quietAtMs }: AfterActs): Promise<Device | null> {
  const device = devices.find(({ name }) => name === rehearsing(script));
  if (device === undefined) return null;
  await time.pass(Math.max(time.nowMs(), quietAtMs) + 60_000, () => false);
  for (const other of devices) if (other !== device) other.crash(FOR_GOOD_MS);
  // An unreadable file fails only when it is tried, so no dry run can predict it.
  for (const inode of filesBelow(device.disk.root, '').values()) inode.deniedUntilMs = inode.lockedUntilMs = 0;
  return device;
}

/** The steps of only one of the two: the dry run or the next sync. */
async function differences(time: VirtualTime, device: Device, planned: Planned): Promise<readonly Violation[]> {
  const engine = device.engine();
  if (engine === null) return [wrong('it did not live to sync')];
  const last = engine.activity({ limit: 1 }).entries[0]?.id ?? 0;
  const known = new Set([...filesBelow(device.disk.root).values()].map(({ number }) => number));
  const report = await ended(time, engine.syncOnce(), 'sync');
  if (report.state === 'error') return [wrong(`the sync failed: ${JSON.stringify(report.error)}`)];
  // An effect of an earlier run that is recorded only now is no step of this one (SPEC P85).
  const done = engine.activity({ limit: MOST_STEPS }).entries.filter(({ id, rule }) => id > last && rule !== 'P85');
  // A folder made below one that moves at that moment may be found by a scan and adopted, without a line of its own.
  // Paths on a disk have no leading slash.
  const made = [...filesBelow(device.disk.root)].filter(
    ([, inode]) => inode.kind === 'folder' && !known.has(inode.number),
  );
  const root = device.root();
  const held = root.heldBatches().reduce((sum, batch) => sum + root.heldTotals(batch).items, 0);
  const found = compare(
    planned,
    done,
    new Set(made.map(([path]) => `create-local-folder ${path.slice(placeOf(device.disk).length)}`)),
    held - planned.held,
  );
  if (planned.held > held) found.push(wrong(`${planned.held} items to be held, ${held} are`));
  return found;
}

type Planned = Extract<PlanAnswer, { ok: true }>['value'];

const wrong = (what: string): Violation => ({ rule: 'P52', what });

async function ended<Value>(time: VirtualTime, work: Promise<Value>, what = 'work'): Promise<Value> {
  let isOver = false;
  const noted = work.finally(() => {
    isOver = true;
  });
  await time.pass(time.nowMs() + 60 * 60_000, () => isOver);
  if (!isOver) throw new Error(`${what} did not end`);
  return noted;
}

/** Only what changes something; a hash, an adoption or a forgotten row has no effect on either side. */
const NO_EFFECT: ReadonlySet<string> = new Set(['adopt', 'forget', 'hash']);

/** Of what the guard can hold. */
const HOLDABLE = /^(?:trash-local|trash-remote|upload-version|download-version) /;

/**
 * `heldMore`: the number of items that the sync held and the dry run did not list. Discoveries during a sync can bring deletes over the limit that
 * were below it before. They then wait for a person, so the sync does no more than was listed.
 */
function compare(
  planned: Planned,
  entries: readonly ActivityEntryData[],
  seen: ReadonlySet<string>,
  heldMore: number,
): Violation[] {
  const told = atRest(planned.steps.map(({ kind, path, toPath }) => ({ kind, from: path, to: toPath })));
  const done = atRest(
    entries.toReversed().map((entry) => ({
      kind: stepOf(entry),
      from: entry.fromPath ?? entry.path,
      to: entry.fromPath === null ? null : entry.path,
    })),
  );
  const notDone = without(told, done).filter((line) => !seen.has(line));
  const holdable = notDone.filter((line) => HOLDABLE.test(line));
  const extra = holdable.length <= heldMore ? notDone.filter((line) => !HOLDABLE.test(line)) : notDone;
  const missing = without(done, told);
  if (missing.length === 0 && extra.length === 0) return [];
  return [wrong(`planned only: ${extra.join('; ') || 'nothing'}. Done only: ${missing.join('; ') || 'nothing'}`)];
}

/** The step of an entry. That of an item that came back says why it came (SPEC P50). */
function stepOf({ kind, side, itemKind }: ActivityEntryData): string {
  if (kind !== 'restore-remote' || side !== 'local') return kind;
  return itemKind === 'folder' ? 'create-local-folder' : 'download';
}

type Line = { readonly kind: string; readonly from: string; readonly to: string | null };

/** Steps run in parallel, so an item below a moving folder may be recorded before or after. Each path is given as after the last move. */
function atRest(lines: readonly Line[]): readonly string[] {
  const placed = lines.map(({ kind, from, to }, index) => {
    const later = lines
      .slice(index + 1)
      .flatMap((line) => (line.to === null ? [] : [{ from: line.from, to: line.to }]));
    const path = later.reduce(
      (at, move) => (at.startsWith(`${move.from}/`) ? `${move.to}${at.slice(move.from.length)}` : at),
      to ?? from,
    );
    return { kind, line: `${kind} ${path}` };
  });
  return placed.filter(({ kind }) => !NO_EFFECT.has(kind)).map(({ line }) => line);
}

/** The lines of the first list that the second lacks, counted. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Every name, number, time and byte, those of the folders included. */
function imageOf(disk: VirtualDisk): string {
  return [['', disk.root] as const, ...filesBelow(disk.root, '')]
    .map(([path, { number, mtimeNs, ctimeNs, bytes }]) => `${path} ${number} ${mtimeNs} ${ctimeNs} ${bytes.join()}`)
    .join('\n');
}
