import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type ItemId, itemId } from '../../main/engine/model/ids.ts';
import { diskNameTrouble } from '../../main/engine/model/names/disk-names.ts';
import { DEFAULT_SETTINGS } from '../../main/engine/root/engine-parts.ts';
import { memoryFolder } from '../support/files/quick-folder.ts';
import { checkFair } from './checks/fairness.ts';
import { type Inspector, openInspector } from './checks/watching/inspector.ts';
import { tellOfAct } from './checks/watching/told-of-act.ts';
import { viewOf } from './checks/watching/view.ts';
import type { Tree } from './comparison.ts';
import {
  checkConverged,
  checkNothingLost,
  checkOneSided,
  checkPure,
  checkTrashListed,
  checkWhole,
  diskTree,
  isConverged,
  serviceTree,
  unreadable,
  type Violation,
} from './invariants.ts';
import type { AfterActs } from './play/rehearsal.ts';
import type { Act, Actor, Script } from './script.ts';
import { openTrace, type Trace } from './trace.ts';
import { openChance } from './world/chance.ts';
import { type Device, faultsAt, openDevice, type Plant, placeOf, ROOT } from './world/device/device.ts';
import type { DiskDeed } from './world/device/disk-port.ts';
import { personality } from './world/device/personality.ts';
import { createDisk } from './world/device/virtual-disk.ts';
import type { FaultLog } from './world/fault-tape.ts';
import { type Ledger, openLedger } from './world/people/ledger.ts';
import { actOnMachine, decideAll, endChoices, leavesOut } from './world/people/machine-acts.ts';
import { actOnDisk, actOnService, contentMaker, textOf } from './world/people/people.ts';
import { idOfMade, type WebPerson, webPerson } from './world/people/web-person.ts';
import { actOnStaff, endLimit, openShare, type Staff } from './world/service/service-acts.ts';
import type { HostedService, ServiceHost } from './world/service/service-host.ts';
import type { Item, ServiceTruth } from './world/service/service-truth.ts';
import { skewed, startTime, type VirtualTime } from './world/virtual-time.ts';

/** Result of a run. */
export type Outcome = {
  readonly violations: readonly Violation[];
  /** Digest of the whole run in order: equal for equal scripts (I14). */
  readonly trace: string;
  /** Acts for a report; impossible acts are omitted. */
  readonly done: readonly string[];
  readonly reached: ReadonlyMap<string, number>;
  readonly lines: readonly string[];
  /** The faults that occurred, by name; each can be muted (`Script.muted`). */
  readonly struck: readonly string[];
};

export type RunOptions = {
  readonly plant?: Plant;
  readonly keepLines?: boolean;
  /** Replaces everything after the last act: the run ends with these violations. */
  readonly afterActs?: (world: AfterActs) => Promise<readonly Violation[]>;
};

/** Time after the last act, without faults, within which everything must be in sync. */
const REST_MS = 60 * 60_000;
const LOOK_EVERY_MS = 5_000;

