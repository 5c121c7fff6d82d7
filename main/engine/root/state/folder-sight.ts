import type { LocalId } from '../../model/ids.ts';
import type { RootState } from '../../observe/local/root-state.ts';
import type { DiskTraits, FileSystemError } from '../../ports/file-system.ts';
import type { Watch } from '../../ports/watcher.ts';

/** The delay before the next look at a missing or unreadable folder. */
const LOOK_AGAIN_MS = 5_000;

/** It has no node of its own: its folder has one. */
export type UnseenItem = { readonly folder: LocalId; readonly name: string; readonly error: FileSystemError };

/** The last observation of a root's local folder, and when the next one is due. */
export type FolderSight = Readonly<Facts> & {
  requireFullScan(): void;
  /** Records a scan: the state of the folder, and when missing items settle. */
  noteLook(state: RootState, settleAtMs: number | null, nowMs: number): void;
  /** Records a full scan, and when the next one is due. */
  noteWhole(scanAtMs: number): void;
  noteTraits(traits: DiskTraits): void;
  noteUnlisted(folders: ReadonlyMap<LocalId, FileSystemError>, unseen: ReadonlyMap<string, UnseenItem>): void;
  noteWatch(watch: Watch | null): void;
  /** The watch is to be renewed: the folder is lost or back, a folder in it can be listed again, or events were lost. */
  renewWatch(): void;
  /** Records a failed read, which proves no absence. `isWhole`: it was a full scan. Returns the time of the next try. */
  noteUnreadable(nowMs: number, isWhole: boolean, trouble: FileSystemError): number;
  /** The marker or the staging folder could not be read: a full scan is due after a delay. */
  doubt(nowMs: number): void;
  /** The clock was set back: all waits end. */
  endWaits(): void;
};

type Facts = {
  /** Null: not looked at yet. */
  state: RootState | null;
  /** The capabilities of its disk; null until it has been probed. */
  traits: DiskTraits | null;
  readonly isPresent: boolean;
  /** The last look found no folder, or a different one. */
  readonly isLost: boolean;
  /** False: everything is to be scanned before anything is planned. */
  isScanned: boolean;
  /** When missing items are to be looked for once more. */
  settleAtMs: number | null;
  scanAtMs: number;
  retryAtMs: number | null;
  /** Why the last scan failed; null: it did not. */
  trouble: FileSystemError | null;
  /** Folders in it that the last look could not list: their content is unknown (edge case 73). */
  unlisted: ReadonlyMap<LocalId, FileSystemError>;
  /** Items that could not be looked at and were never synced, by their paths at that time. */
  unseen: ReadonlyMap<string, UnseenItem>;
  /** Null: nothing watches it now. */
  watch: Watch | null;
};

export function createFolderSight(renewWatch: () => void): FolderSight {
  const facts: Facts = {
    state: null,
    traits: null,
    isScanned: false,
    settleAtMs: null,
    scanAtMs: 0,
    retryAtMs: null,
    trouble: null,
    unlisted: new Map(),
    unseen: new Map(),
    watch: null,
    get isPresent() {
      return facts.state === 'present';
    },
    get isLost() {
      return facts.state !== null && facts.state !== 'present';
    },
  };
  // Keeps the getters of `facts`, and the object: what is noted shows in it.
  return Object.assign(facts, noting(facts, renewWatch));
}

function noting(facts: Facts, renewWatch: () => void): Omit<FolderSight, keyof Facts> {
  return {
    renewWatch,
    noteWatch(watch) {
      facts.watch = watch;
    },
    requireFullScan() {
      facts.isScanned = false;
      facts.retryAtMs = null;
    },
    noteLook(is, settleAtMs, nowMs) {
      const was = facts.state;
      facts.state = is;
      facts.trouble = null;
      facts.settleAtMs = settleAtMs;
      facts.retryAtMs = is === 'present' ? null : nowMs + LOOK_AGAIN_MS;
      // The watch of a lost folder points elsewhere; a folder that is back needs a new watch.
      if (was !== null && (was === 'present') !== (is === 'present')) renewWatch();
    },
    noteWhole(scanAtMs) {
      facts.isScanned = facts.state === 'present';
      facts.scanAtMs = scanAtMs;
    },
    noteTraits(traits) {
      facts.traits = traits;
    },
    noteUnlisted(folders, unseen) {
      facts.unlisted = folders;
      facts.unseen = unseen;
    },
    noteUnreadable(nowMs, isWhole, trouble) {
      const againMs = nowMs + LOOK_AGAIN_MS;
      if (isWhole) facts.isScanned = false;
      facts.retryAtMs = againMs;
      facts.trouble = trouble;
      facts.scanAtMs = Math.max(facts.scanAtMs, againMs);
      if (facts.settleAtMs !== null) facts.settleAtMs = Math.max(facts.settleAtMs, againMs);
      return againMs;
    },
    doubt(nowMs) {
      facts.isScanned = false;
      facts.retryAtMs = nowMs + LOOK_AGAIN_MS;
    },
    endWaits() {
      facts.scanAtMs = 0;
      if (facts.retryAtMs !== null) facts.retryAtMs = 0;
      if (facts.settleAtMs !== null) facts.settleAtMs = 0;
    },
  };
}
