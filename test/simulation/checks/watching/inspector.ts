import type Database from 'better-sqlite3';
import type { Engine } from '../../../../main/engine/engine.ts';
import type { Content } from '../../../../main/engine/model/entry.ts';
import type { FileIdentity, ItemId } from '../../../../main/engine/model/ids.ts';
import { nameKey } from '../../../../main/engine/model/names/name-key.ts';
import type { FileSystem } from '../../../../main/engine/ports/file-system.ts';
import type { Remote } from '../../../../main/engine/ports/remote/remote.ts';
import type { RootStore } from '../../../../main/engine/store/root-store.ts';
import type { Violation } from '../../invariants.ts';
import type { Chance } from '../../world/chance.ts';
import { isInPlace, type Plant, ROOT } from '../../world/device/device.ts';
import { isConflictName, judgeConflict } from '../conflicts.ts';
import { checkEnding } from '../ending.ts';
import { type Disturbances, openDisturbances, overtakenContent } from '../excuses/disturbances.ts';
import { type GuardLimits, judgeAmountHere, judgeAmountThere, type Taking } from '../excuses/guard.ts';
import { type HeldDeletes, openHeldDeletes } from '../excuses/held.ts';
import { noteLeftUnsent } from '../excuses/left-out.ts';
import { checkHonest } from '../honesty.ts';
import { agreedIn, type Court, judgeReplace, judgeTrashLocal, judgeTrashRemote, leavingNow } from '../justice.ts';
import { openStoreShape, type StoreShape } from '../store-shape.ts';
import { openThrift, type Thrift } from '../thrift.ts';
import { latestOf, nameOf, openChronicle } from './chronicle.ts';
import { watchForCoincidences } from './coincidences.ts';
import { openSendings, type Sendings } from './sendings.ts';
import { type DiskNode, localIdAt, type View } from './view.ts';
import { watchStaging } from './watch-staging.ts';

/** The parts of a device that the checks need. */
export type Inspected = {
  readonly name: string;
  /** The store's database; null before the first start. */
  database(): Database.Database | null;
  /** Null: not running. */
  engine(): Engine | null;
  root(): RootStore;
};

/** A passive observer between the engines and the world. It records people's actions and reports violations. One per run. */
export type Inspector = {
  /** The layer between a device's engine and the world. */
  between(device: Inspected): Required<Pick<Plant, 'remote' | 'fileSystem'>>;
  /** Wraps a person's act: call before it, and call the result after it. */
  watch(actor: string): () => void;
  /** Called after each virtual step; checks the committed states at some of them (seeded). */
  step(): void;
  /** Called right before this device's engine moves something to the local trash. */
  trashing(device: string, path: string): void;
  /** Contents whose sides may count as never synced. */
  readonly disturbances: Disturbances;
  /** A person has deselected this folder. */
  leavingOut(folder: ItemId): void;
  /** A person of this device has released what it held. */
  decided(device: string): void;
  /** A device's state is lost or set back: it does not know its own uploads. */
  losing(device: string, untilMs: number): void;
  /** A person of this device has restored held deletes: the items come back at their own pace. */
  puttingBack(device: string, untilMs: number): void;
  /** A person's ignore rule leaves out this name on a device for a while. */
  ruling(device: string, name: string): void;
  /** A device sends a request. Call the result for each item whose content it replaces, with that content. */
  sending(device: string): (id: ItemId, replaced: Content) => void;
  /** A request that landed after its sender had given up has created this item. */
  madeLate(id: ItemId): void;
  /** Neither an answer nor an event tells the device that made this item of it. */
  neverTold(id: ItemId): void;
  /** Called at a moment when nothing else happens. */
  asked(): Promise<void>;
  /** Called when everything is at rest. */
  ended(): void;
};

export type InspectorParts = {
  readonly view: View;
  readonly devices: readonly string[];
  readonly nowMs: () => number;
  readonly guard: GuardLimits;
  readonly chance: Chance;
  readonly report: (violation: Violation) => void;
  readonly count: (what: string) => void;
};