/** Plays one script: people act while faults occur; then the faults stop and everything must come to rest. */
export async function simulate(host: ServiceHost, script: Script, options: RunOptions = {}): Promise<Outcome> {
  // The lists of roots beside the stores need not survive a power failure.
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'tandem-simulation-'));
  const run = await openRun(host, script, options, folder);
  const unhandled = (error: unknown): void => {
    run.violations.push({ rule: 'error', what: `an unhandled rejection: ${errorText(error)}` });
  };
  process.on('unhandledRejection', unhandled);
  try {
    await play(run, options);
  } catch (error) {
    run.violations.push({ rule: 'I1', what: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    process.off('unhandledRejection', unhandled);
    for (const device of run.devices) device.close();
    await run.hosted.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const trace = run.digest.end();
  const { violations, done, reached, lines, log } = run;
  return { violations, trace, done, reached, lines, struck: log.struck };
}

type Run = {
  readonly script: Script;
  readonly time: VirtualTime;
  readonly hosted: HostedService;
  readonly service: ServiceTruth;
  readonly web: WebPerson;
  readonly bob: WebPerson;
  readonly staff: Staff;
  readonly log: FaultLog;
  /** By this time all background work started by acts has ended. */
  quietAtMs: number;
  readonly root: Item;
  readonly ledger: Ledger;
  readonly devices: readonly Device[];
  /** Items created by requests whose answer reached no device; of these, the ones that landed after their sender had given up. */
  readonly unheard: Set<ItemId>;
  readonly landedLate: Set<ItemId>;
  readonly inspector: Inspector;
  readonly violations: Violation[];
  readonly done: string[];
  readonly lines: string[];
  readonly reached: Map<string, number>;
  readonly digest: Trace;
  readonly trace: (line: string) => void;
  trouble: number;
};

async function openRun(host: ServiceHost, script: Script, options: RunOptions, folder: string): Promise<Run> {
  const time = startTime(Date.UTC(2026, 2, 1));
  const hosted = await host.open(time, script.seed);
  const service = hosted.truth;
  const web = webPerson(hosted, 'ann');
  const root = service.live(itemId(idOfMade(await web.ask('POST', '/folders', { name: 'work', parent: { id: '0' } }))));
  if (root === null) throw new Error('no folder to work in');
  const bob = webPerson(hosted, 'bob');
  const share = await openShare(web, root.id);
  const digest = openTrace();
  const devices: Device[] = [];
  const inspector = openInspector({
    view: viewOf(devices, service, root),
    devices: script.devices.map(({ name }) => name),
    nowMs: time.nowMs,
    guard: script.guard ?? DEFAULT_SETTINGS.guard,
    chance: openChance(script.seed, 'checks'),
    report: (violation) => noteOnce(run.violations, violation),
    count: (what) => count(run, what),
  });
  const run: Run = {
    script,
    inspector,
    time,
    hosted,
    service,
    web,
    bob,
    staff: {
      hosted,
      truth: service,
      root,
      owner: web,
      bob,
      share,
      // Content that existed only on the service is no longer owed after the service was set back.
      isForgotten: () => unreadable(run.ledger, run.devices, run.service).forEach(run.ledger.replaced),
      later: (afterMs, act) => later(run, afterMs, act),
    },
    log: { muted: new Set(script.muted), struck: [] },
    quietAtMs: 0,
    root,
    ledger: openLedger(),
    devices,
    unheard: new Set(),
    landedLate: new Set(),
    digest,
    violations: [],
    done: [],
    lines: [],
    reached: new Map(),
    trouble: 0,
    trace: (line) => {
      const text = `${time.nowMs()} ${line}`;
      digest.add(text);
      if (options.keepLines) run.lines.push(text);
      inspector.step();
    },
  };
  for (const { name, disk: kind, skewMs, person = 'ann' } of script.devices) {
    const disk = createDisk(name, skewed(time, skewMs), personality(kind));
    disk.create(disk.root, ROOT.slice(1), 'folder');
    const store = host.stores.take(join(folder, `${name}.db`));
    const own = (): Device => devices.find((device) => device.name === name) ?? raise(`no device ${name}`);
    const inspected = { name, database: () => store.database, engine: () => own().engine(), root: () => own().root() };
    devices.push(
      openDevice({
        name,
        time,
        hosted,
        person,
        disk,
        skewMs,
        guard: script.guard,
        isCalm: script.calm,
        knowsKeys: script.knowsKeys === true,
        isLate: script.isLate === true,
        log: run.log,
        seed: script.seed,
        remoteRoot: root.id,
        store,
        faults: () => faultsAt(run.trouble),
        onTrash: (id) => {
          run.trace(`${name} trashes item ${id}`);
          count(run, 'trash-remote');
        },
        sending: () => inspector.sending(name),
        onMadeLate: (id) => {
          run.landedLate.add(id);
          inspector.madeLate(id);
        },
        unheard: run.unheard,
        onTrouble: (what) => count(run, what),
        onDeed: (deed) => noteDeed(run, name, deed),
        onError: (message, error) => run.violations.push({ rule: 'error', what: `${message} ${errorText(error)}` }),
        trace: run.trace,
        plant: planted(inspector.between(inspected), options.plant ?? {}),
      }),
    );
  }
  return run;
}

/** Places a planted bug between the engine and the inspector. */
function planted(between: Required<Pick<Plant, 'remote' | 'fileSystem'>>, plant: Plant): Plant {
  return {
    ...plant,
    remote: (remote) => (plant.remote ?? same)(between.remote(remote)),
    fileSystem: (disk) => (plant.fileSystem ?? same)(between.fileSystem(disk)),
  };
}

const same = <Value>(value: Value): Value => value;

/** Reports a persistent violation only once. */
function noteOnce(violations: Violation[], { rule, what }: Violation): void {
  if (!violations.some((known) => known.rule === rule && known.what === what)) violations.push({ rule, what });
}

const errorText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function play(run: Run, { afterActs, plant }: RunOptions): Promise<void> {
  const { time, script, devices } = run;
  // A planted bug is caught: an engine that it drives round in circles may never come to rest.
  const isCaught = (): boolean => plant !== undefined && run.violations.length > 0;
  for (const device of devices) await started(run, device);
  await time.pass(time.nowMs() + 5_000);
  run.trouble = script.trouble;
  const make = contentMaker(run.ledger);
  for (const act of script.acts) {
    await time.pass(time.nowMs() + act.afterMs);
    await perform(run, act, make);
    if (isCaught()) return;
  }
  if (afterActs !== undefined) {
    run.trouble = 0;
    run.violations.push(...(await afterActs(run)));
    return;
  }
  // Programs started by acts remove their own files.
  if (script.only !== null) await time.pass(Math.max(time.nowMs(), run.quietAtMs));
  const expected = script.only === null ? null : treeOf(run, script.only);
  await endTrouble(run);
  run.violations.push(...(await checkFair({ ...run, count: (what) => count(run, what) })));
  const restAtMs = time.nowMs() + REST_MS;
  do {
    while (time.nowMs() < restAtMs && !isConverged(devices, run.service, run.root)) {
      await time.pass(time.nowMs() + LOOK_EVERY_MS);
      if (isCaught()) return;
      for (const device of devices.filter(decideAll)) {
        run.inspector.decided(device.name);
        count(run, 'held and released');
      }
    }
    // Wait a little longer: apparent rest may be the pause before the next scan, or a deselection may land late.
    await time.pass(time.nowMs() + 150_000);
  } while (time.nowMs() < restAtMs && devices.some(leavesOut));
  await run.inspector.asked();
  checkAll(run, expected);
}

/** Faults end by themselves, people's temporary changes are reverted, and everyone is back. */
async function endTrouble(run: Run): Promise<void> {
  const { time, devices } = run;
  run.trouble = 0;
  await time.pass(Math.max(time.nowMs(), run.quietAtMs));
  await time.pass(time.nowMs() + 60_000, () => devices.every((device) => device.isUp()));
  for (const device of devices) endChoices(device);
  await endLimit(run.web);
}

/** Runs an effect later, attributed to the current act or to no one. */
function later(run: Run, afterMs: number, act: () => void): void {
  run.quietAtMs = Math.max(run.quietAtMs, run.time.nowMs() + afterMs);
  run.time.at(afterMs, act);
}

async function started(run: Run, device: Device): Promise<void> {
  let isUp = false;
  const starting = device.start().then(() => {
    isUp = true;
  });
  await run.time.pass(run.time.nowMs() + 60_000, () => isUp);
  await starting;
}

async function perform(run: Run, act: Act, make: ReturnType<typeof contentMaker>): Promise<void> {
  const { ledger, devices } = run;
  const device = devices.find(({ name }) => name === act.actor);
  const watched = run.inspector.watch(act.actor);
  const desk =
    device === undefined
      ? null
      : actOnDisk(
          { disk: device.disk, rootPath: placeOf(device.disk), ledger, make, later: watchedLater(run, act) },
          act,
        );
  const there = device === undefined ? await actThere(run, act, make) : null;
  watched();
  if (act.what === 'ignore' && device?.isUp()) run.inspector.ruling(act.actor, act.name);
  const machine =
    device === undefined || desk !== null
      ? null
      : await actOnMachine(device, act, (afterMs, go) => later(run, afterMs, go), run.inspector.leavingOut);
  const words = desk ?? there ?? machine;
  if (words !== null) note(run, act, words);
  if (words !== null)
    tellOfAct({ ...run, nowMs: run.time.nowMs, later: (afterMs, go) => later(run, afterMs, go) }, act);
  for (const found of checkPure(devices[act.pick % 2] ?? raise('no device'), act.into)) run.violations.push(found);
  await run.inspector.asked();
}

/** Later work of a person's program counts as that person's act too. */
function watchedLater(run: Run, act: Act): (afterMs: number, go: () => void) => void {
  return (afterMs, go) =>
    later(run, afterMs, () => {
      const watched = run.inspector.watch(act.actor);
      go();
      watched();
    });
}

async function actThere(run: Run, act: Act, make: ReturnType<typeof contentMaker>): Promise<string | null> {
  const { service, root, ledger } = run;
  const web = act.actor === 'bob' ? run.bob : run.web;
  const words = await actOnService({ web, truth: service, root, ledger, make }, act);
  return words ?? actOnStaff(run.staff, act);
}

function note(run: Run, act: Act, words: string): void {
  if (act.what === 'sleep') run.quietAtMs = Math.max(run.quietAtMs, run.time.nowMs() + 10_000 * act.pick);
  run.trace(`${act.actor} ${words}`);
  run.done.push(`${run.time.nowMs() - Date.UTC(2026, 2, 1)} ms: ${act.actor} ${words}`);
  count(run, `act ${act.what}`);
}

const treeOf = (run: Run, actor: Actor): Tree => {
  const device = run.devices.find(({ name }) => name === actor);
  return device === undefined ? serviceTree(run.service, run.root) : diskTree(device);
};

function checkAll(run: Run, expected: Tree | null): void {
  const { devices, service, root, ledger, violations } = run;
  violations.push(...checkConverged(devices, service, root));
  violations.push(...checkNothingLost(ledger, devices, service));
  violations.push(...checkWhole(ledger, devices, service));
  for (const device of devices) violations.push(...checkPure(device, 1));
  violations.push(...checkTrashListed(run.script, devices));
  run.inspector.ended();
  const actual = serviceTree(service, root);
  if (expected !== null) violations.push(...checkOneSided(run, expected, actual));
  for (const device of devices) for (const step of device.steps()) count(run, step);
  for (const [path, content] of actual) {
    if (/\(conflicted copy \S+ [\d-]+ \d+\)/.test(path)) count(run, 'conflict on a conflict copy');
    if (content === '') count(run, 'empty file');
    if (devices.some(({ disk }) => diskNameTrouble(basename(path), disk.traits) === 'too_long'))
      count(run, 'long name');
  }
}

/** I3 for the local side, and I7: content put at a person's path must be whole. */
function noteDeed(run: Run, device: string, deed: DiskDeed): void {
  const { ledger, violations } = run;
  run.trace(`${device} ${deed.kind} ${deed.path}`);
  count(run, `disk ${deed.kind}`);
  if (deed.kind === 'installed' && !ledger.isWhole(textOf(deed.bytes))) {
    violations.push({
      rule: 'I7',
      what: `${device} installed a content that no person saved at ${deed.path}: "${textOf(deed.bytes)}"`,
    });
  }
  if (deed.kind === 'trashed') run.inspector.trashing(device, deed.path);
}

function count(run: Run, what: string): void {
  run.reached.set(what, (run.reached.get(what) ?? 0) + 1);
}

function raise(what: string): never {
  throw new Error(what);
}
