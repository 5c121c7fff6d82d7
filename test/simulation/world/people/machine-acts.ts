import type { Engine } from '../../../../main/engine/engine.ts';
import { type ItemId, itemId } from '../../../../main/engine/model/ids.ts';
import type { Act } from '../../script.ts';
import { type Device, otherPlaceOf, placeOf } from '../device/device.ts';
import { isBare, standIn } from '../device/virtual-disk.ts';

/** Events of a computer, and a person's commands at its window. Null: not possible now, or no act of this kind. */
export async function actOnMachine(
  device: Device,
  act: Act,
  later: Later,
  leavingOut: (folder: ItemId) => void,
): Promise<string | null> {
  const engine = device.engine();
  const forMs = 300 + act.pick * 20;
  switch (act.what) {
    case 'crash':
      if (!device.isUp()) return null;
      device.crash(act.pick);
      return `is killed, and starts again after ${act.pick} ms`;
    case 'pause':
      engine?.pause(null, act.into % 2 === 0 ? null : forMs);
      return engine === null ? null : 'pauses';
    case 'resume':
      engine?.resume(null);
      return engine === null ? null : 'resumes';
    case 'release':
      return engine === null || releaseAll(device) === 0 ? null : 'releases the held batches';
    case 'put-back':
      return engine === null ? null : putBack(engine);
    case 'sleep':
      if (engine === null) return null;
      device.sleep(act.pick * 10_000);
      return `sleeps for ${act.pick * 10} s`;
    case 'unmount':
    case 'unmount-bare':
      return unmount(device, act.what === 'unmount-bare', forMs, later);
    case 'move-root':
      return moveRoot(device);
    case 'token-expires':
      await device.signIn.expire();
      return 'has a token that is good no more';
    case 'lose-state':
      if (!device.isUp()) return null;
      device.replaceState(null, act.pick);
      return 'loses the state of the engine';
    case 'restore-state':
      return restoreState(device, forMs, later);
    case 'deselect':
      return deselect(device, act, { forMs, later, leavingOut });
    case 'ignore':
      return ignore(device, act, forMs, later);
    case 'sign-out':
      await device.signIn.end();
      later(forMs, () => void device.signIn.begin());
      return `is signed out for ${forMs} ms`;
    default:
      return null;
  }
}

/** Restores the whole computer from an earlier time, except for the person's files (edge case 116). */
function restoreState(device: Device, forMs: number, later: Later): string | null {
  if (!device.isUp()) return null;
  const [state, marker] = [device.copyOfState(), device.marker()];
  later(forMs, () => {
    // After a new link or comparison the folder has a new marker, and a person would have to decide.
    if (device.isUp() && device.marker() === marker) device.replaceState(state, 500);
  });
  return `has the state of now again after ${forMs} ms`;
}

/** A folder is deselected, and selected again later (edge cases 81 and 82). */
type Leaving = {
  readonly forMs: number;
  readonly later: Later;
  readonly leavingOut: (folder: ItemId) => void;
};

async function deselect(device: Device, act: Act, { forMs, later, leavingOut }: Leaving): Promise<string | null> {
  const engine = device.engine();
  const [status] = engine?.status().roots ?? [];
  if (engine === null || status === undefined) return null;
  const tree = engine.selectionTree({ rootId: status.id });
  const folder = tree.ok ? tree.value.folders[act.pick % Math.max(1, tree.value.folders.length)] : undefined;
  if (folder === undefined) return null;
  const choose = (state: 'synced' | 'not_synced'): void => {
    const order = { rootId: status.id, changes: [{ folderId: folder.id, state }] };
    void device.engine()?.select(order);
  };
  leavingOut(itemId(folder.id));
  choose('not_synced');
  later(forMs, () => choose('synced'));
  return `leaves ${folder.name} out for ${forMs} ms`;
}