/** One in this many virtual steps checks the stores. */
const STEPS_A_LOOK = 24;
const MOST_REASONS = 200;

type Desk = {
  readonly device: Inspected;
  readonly court: Omit<Court, 'store' | 'leaving'> & { readonly leaving: Map<string, ReturnType<typeof leavingNow>> };
  readonly disturbances: Disturbances;
  readonly looks: Map<string, number>;
  readonly ruledOut: Set<string>;
  readonly sendings: Sendings;
  readonly thrift: Thrift;
  readonly shape: StoreShape;
  readonly held: HeldDeletes;
  /** Staging files with bytes that a crash would lose. */
  readonly unflushed: Set<string>;
  asides: number;
  /** Number of synced files and folders after the last act. */
  inStep: number;
};

export function openInspector(parts: InspectorParts): Inspector {
  const { view, chance, report } = parts;
  const chronicle = openChronicle(view, parts.devices);
  const desks = new Map<string, Desk>();
  const leftOut = new Set<ItemId>();
  const isInSync = (name: string): boolean =>
    desks
      .get(name)
      ?.device.engine()
      ?.status()
      .roots.every(({ state }) => state === 'in_sync') ?? false;
  const itemOf = (name: string, identity: FileIdentity): ItemId | undefined => {
    const root = desks.get(name)?.device.root();
    return root?.localByIdentity(identity).flatMap(({ id }) => root.syncedByLocal(id)?.itemId ?? [])[0];
  };
  const isAllIn = (folders: ReadonlySet<ItemId>): boolean =>
    [...desks.values()].every(
      ({ device }) =>
        device.engine()?.ignoreLines().length === 0 && [...folders].every((id) => !device.root().isExcluded(id)),
    );
  const disturbances = openDisturbances({ view, devices: parts.devices, isInSync, itemOf, isAllIn });
  const deskOf = (device: Inspected): Desk => {
    const looks = new Map<string, number>();
    const lookedAt = (path: string): number => looks.get(path) ?? 0;
    const ruledOut = new Set<string>();
    const desk: Desk = desks.get(device.name) ?? {
      device,
      court: {
        device: device.name,
        view,
        chronicle,
        lookedAt,
        ruledOut,
        leftUnsent: new Set(),
        leftOut,
        leaving: new Map(),
      },
      disturbances,
      looks,
      ruledOut,
      sendings: openSendings(() => ruledOut.size > 0 || disturbances.isOfAnotherTime(device.name)),
      thrift: openThrift(),
      shape: openStoreShape(device.database, {
        device: device.name,
        isThere: (id, key) =>
          !disturbances.isOfAnotherTime(device.name) ||
          view.service().some((node) => node.id === id && nameKey(nameOf(node.path)) === key),
      }),
      held: openHeldDeletes(),
      unflushed: new Set(),
      asides: 0,
      inStep: 0,
    };
    desks.set(device.name, desk);
    return desk;
  };
  const look = (): void => {
    for (const { shape, held, device } of desks.values()) {
      for (const found of shape.check()) report(found);
      if (device.engine() !== null) held.look(device.root());
    }
  };
  return {
    between: (device) => {
      const desk = deskOf(device);
      return {
        remote: (remote) => desk.sendings.watch(watchRemote(parts, desk, remote)),
        fileSystem: (disk) => watchDisk(parts, desk, disk, chronicle.tick),
      };
    },
    watch: (actor) => {
      const stores = new Map([...desks].map(([name, { device }]) => [name, () => device.root()]));
      const coincide = watchForCoincidences({ view, stores }, actor);
      const told = chronicle.watch(actor);
      const unrecorded = unrecordedOn(view, desks.get(actor));
      disturbances.look(parts.nowMs());
      return () => {
        told();
        noteLeftUnsent(desks.get(actor)?.court, desks.get(actor)?.device.root());
        for (const { identity, contents } of unrecorded)
          if (chronicle.deletedOn(actor).has(identity)) for (const one of contents) disturbances.overtaken(one);
        disturbances.look(parts.nowMs());
        for (const what of coincide()) parts.count(what);
      };
    },
    step: () => {
      if (chance.below(STEPS_A_LOOK) === 0) look();
    },
    trashing: (name, path) => {
      const desk = desks.get(name);
      if (desk === undefined) return;
      const store = desk.device.root();
      const top = localIdAt(store, view.disk(name), path.slice(ROOT.length + 1));
      for (const found of judgeTrashLocal({ ...desk.court, store }, path)) report(found);
      for (const found of judgeAmountHere(takingOf(parts, desk), top, path)) report(found);
      for (const found of desk.held.judgeHere(name, store, top)) report(found);
    },
    disturbances,
    leavingOut: (folder) => {
      leftOut.add(folder);
      disturbances.folder(folder);
      disturbances.look(parts.nowMs());
    },
    decided: (name) => desks.get(name)?.held.decided(),
    losing: (name, untilMs) => {
      desks.get(name)?.held.decided();
      desks.get(name)?.sendings.forget();
      disturbances.state(name, untilMs);
      disturbances.look(parts.nowMs());
    },
    puttingBack: (name, untilMs) => {
      desks.get(name)?.held.decided();
      disturbances.state(name, untilMs);
      disturbances.look(parts.nowMs());
    },
    ruling: (name, left) => {
      desks.get(name)?.ruledOut.add(nameKey(left));
      noteLeftUnsent(desks.get(name)?.court, desks.get(name)?.device.root());
      disturbances.name(left);
      disturbances.look(parts.nowMs());
    },
    madeLate: (id) => {
      const content = overtakenContent(view.service(), chronicle, id);
      if (content !== null) disturbances.overtaken(content);
    },
    neverTold: (id) => {
      const content = latestOf(view.service().find((node) => node.id === id));
      if (content !== null) disturbances.overtaken(content);
    },
    sending: (name) => {
      const desk = desks.get(name);
      const agreed = desk === undefined ? new Map() : agreedIn(desk.device.root());
      return (id, replaced) => desk && judgeReplace(desk.court, agreed, id, replaced).forEach(report);
    },
    asked: async () => {
      for (const desk of desks.values()) {
        const { device, thrift } = desk;
        const engine = device.engine();
        if (engine === null) continue;
        const { files, folders } = device.root().syncedTotals();
        desk.inStep = files + folders;
        desk.held.look(device.root());
        const status = engine.status();
        for (const found of thrift.check(device.name, status.atMs)) report(found);
        for (const { problem } of device.root().reasons(MOST_REASONS)) parts.count(`reason ${problem.code}`);
        const own = { name: device.name, engine, root: device.root(), status };
        for (const found of await checkHonest(own, desk.court)) report(found);
      }
    },
    ended: () => {
      look();
      const asides = [...desks.values()].reduce((sum, desk) => sum + desk.asides, 0);
      disturbances.look(parts.nowMs());
      const stores = new Map([...desks].map(([name, { device }]) => [name, device.root()]));
      for (const found of checkEnding({ view, chronicle, disturbances, stores, asides })) report(found);
      for (const { sendings, device, shape } of desks.values()) {
        for (const found of [...sendings.check(device.name), ...shape.checkAtRest()]) report(found);
      }
    },
  };
}

