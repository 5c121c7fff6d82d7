/**
 * The spine of the local side: folders are looked at, the looks are compared with the local tree in portions, and when all
 * are in, what nobody showed is noted as missing. A delete is believed only by `settleMissing`, after a second look.
 */
import type { Clock } from '../ports/clock.ts';
import type { FileSystem, FileSystemError } from '../ports/file-system.ts';
import type { Missing } from '../store/missing-table.ts';
import type { RootStore } from '../store/root-store.ts';
import { finishPass, takeOut } from './finish-pass.ts';
import { createLooker, type FolderLook } from './folder-look.ts';
import { createIgnoreRules, type IgnoreMatch } from './ignore-rules.ts';
import { lookAround, type Walk, walkAll } from './look-around.ts';
import { type RootPlace, type RootState, rootState } from './root-state.ts';
import { createScanPass, type ScanPass } from './scan-pass.ts';

/** Observes one root; the only writer of what the disk shows. Calls run one after the other. */
export interface LocalObserver {
  /** Looks at everything. The first call after a start: it also reads the rule files. */
  scanAll(signal?: AbortSignal): Promise<ScanReport>;
  /** Looks at these folders (absolute paths, as the watcher hints), at what is new below, and where moves came from. */
  scanDirectories(paths: readonly string[], signal?: AbortSignal): Promise<ScanReport>;
  /**
   * Looks once more for what has been missing for the settling time, and believes that it is gone (edge case 119). When it was
   * agreed on with the service, it is looked for everywhere: a watcher may have lost the hint at where it was moved to.
   */
  settleMissing(signal?: AbortSignal): Promise<ScanReport>;
  rootState(): Promise<RootState>;
  /** The rule that leaves a path (below the root, `/` between names) out; null: it is synced. */
  ignoredBy(path: string, isFolder: boolean): IgnoreMatch | null;
  /** As `ignoredBy`, if these were the person's own rules. */
  previewOwnRules(lines: readonly string[]): (path: string, isFolder: boolean) => IgnoreMatch | null;
  /** Replaces the person's own rules; a scan of everything has to follow. */
  setOwnRules(lines: readonly string[]): void;
}

export type ScanReport = {
  /** Not `present`: nothing was looked at, nothing was written. */
  readonly root: RootState;
  /** Rows that were written, removed or marked as missing. */
  readonly changed: number;
  /** When `settleMissing` has something to do; null: nothing is missing. */
  readonly settleAtMs: number | null;
  /** Folders that keep their contents to themselves; all below stays as it was. */
  readonly unreadable: readonly UnreadableFolder[];
  /** Folders (absolute) that changed faster than they could be looked at: to be scanned again. */
  readonly restless: readonly string[];
};

/** `path` is below the root. */
export type UnreadableFolder = { readonly path: string; readonly error: FileSystemError };

export type LocalObserverParts = {
  readonly fileSystem: FileSystem;
  readonly store: RootStore;
  readonly clock: Clock;
  readonly root: RootPlace;
  /** The person's own rules, in the grammar of gitignore. */
  readonly ignoreLines: readonly string[];
  /** How long something must be missing before it is believed to be gone; 1 s unless told. */
  readonly settleMs?: number;
};

const SETTLE_MS = 1000;
/** A look at everything may take this share of the time, so that deletes one by one in a large root do not keep it busy. */
const LOOK_SHARE = 0.1;
/**
 * A folder that cannot be read, or that went before the walk came to it, may hide what is missing; for so long nothing is believed
 * to be gone.
 */
const HIDDEN_MS = 5 * 60_000;
const LOOK_AGAIN_MS = 5_000;

