/**
 * The main loop of the local side: folders are listed, the listings are compared with the local tree in portions, and at the end every item
 * not seen is marked missing. Only `settleMissing` accepts a delete, after a second look.
 */

import type { Clock } from '../../ports/clock.ts';
import type { FileSystem, FileSystemError } from '../../ports/file-system.ts';
import { ownPlacesBelow } from '../../ports/own-places.ts';
import { createPace, type Pace } from '../../ports/pace.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { Missing } from '../../store/trees/missing-table.ts';
import { createExcludedItems, type Excluded, type ExcludedItems } from './excluded.ts';
import { finishPass, takeOut } from './finish-pass.ts';
import { createLooker, type FolderLook, type Looker } from './folder-look.ts';
import { createIgnoreRules, type IgnoreMatch } from './ignore/ignore-rules.ts';
import { withKeptHere } from './ignore/kept-here.ts';
import { withoutOwnPlaces } from './ignore/own-places.ts';
import { lookAround, type Walk, walkAll } from './look-around.ts';
import { type RootPlace, type RootState, rootState } from './root-state.ts';
import { createScanPass, hasSeenAll, type ScanPass } from './scan-pass.ts';

/** Observes one root, and is the only writer of what the disk shows. Calls run one at a time. */
export interface LocalObserver {
  /** Scans everything. Must be the first call after a start, because it also reads the rule files. */
  scanAll(signal?: AbortSignal): Promise<ScanReport>;
  /** Scans these folders (absolute paths, as hinted by the watcher), new folders below them, and the sources of moves. */
  scanDirectories(paths: readonly string[], signal?: AbortSignal): Promise<ScanReport>;
  /**
   * Looks once more for items missing longer than the settling time, and then accepts that they are gone (edge case 119). For a synced item it
   * scans the whole root: the watcher may have lost the hint for its new place.
   */
  settleMissing(signal?: AbortSignal): Promise<ScanReport>;
  rootState(): Promise<RootState>;
  /** Reads the rule files above a path, for `ignoredBy` before the first scan. */
  readRules(path: string): Promise<void>;
  /** The rule that ignores a path (relative to the root, `/` between names); null: it is synced. */
  ignoredBy(path: string, isFolder: boolean): IgnoreMatch | null;
  /** Whether no rule ignores a path, and all rule files above it could be read. */
  takesIn(path: string, isFolder: boolean): boolean;
  /** Like `ignoredBy`, with these as the user's own rules. */
  previewOwnRules(lines: readonly string[]): (path: string, isFolder: boolean) => IgnoreMatch | null;
  /** Replaces the user's own rules; the caller must then scan everything. */
  setOwnRules(lines: readonly string[]): void;
}

export type ScanReport = {
  /** Not `present`: nothing was scanned and nothing was written. */
  readonly root: RootState;
  /** Rows written, removed or marked missing. */
  readonly changed: number;
  /** When `settleMissing` has work; null: nothing is missing. */
  readonly settleAtMs: number | null;
  /** Every folder was looked at. */
  readonly isWhole: boolean;
  /** Unreadable items; they stay unchanged with everything below them. */
  readonly unreadable: readonly UnreadableItem[];
  /** Folders (absolute paths) that changed faster than they could be listed: scan them again. */
  readonly restless: readonly string[];
  /** Synced items that rule files began to exclude. */
  readonly excluded: readonly Excluded[];
};

/** `path` is relative to the root. */
export type UnreadableItem = { readonly path: string; readonly error: FileSystemError };

export type LocalObserverParts = {
  readonly fileSystem: FileSystem;
  readonly store: RootStore;
  readonly clock: Clock;
  readonly root: RootPlace;
  /** The user's own rules, in gitignore syntax. */
  readonly ignoreLines: readonly string[];
  /** The folders of Tandem's own data; none by default. */
  readonly ownPlaces?: readonly string[];
  /** Of large writes; its own if omitted. */
  readonly pace?: Pace;
  /** How long an item must be missing before it counts as deleted; 1 s by default. */
  readonly settleMs?: number;
};