type Unrecorded = Pick<DiskNode, 'identity'> & { readonly contents: readonly string[] };

/**
 * Files that a process put in place and did not live to record, with their contents then and now. If they are deleted before it runs again,
 * nothing tells of them.
 */
function unrecordedOn(view: View, desk: Desk | undefined): readonly Unrecorded[] {
  if (desk === undefined || desk.device.engine() !== null) return [];
  const placings = desk.device.root().placing(() => false);
  const placed = new Map(
    placings.flatMap((one) => (one.fingerprint === null ? [] : [[one.fingerprint.identity, one.itemId]])),
  );
  return view.disk(desk.device.name).flatMap(({ identity, content }) => {
    const id = placed.get(identity);
    if (id === undefined) return [];
    const there = latestOf(view.service().find((node) => node.id === id));
    return [{ identity, contents: [content, there].filter((one) => one !== null) }];
  });
}

const takingOf = ({ guard: limits }: InspectorParts, { device, court: { leftOut }, inStep }: Desk): Taking => {
  return { device: device.name, store: device.root(), limits, leftOut, inStep };
};

function watchRemote(parts: InspectorParts, desk: Desk, remote: Remote): Remote {
  const { view, report } = parts;
  const { device, court, thrift } = desk;
  thrift.begin(() => remote.requests());
  return {
    ...remote,
    trash(target, signal) {
      for (const found of judgeAmountThere(takingOf(parts, desk), target.id)) report(found);
      for (const found of desk.held.judgeThere(device.name, device.root(), target.id)) report(found);
      // Judged when the request is sent, because it may have waited.
      const isStillDue = (): boolean => {
        if (target.isStillDue?.() === false) return false;
        for (const found of judgeTrashRemote({ ...court, store: device.root() }, target.id)) report(found);
        return true;
      };
      return remote.trash({ ...target, isStillDue }, signal);
    },
    move(target, signal) {
      if (isConflictName(target.name)) desk.asides += 1;
      return remote.move(target, signal);
    },
    download(wanted, signal) {
      const has = alreadyHere(view, desk, wanted.file);
      if (has !== null)
        report({ rule: 'I8', what: `${device.name} downloads item ${wanted.file}, which it has at ${has}` });
      return remote.download(wanted, signal);
    },
  };
}

