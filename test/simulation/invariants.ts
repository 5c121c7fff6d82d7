import type { ItemId, LocalId } from '../../main/engine/model/ids.ts';
import { nameKey } from '../../main/engine/model/names/name-key.ts';
import type { PlanSettings } from '../../main/engine/model/plan/plan.ts';
import type { Dirty } from '../../main/engine/model/tree.ts';
import { isConflictNameOf } from '../../main/engine/plan/names/conflict-name.ts';
import { plan } from '../../main/engine/plan/plan.ts';
import type { RootStore } from '../../main/engine/store/root-store.ts';
import { planSettings } from '../support/engine/trees.ts';
import type { Disturbances } from './checks/excuses/disturbances.ts';
import { comparedTrees, declaredIn, isDeclared, type Tree } from './comparison.ts';
import type { Script, What } from './script.ts';
import { type Device, placeOf } from './world/device/device.ts';
import { filesBelow } from './world/device/virtual-disk.ts';
import type { Ledger } from './world/people/ledger.ts';
import { itemsBelow, textOf } from './world/people/people.ts';
import type { Item, ServiceTruth } from './world/service/service-truth.ts';

/** A broken invariant of the SPEC. `rule` is its number. */
export type Violation = { readonly rule: string; readonly what: string };

/** With names as on the disk, where two may differ only in their Unicode form. */
export function diskTree(device: Device): Tree {
  const root = device.disk.look(placeOf(device.disk)).inode;
  const files = root === null ? [] : [...filesBelow(root)];
  return new Map(files.map(([path, inode]) => [path, inode.kind === 'folder' ? null : textOf(inode.bytes)]));
}

/** `which`: the items to show; default: all. */
export function serviceTree(service: ServiceTruth, root: Item, which: (item: Item) => boolean = () => true): Tree {
  const pathOf = (item: Item): string => {
    const parent = item.parentId === null || item.parentId === root.id ? null : service.items.get(item.parentId);
    return parent === null || parent === undefined ? item.name : `${pathOf(parent)}/${item.name}`;
  };
  const entries = itemsBelow(service, root)
    .filter(which)
    .map((item): [string, string | null] => {
      return [pathOf(item), item.kind === 'folder' ? null : textOf(item.versions.at(-1)?.bytes ?? new Uint8Array())];
    });
  return sorted(entries);
}