/** True if a folder is deselected, by this person's choice or by a request of it that landed late. */
export const leavesOut = (device: Device): boolean =>
  device.isUp() && device.root().unsyncedFolders(device.root().rootItemId).length > 0;

/** Selects everything that was deselected, at any depth. Asked often, so it builds no list while nothing is deselected. */
function selectAll(device: Device): void {
  const engine = device.engine();
  if (engine === null || !leavesOut(device)) return;
  for (const { id: rootId } of engine.status().roots) {
    const left: { folderId: string; state: 'synced' }[] = [];
    const enter = (folderId: string | undefined): void => {
      const tree = engine.selectionTree({ rootId, folderId });
      for (const folder of tree.ok ? tree.value.folders : []) {
        if (folder.state !== 'synced') left.push({ folderId: folder.id, state: 'synced' });
        enter(folder.id);
      }
    };
    enter(undefined);
    if (left.length > 0) void engine.select({ rootId, changes: left });
  }
}

/** A person's ignore rule, and its end (edge cases 78 and 79). */
function ignore(device: Device, act: Act, forMs: number, later: Later): string | null {
  if (!device.isUp()) return null;
  device.engine()?.setIgnoreLines([act.name]);
  later(forMs, () => void device.engine()?.setIgnoreLines([]));
  return `ignores ${act.name} for ${forMs} ms`;
}

type Later = (afterMs: number, run: () => void) => void;

/** A pause and ignore rules end. Without them nothing is said to the engine: each order makes it look at everything again. */
export function endChoices(device: Device): void {
  const engine = device.engine();
  if (engine === null) return;
  if (engine.status().roots.some(({ pausedUntilMs }) => pausedUntilMs !== null)) engine.resume(null);
  if (engine.ignoreLines().length > 0) engine.setIgnoreLines([]);
}

/** Releases all held batches; returns how many. */
function releaseAll(device: Device): number {
  const engine = device.engine();
  if (engine === null) return 0;
  const batches = engine.acts.held();
  // Not awaited: it takes effect at once.
  for (const { id } of batches) void engine.acts.decideHeld({ id, decision: 'apply' });
  return batches.length;
}

/** Restores held deletes on the side where they happened (SPEC P46). */
function putBack(engine: Engine): string | null {
  const batches = engine.acts.held().filter(({ what }) => what === 'deletes');
  // Not awaited: it uses the line, which needs virtual time to pass.
  for (const { id } of batches) void engine.acts.decideHeld({ id: id, decision: 'restore' });
  return batches.length === 0 ? null : `has ${batches.length} held batches put back`;
}

/** The volume disappears with all its contents, and returns unchanged (edge cases 67 and 68). */
function unmount({ disk }: Device, isBare: boolean, forMs: number, later: Later): string | null {
  const name = placeOf(disk).slice(1);
  const volume = disk.root.children.get(name);
  if (volume === undefined || volume.bytes.length > 0) return null;
  disk.remove(disk.root, name);
  const bare = isBare ? standIn(disk, name) : null;
  later(forMs, () => {
    if (bare !== null) disk.remove(disk.root, name);
    disk.add(disk.root, name, volume);
  });
  return `loses its volume for ${forMs} ms${isBare ? ', and an empty folder stands in its place' : ''}`;
}

/** A person moves the root folder elsewhere on its volume (edge case 71). */
function moveRoot({ disk }: Device): string | null {
  const [from, to] = [placeOf(disk).slice(1), otherPlaceOf(disk).slice(1)];
  const folder = disk.root.children.get(from);
  if (folder === undefined || isBare(folder) || disk.root.children.has(to)) return null;
  disk.remove(disk.root, from);
  disk.add(disk.root, to, folder);
  return `moves the folder itself to ${to}`;
}

/** Finally the person releases everything that the guard holds and selects everything that is left out. True if something was held. */
export function decideAll(device: Device): boolean {
  const released = releaseAll(device);
  selectAll(device);
  return released > 0;
}