/** Where this disk already has the content to download; null: nowhere, or a second copy may be needed. */
function alreadyHere(view: View, { court: { device, chronicle }, disturbances }: Desk, file: ItemId): string | null {
  const content = latestOf(view.service().find(({ id }) => id === file));
  if (content === null || chronicle.manifold.has(content) || disturbances.isTouched(content)) return null;
  return view.disk(device).find((node) => node.content === content)?.path ?? null;
}

function watchDisk({ view, report }: InspectorParts, desk: Desk, disk: FileSystem, tick: () => number): FileSystem {
  const { device, court, looks } = desk;
  const below = (path: string): string => path.slice(ROOT.length + 1);
  const note = (path: string, at = below(path)): void => {
    if (isInPlace(path)) looks.set(at, tick());
  };
  return {
    ...disk,
    async stat(path, ...how) {
      const found = await disk.stat(path, ...how);
      note(path);
      return found;
    },
    async list(path, ...how) {
      const found = await disk.list(path, ...how);
      note(path, `${below(path)}/`);
      return found;
    },
    async *walk(...how) {
      const seen = new Map<string, number>();
      for await (const found of disk.walk(...how)) {
        if (found.ok && isInPlace(found.listing.path)) seen.set(`${below(found.listing.path)}/`, tick());
        yield found;
      }
      // What a walk has found is known only at its end: another task may act meanwhile.
      for (const [at, when] of seen) looks.set(at, Math.max(when, looks.get(at) ?? 0));
    },
    trash(path, ...how) {
      court.leaving.set(path, leavingNow({ ...court, store: device.root() }, path));
      return disk.trash(path, ...how);
    },
    async openStaging(root, name, ...how) {
      const staging = await disk.openStaging(root, name, ...how);
      return watchStaging(
        staging,
        (isFlushed) => void (isFlushed ? desk.unflushed.delete(name) : desk.unflushed.add(name)),
      );
    },
    install(root, name, target, ...how) {
      if (desk.unflushed.has(name))
        report({
          rule: 'I7',
          what: `${device.name} installs ${below(target)} before it is flushed: half of it after a crash`,
        });
      return disk.install(root, name, target, ...how);
    },
    move(from, to) {
      if (isConflictName(to) && nameOf(to) !== nameOf(from)) {
        desk.asides += 1;
        const aside = {
          device: device.name,
          view,
          chronicle: court.chronicle,
          disturbances: desk.disturbances,
          store: device.root(),
          path: below(from),
          toName: nameOf(to),
        };
        for (const found of judgeConflict(aside)) report(found);
      }
      return disk.move(from, to);
    },
  };
}