const sorted = (entries: readonly (readonly [string, string | null])[]): Tree =>
  new Map(
    entries.map(([path, content]) => [path.normalize('NFC'), content] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const isSameTree = (a: Tree, b: Tree): boolean => JSON.stringify([...a]) === JSON.stringify([...b]);

/** The cheap half of I1: are all trees equal? */
export function isConverged(devices: readonly Device[], service: ServiceTruth, root: Item): boolean {
  return devices.every((device) => {
    const { here, there } = comparedTrees(device, service, root);
    return isSameTree(here, there) && isAtRest(device.root());
  });
}

function isAtRest(root: RootStore): boolean {
  const { localIds, itemIds } = declaredIn(root);
  const isDeclaredOnly = !root.hasDirty() && root.doubtfulCount() <= localIds.size + itemIds.size;
  return isDeclaredOnly && root.missingCount() === 0;
}

/** I1: the trees are equal, and a plan from scratch is empty. */
export function checkConverged(devices: readonly Device[], service: ServiceTruth, root: Item): readonly Violation[] {
  return devices.flatMap((device) => {
    const { here, there } = comparedTrees(device, service, root);
    const found: Violation[] = [];
    if (!isSameTree(here, there))
      found.push({ rule: 'I1', what: `${device.name} and the service differ: ${difference(here, there)}` });
    const doubts = doubtful(device.root());
    if (doubts.length > 0)
      found.push({ rule: 'I1', what: `${device.name} has nodes to plan or in doubt: ${doubts.join(', ')}` });
    const settings = settingsFor(device);
    const made = plan(device.root(), everything(device.root()), settings);
    const left = [...made.steps, ...made.held.flatMap((batch) => batch.steps)].map((step) => step.key);
    if (left.length > 0) found.push({ rule: 'I1', what: `${device.name} would still do: ${left.join('; ')}` });
    const undeclared = made.blocked.filter(({ problem }) => !isDeclared(problem.code));
    for (const blocked of undeclared)
      found.push({ rule: 'I1', what: `${device.name}: ${JSON.stringify(blocked.problem.says)}` });
    return found;
  });
}

/** Nodes that are not synced, except those declared as such. Runs at the end, so an exhaustive check is affordable. */
function doubtful(root: RootStore): readonly string[] {
  const declared = declaredIn(root);
  root.unparkAll();
  const dirty = root.dirty(100);
  const localIds = dirty.localIds.filter((id) => !declared.localIds.has(id));
  const itemIds = dirty.itemIds.filter((id) => !declared.itemIds.has(id));
  return [...localIds.map((id) => `local ${id}`), ...itemIds.map((id) => `item ${id}`)];
}

function difference(here: Tree, there: Tree): string {
  const paths = [...new Set([...here.keys(), ...there.keys()])].sort();
  const say = (tree: Tree, path: string): string => (tree.has(path) ? (tree.get(path) ?? 'a folder') : 'nothing');
  return paths
    .filter((path) => !here.has(path) || !there.has(path) || here.get(path) !== there.get(path))
    .map((path) => `${path}: ${say(here, path).trim()} here, ${say(there, path).trim()} there`)
    .join('; ');
}

/**
 * I5: if only one side acts, the result equals that side. Of several siblings that the service treats as one name, it holds only one (SPEC P25).
 * The others wait for a person; an item moved onto such a name stays at its agreed place on the service and takes precedence over the local item
 * there. A deleted folder stays for such an item (P19).
 */
export function checkOneSided(run: OneSided, whole: Tree, actual: Tree): readonly Violation[] {
  const { script, devices, inspector } = run;
  const [actor, { disturbances }] = [script.only, inspector];
  const acting = devices.find(({ name }) => name === actor);
  const forms = Map.groupBy(whole.keys(), (path) => path.normalize('NFC'));
  const held = new Map(
    [...actual].flatMap(([path, content]) => {
      const twins = forms.get(path) ?? [];
      const equal = twins.filter((form) => whole.get(form) === content);
      // The one that was synced there, if there is one: others may only look like it.
      const twin = equal.find((form) => agreedPath(acting, form)?.normalize('NFC') === path) ?? equal[0] ?? twins[0];
      return twin === undefined ? [] : [[nameKey(path), twin] as const];
    }),
  );
  const unheld = [...whole.keys()].filter((path) => (held.get(nameKey(path)) ?? path) !== path);
  const isUnheld = (path: string): boolean => unheld.some((top) => path === top || path.startsWith(`${top}/`));
  // A disturbed content is not judged, nor is a folder once a state or a name was disturbed.
  const isJudged = (content: string | null): boolean =>
    content === null ? !disturbances.any : !disturbances.isTouched(content);
  const judged = (tree: Tree): Tree => new Map([...tree].filter(([, content]) => isJudged(content)));
  const asBefore = placesKept(acting, whole, isUnheld);
  const isBehind = (path: string): boolean => [...asBefore].some((top) => `${nameKey(path)}/`.startsWith(`${top}/`));
  const isHere = new Set([...whole.keys()].map(nameKey));
  const isKeptFor = (path: string): boolean =>
    !isHere.has(nameKey(path)) && [...asBefore].some((item) => item.startsWith(`${nameKey(path)}/`));
  const expected = judged(sorted([...whole].filter(([path]) => !isUnheld(path) && !isBehind(path))));
  const leftBehind = script.knowsKeys === true ? NONE : emptyAndLate(run, whole);
  const stays = new Set([...leftBehind, ...withWhatCameBack(actual, whole, disturbances)]);
  const isExcused = (path: string): boolean => asBefore.has(nameKey(path)) || leftBehind.has(path) || isKeptFor(path);
  const named = (path: string): string => [...stays].find((folder) => isSetAsideFor(path, folder)) ?? path;
  const is = judged(
    sorted([...actual].flatMap(([path, content]) => (isExcused(path) ? [] : [[named(path), content] as const]))),
  );
  if (isSameTree(expected, is)) return [];
  const say = (tree: Tree): string => JSON.stringify([...tree]);
  return [{ rule: 'I5', what: `only ${actor} acted; ${say(expected)} became ${say(is)}` }];
}

/** The places on the service of what waits for a person, and of what waits for one of those places. */
function placesKept(acting: Device | undefined, whole: Tree, isUnheld: (path: string) => boolean): ReadonlySet<string> {
  const kept = new Set<string>();
  for (let before = -1; before < kept.size; ) {
    before = kept.size;
    for (const path of whole.keys()) {
      const agreed = isUnheld(path) || kept.has(nameKey(path)) ? agreedPath(acting, path) : null;
      if (agreed !== null) kept.add(nameKey(agreed));
    }
  }
  return kept;
}

/** A run in which only one side acted. */
const NONE: ReadonlySet<string> = new Set();

/**
 * Without keys, nobody can tell an empty folder whose creation took effect after its sender had given up from one that another person made, once
 * the local folder has another name: it stays, as that person's would, and so does a deleted folder that it came into (SPEC P19). A file that has
 * its name now is set aside for it.
 */
function emptyAndLate({ service, root, landedLate }: OneSided, expected: Tree): ReadonlySet<string> {
  const inside = Map.groupBy(itemsBelow(service, root), ({ parentId }) => parentId);
  const isLeft = ({ id, kind }: Item): boolean => {
    const below = inside.get(id) ?? [];
    return kind === 'folder' && (below.length === 0 ? landedLate.has(id) : below.every(isLeft));
  };
  const wanted = new Set([...expected].flatMap(([path, content]) => (content === null ? [nameKey(path)] : [])));
  return new Set([...serviceTree(service, root, isLeft).keys()].filter((path) => !wanted.has(nameKey(path))));
}

/**
 * Folders with a content that came back because it was left out for a while, or a state was lost. The person has put a file in the place of such a
 * folder, and the file is set aside for it (SPEC P18, P19).
 */
function withWhatCameBack(actual: Tree, whole: Tree, disturbances: Disturbances): readonly string[] {
  const back = [...actual].flatMap(([path, content]) => (disturbances.isTouched(content) ? [path] : []));
  const isReplaced = ([path, content]: readonly [string, string | null]): boolean =>
    content === null && typeof whole.get(path) === 'string' && back.some((below) => below.startsWith(`${path}/`));
  return [...actual].filter(isReplaced).map(([path]) => path);
}

function isSetAsideFor(path: string, folder: string): boolean {
  const [at, end] = [path.lastIndexOf('/') + 1, folder.lastIndexOf('/') + 1];
  return path.slice(0, at) === folder.slice(0, end) && isConflictNameOf(path.slice(at), folder.slice(end));
}

type OneSided = {
  readonly script: Pick<Script, 'only' | 'knowsKeys'>;
  readonly service: ServiceTruth;
  readonly root: Item;
  readonly landedLate: ReadonlySet<ItemId>;
  readonly devices: readonly Device[];
  readonly inspector: { readonly disturbances: Disturbances };
};

/** The service path of an item that was synced once and is at this path on the device. */
function agreedPath(device: Device | undefined, path: string): string | null {
  const store = device?.root();
  const id = store?.localAt(path);
  const row = id === undefined ? undefined : store?.syncedByLocal(id);
  return row === undefined ? null : (store?.remotePath(row.itemId) ?? null);
}

/** I2: every owed content is readable somewhere. */
export const checkNothingLost = (
  ledger: Ledger,
  devices: readonly Device[],
  service: ServiceTruth,
): readonly Violation[] =>
  unreadable(ledger, devices, service).map((content) => ({
    rule: 'I2',
    what: `"${content.trim()}" was saved and is lost`,
  }));

/** Owed contents that are nowhere. */
export function unreadable(ledger: Ledger, devices: readonly Device[], service: ServiceTruth): readonly string[] {
  const readable = new Set<string>();
  for (const { disk } of devices) {
    for (const [path, inode] of filesBelow(disk.root, '')) {
      if (inode.kind === 'file' && !path.includes('.tandem/')) readable.add(textOf(inode.bytes));
    }
  }
  for (const item of service.items.values()) for (const version of item.versions) readable.add(textOf(version.bytes));
  return ledger.owed().filter((content) => !readable.has(content));
}

/** I15: what was moved to a local trash is listed there, unless the state was lost or set back. */
export function checkTrashListed({ acts }: Pick<Script, 'acts'>, devices: readonly Device[]): readonly Violation[] {
  const lost = new Set<string>(acts.flatMap(({ actor, what }) => (LOSES_STATE.has(what) ? [actor] : [])));
  return devices
    .filter(({ name }) => !lost.has(name))
    .flatMap((device) =>
      device
        .unlistedTrash()
        .map((path) => ({ rule: 'I15', what: `${device.name} has ${path}, which its trash does not list` })),
    );
}

const LOSES_STATE: ReadonlySet<What> = new Set(['lose-state', 'restore-state']);

/** I7: every content on the service was saved by a person as a whole. */
export function checkWhole(ledger: Ledger, devices: readonly Device[], service: ServiceTruth): readonly Violation[] {
  const found: Violation[] = [];
  const check = (bytes: Uint8Array, where: string): void => {
    if (!ledger.isWhole(textOf(bytes)))
      found.push({ rule: 'I7', what: `${where} holds a content that no person saved: "${textOf(bytes)}"` });
  };
  for (const item of service.items.values())
    for (const version of item.versions) check(version.bytes, `version ${version.id}`);
  for (const { disk, name } of devices) {
    const root = disk.look(placeOf(disk)).inode;
    if (root === null) continue;
    for (const [path, inode] of filesBelow(root)) if (inode.kind === 'file') check(inode.bytes, `${path} on ${name}`);
  }
  return found;
}

/** I12: the same nodes in another order give the same plan, byte for byte. */
export function checkPure(device: Device, turn: number): readonly Violation[] {
  const root = device.root();
  const all = everything(root);
  const settings = settingsFor(device);
  const turned: Dirty = { localIds: rotated(all.localIds, turn).reverse(), itemIds: rotated(all.itemIds, turn) };
  const [a, b] = [plan(root, all, settings), plan(root, turned, settings)];
  return JSON.stringify(a) === JSON.stringify(b)
    ? []
    : [{ rule: 'I12', what: `${device.name} plans by the order of nodes` }];
}

const settingsFor = (device: Device): PlanSettings =>
  planSettings({ deviceName: device.name, deviceId: device.name, ...device.disk.traits });

function everything(root: RootStore): Dirty {
  const localIds = new Set<LocalId>();
  const itemIds = new Set<ItemId>();
  const here = (id: LocalId): void => {
    localIds.add(id);
    for (const child of root.localChildren(id)) here(child.id);
  };
  const there = (id: ItemId): void => {
    itemIds.add(id);
    for (const child of root.remoteChildren(id)) there(child.id);
  };
  const agreed = (id: LocalId): void => {
    localIds.add(id);
    for (const row of root.syncedChildren(id)) {
      itemIds.add(row.itemId);
      agreed(row.localId);
    }
  };
  here(root.rootLocalId);
  there(root.rootItemId);
  agreed(root.rootLocalId);
  return { localIds: [...localIds], itemIds: [...itemIds] };
}

const rotated = <Value>(values: readonly Value[], by: number): Value[] => {
  const at = values.length === 0 ? 0 : by % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
};