const SETTLE_MS = 1000;
/** The share of time that full scans may take, so that single deletes in a large root do not keep it busy. */
const LOOK_SHARE = 0.1;
/**
 * An item that is unreadable, or a folder that disappeared before the walk reached it, may contain a missing item; for this long no delete is
 * accepted. No rest is longer either: a scan that the computer slept through would otherwise delay deletes by ten times that sleep.
 */
const HIDDEN_MS = 5 * 60_000;
const LOOK_AGAIN_MS = 5_000;

export function createLocalObserver(parts: LocalObserverParts): LocalObserver {
  const { fileSystem, store, clock, root, settleMs = SETTLE_MS, pace = createPace(clock) } = parts;
  let ownPlaces: readonly string[] = [];
  const rules = withoutOwnPlaces(withKeptHere(createIgnoreRules(parts.ignoreLines), store.keptHere), () => ownPlaces);
  const looker = createLooker(fileSystem, clock, root.localPath, rules);
  const walk: Walk = (signal) => fileSystem.walk(root.localPath, (path) => looker.takesIn(path, true), signal);
  let last: Promise<unknown> = Promise.resolve();

  /** One pass at a time: two would mark each other's new finds as missing. */
  const observe = (work: (pass: ScanPass) => Promise<void>, signal?: AbortSignal): Promise<ScanReport> => {
    const next = last.then(async () => {
      const state = await rootState(fileSystem, root);
      // Looked up each time: the service may make its folder later.
      ownPlaces = await ownPlacesBelow(fileSystem.realPath, parts.ownPlaces ?? [], root.localPath);
      const pass = createScanPass(store, clock, pace);
      const excluded = createExcludedItems(store, rules);
      const restless = state === 'present' ? await runPass(pass, excluded, work, signal) : [];
      const report = toReport(pass, settleMs, everywhere.restUntilMs());
      return { ...report, root: state, restless, excluded: excluded.list() };
    });
    last = next.catch(() => undefined);
    return next;
  };

  const runPass = async (
    pass: ScanPass,
    excluded: ExcludedItems,
    work: (pass: ScanPass) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<string[]> => {
    await work(pass);
    // Its name is taken, so no settling time applies; but it may have moved to a place without a hint.
    const isReplaced = [...pass.displaced.values()].some(({ row }) => store.syncedByLocal(row.id) !== undefined);
    if (isReplaced && !pass.isWhole) await walkAll({ pass, looker }, walk, signal);
    await finishPass(pass, excluded);
    return [...pass.again].map(looker.absolute);
  };

  const everywhere = lookNowAndThen(clock, (pass, signal) => walkAll({ pass, looker }, walk, signal));

  return {
    scanAll: (signal) => observe((pass) => walkAll({ pass, looker }, walk, signal), signal),
    scanDirectories: (paths, signal) =>
      observe(async (pass) => {
        const wanted = paths.map(looker.relative).filter((path) => path === '' || looker.takesIn(path, true));
        await lookAround({ pass, looker }, wanted, signal);
        // A rule file changed: the items it affects may be anywhere below.
        if (looker.haveRulesChanged()) await walkAll({ pass, looker }, walk, signal);
      }, signal),
    settleMissing: (signal) =>
      observe(async (pass) => {
        const missing = (await allMissing(store, clock)).filter((one) => isOver(clock, one.sinceMs, settleMs));
        const isNowhere = !isKnownThere(store, missing) || (await everywhere.look(pass, signal));
        const due = missing.filter((one) => isNowhere || one.sinceMs + HIDDEN_MS <= clock.nowMs());
        const seen = new Map<string, FolderLook>();
        await lookAround({ pass, looker, seen }, parentsOf(store, due), signal);
        await believe(pass, due, seen);
        if ([...seen.values()].some(({ kind }) => kind === 'unreadable')) everywhere.rest();
      }, signal),
    rootState: () => rootState(fileSystem, root),
    readRules: (path) => readRulesAbove(store, looker, path),
    ignoredBy: (path, isFolder) => rules.match(path, isFolder),
    takesIn: looker.takesIn,
    setOwnRules: rules.setOwnRules,
    previewOwnRules: (lines) => rules.withOwnRules(lines).match,
  };
}

/** Only in folders that a scan has seen: never through a link. */
async function readRulesAbove(store: RootStore, looker: Looker, path: string): Promise<void> {
  const names = path.split('/');
  for (const depth of names.keys()) {
    const folder = names.slice(0, depth).join('/');
    if (store.localAt(folder) === undefined) return;
    await looker.readRules(folder);
  }
}

/** Scans the whole root, but no more often than its size allows. */
function lookNowAndThen(clock: Clock, walkRoot: (pass: ScanPass, signal?: AbortSignal) => Promise<void>) {
  let endedMs = 0;
  let restMs = 0;
  return {
    /** A folder that a missing item was in cannot be read: the next look may not follow at once. */
    rest: (): void => {
      if (isOver(clock, endedMs, restMs)) [endedMs, restMs] = [clock.nowMs(), LOOK_AGAIN_MS];
    },
    restUntilMs: () => (isOver(clock, endedMs, restMs) ? 0 : endedMs + restMs),
    /** True: missing items are nowhere in the readable part of the root. */
    look: async (pass: ScanPass, signal?: AbortSignal): Promise<boolean> => {
      const beganMs = clock.nowMs();
      if (!isOver(clock, endedMs, restMs)) return false;
      await walkRoot(pass, signal);
      const isWhole = hasSeenAll(pass);
      endedMs = clock.nowMs();
      restMs = Math.min(Math.max((endedMs - beganMs) / LOOK_SHARE, isWhole ? 0 : LOOK_AGAIN_MS), HIDDEN_MS);
      return isWhole;
    },
  };
}

/** Whether a wait is over. A start in the future means that the clock was set back: it is over too. */
function isOver(clock: Clock, sinceMs: number, forMs: number): boolean {
  const lastedMs = clock.nowMs() - sinceMs;
  return lastedMs < 0 || lastedMs >= forMs;
}

function toReport(
  { store, clock, ...pass }: ScanPass,
  settleMs: number,
  restUntilMs: number,
): Omit<ScanReport, 'root' | 'restless' | 'excluded'> {
  const sinceMs = store.missingSinceMs();
  const settledMs = sinceMs === null || isOver(clock, sinceMs, settleMs) ? clock.nowMs() : sinceMs + settleMs;
  return {
    changed: pass.changed,
    settleAtMs: sinceMs === null ? null : Math.max(settledMs, Math.ceil(restUntilMs)),
    isWhole: pass.isWhole,
    unreadable: [...pass.unreadable.values()].map(({ path, error }) => ({ path, error })),
  };
}

/** Rows read at once: a few milliseconds. */
const MISSING_AT_ONCE = 2_000;

async function allMissing(store: RootStore, clock: Clock): Promise<readonly Missing[]> {
  const all: Missing[] = [];
  for (;;) {
    const page = store.missing(MISSING_AT_ONCE, all.at(-1));
    all.push(...page);
    if (page.length < MISSING_AT_ONCE) return all;
    await clock.sleep(0);
  }
}

/** An item that was agreed on, or is about to be, would be deleted on the service. Anything else would only be sent again. */
const isKnownThere = (store: RootStore, missing: readonly Missing[]): boolean =>
  missing.some(({ localId }) => store.syncedByLocal(localId) !== undefined || store.isSending(localId));

function parentsOf(store: RootStore, missing: readonly Missing[]): readonly string[] {
  const parents = new Set(missing.flatMap(({ parentId }) => parentId ?? []));
  return [...parents].flatMap((parent) => store.localPath(parent) ?? []);
}

/** An item is gone if a later, complete listing of its folder lacks it too, and no other folder has shown it since. */
async function believe(pass: ScanPass, due: readonly Missing[], seen: ReadonlyMap<string, FolderLook>): Promise<void> {
  const { store } = pass;
  await takeOut(pass, due, ({ localId, takenAt }) => {
    const row = store.local(localId);
    if (row === undefined || row.parentId === null || !store.isMissing(localId)) return null;
    const folder = store.localPath(row.parentId);
    const look = folder === null ? undefined : seen.get(folder);
    if (look?.kind !== 'listed' || look.takenAt <= takenAt || store.localTakenAt(localId) > look.takenAt) return null;
    const isThere = look.present.get(row.name)?.fingerprint.identity === row.fingerprint.identity;
    return isThere ? null : { row, takenAt: look.takenAt };
  });
}