export function createLocalObserver(parts: LocalObserverParts): LocalObserver {
  const { fileSystem, store, clock, root, settleMs = SETTLE_MS } = parts;
  const rules = createIgnoreRules(parts.ignoreLines);
  const looker = createLooker(fileSystem, root.localPath, rules);
  const enter = (path: string): boolean => rules.match(path, true) === null;
  const walk: Walk = (signal) => fileSystem.walk(root.localPath, enter, signal);
  let last: Promise<unknown> = Promise.resolve();

  /** One pass at a time: two would note as missing what the other one has just found. */
  const observe = (work: (pass: ScanPass) => Promise<void>, signal?: AbortSignal): Promise<ScanReport> => {
    const next = last.then(async () => {
      const state = await rootState(fileSystem, root);
      const pass = createScanPass(store);
      const restless = state === 'present' ? await runPass(pass, work, signal) : [];
      return { ...toReport(store, pass, settleMs, everywhere.restUntilMs()), root: state, restless };
    });
    last = next.catch(() => undefined);
    return next;
  };

  const runPass = async (
    pass: ScanPass,
    work: (pass: ScanPass) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<string[]> => {
    await work(pass);
    // Something else took its name, so it is not waited for; but it may have moved to where nobody hinted at.
    const isReplaced = [...pass.displaced.values()].some(({ row }) => store.syncedByLocal(row.id) !== undefined);
    if (isReplaced && !pass.isWhole) await walkAll({ pass, looker, clock }, walk, signal);
    finishPass(pass, clock.nowMs());
    return [...pass.again].map(looker.absolute);
  };

  const everywhere = lookNowAndThen(clock, (pass, signal) => walkAll({ pass, looker, clock }, walk, signal));

  return {
    scanAll: (signal) => observe((pass) => walkAll({ pass, looker, clock }, walk, signal), signal),
    scanDirectories: (paths, signal) =>
      observe(async (pass) => {
        const wanted = paths.map(looker.relative).filter((path) => path === '' || enter(path));
        await lookAround({ pass, looker, clock }, wanted, signal);
        // A rule file changed: what it lets in or leaves out may lie anywhere below.
        if (looker.haveRulesChanged()) await walkAll({ pass, looker, clock }, walk, signal);
      }, signal),
    settleMissing: (signal) =>
      observe(async (pass) => {
        const missing = store.missing().filter((one) => one.sinceMs + settleMs <= clock.nowMs());
        const wasAgreed = missing.some(({ localId }) => store.syncedByLocal(localId) !== undefined);
        const isNowhere = !wasAgreed || (await everywhere.look(pass, signal));
        const due = missing.filter((one) => isNowhere || one.sinceMs + HIDDEN_MS <= clock.nowMs());
        const seen = new Map<string, FolderLook>();
        await lookAround({ pass, looker, clock, seen }, parentsOf(store, due), signal);
        believe(pass, due, seen);
      }, signal),
    rootState: () => rootState(fileSystem, root),
    ignoredBy: (path, isFolder) => rules.match(path, isFolder),
    setOwnRules: rules.setOwnRules,
    previewOwnRules: (lines) => rules.withOwnRules(lines).match,
  };
}

/** Looks at the whole root, but no more often than its size allows. */
function lookNowAndThen(clock: Clock, walkRoot: (pass: ScanPass, signal?: AbortSignal) => Promise<void>) {
  let restUntilMs = 0;
  return {
    restUntilMs: () => restUntilMs,
    /** True: whatever is missing is nowhere in the root, as far as it can be read. */
    look: async (pass: ScanPass, signal?: AbortSignal): Promise<boolean> => {
      const beganMs = clock.nowMs();
      if (beganMs < restUntilMs) return false;
      await walkRoot(pass, signal);
      const isWhole = pass.isWhole && pass.unreadable.size === 0;
      const endedMs = clock.nowMs();
      restUntilMs = endedMs + Math.max((endedMs - beganMs) / LOOK_SHARE, isWhole ? 0 : LOOK_AGAIN_MS);
      return isWhole;
    },
  };
}

function toReport(
  store: RootStore,
  pass: ScanPass,
  settleMs: number,
  restUntilMs: number,
): Omit<ScanReport, 'root' | 'restless'> {
  const [oldest] = store.missing();
  return {
    changed: pass.changed,
    settleAtMs: oldest === undefined ? null : Math.max(oldest.sinceMs + settleMs, Math.ceil(restUntilMs)),
    unreadable: [...pass.unreadable.values()].map(({ path, error }) => ({ path, error })),
  };
}

function parentsOf(store: RootStore, missing: readonly Missing[]): readonly string[] {
  const paths = new Set<string>();
  for (const { localId } of missing) {
    const parent = store.local(localId)?.parentId ?? null;
    const path = parent === null ? null : store.localPath(parent);
    if (path !== null) paths.add(path);
  }
  return [...paths];
}

/** Gone is what a second, later, complete listing of its folder does not show either, and no other folder has shown since. */
function believe(pass: ScanPass, due: readonly Missing[], seen: ReadonlyMap<string, FolderLook>): void {
  const { store } = pass;
  store.transaction(() => {
    for (const { localId, takenAt } of due) {
      const row = store.local(localId);
      if (row === undefined || row.parentId === null || !store.isMissing(localId)) continue;
      const folder = store.localPath(row.parentId);
      const look = folder === null ? undefined : seen.get(folder);
      if (look?.kind !== 'listed' || look.takenAt <= takenAt || store.localTakenAt(localId) > look.takenAt) continue;
      if (look.present.get(row.name)?.fingerprint.identity === row.fingerprint.identity) continue;
      takeOut(pass, { row, takenAt: look.takenAt });
      pass.vanished.delete(localId);
    }
  });
}
