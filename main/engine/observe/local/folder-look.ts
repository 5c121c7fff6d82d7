import { join } from 'node:path';
import { namesBelow, parentPath } from '../../model/disk-path.ts';
import type { FileIdentity } from '../../model/ids.ts';
import { IGNORE_FILE } from '../../model/names/rule-file.ts';
import { STATE_FOLDER } from '../../model/names/state-folder.ts';
import type { LocalListing, LocalStat } from '../../model/observation.ts';
import type { Clock } from '../../ports/clock.ts';
import { type FileSystem, FileSystemError, type WalkResult } from '../../ports/file-system.ts';
import type { Ignored } from '../../store/trees/ignored-table.ts';
import { meansDeleted } from './ignore/default-ignores.ts';
import type { IgnoreRules } from './ignore/ignore-rules.ts';
import { closed, createRuleFiles, TooManyRulesError } from './ignore/rule-files.ts';

/** The result of listing one folder. `path` is relative to the root with `/` between names; empty for the root itself. */
export type FolderLook = Listed | Gone | Unreadable;

export type Listed = {
  readonly kind: 'listed';
  readonly path: string;
  /** Logical time from before the listing. */
  readonly takenAt: number;
  readonly self: LocalStat;
  /** The synced files and folders, by name. */
  readonly present: ReadonlyMap<string, SyncedStat>;
  /** All other entries, each with the reason why it is ignored. */
  readonly leftOut: readonly Ignored[];
  /** The entries ignored only by a rule; a synced item may have been renamed to one of them. */
  readonly ruledOut: readonly SyncedStat[];
  /** Mounts in this folder, by name. */
  readonly mounts: ReadonlyMap<string, FileIdentity>;
  /** The entries that the system does not let us look at. */
  readonly unreadable: readonly Unreadable[];
};

export type SyncedStat = LocalStat & { readonly kind: 'file' | 'folder' };

/** The folder certainly does not exist. */
export type Gone = { readonly kind: 'gone'; readonly path: string };

/** The item exists but is unreadable: it stays unchanged with everything below it (edge case 73). */
export type Unreadable = { readonly kind: 'unreadable'; readonly path: string; readonly error: FileSystemError };

/** Lists folders and tracks the rule files it finds. */
export type Looker = {
  /** @throws FileSystemError when the root itself, or its rule file, can't be read: then nothing can be told, and the scan is retried. */
  look(path: string, takenAt: number): Promise<FolderLook>;
  /** Like `look`. */
  fromWalk(result: WalkResult, takenAt: number): Promise<FolderLook>;
  /** Reads the rule file of one folder. */
  readRules(folder: string): Promise<void>;
  /** Rules changed, and the items they concern have not all been scanned since. */
  haveRulesChanged(): boolean;
  /** Call after a full scan: returns and resets `haveRulesChanged`. */
  takeRulesChanged(): boolean;
  /** Neither ignored nor in a folder whose rules are unknown. */
  takesIn(path: string, isFolder: boolean): boolean;
  readonly absolute: (path: string) => string;
  readonly relative: (absolutePath: string) => string;
};

export function createLooker(fileSystem: FileSystem, clock: Clock, root: string, rules: IgnoreRules): Looker {
  const absolute = (path: string): string => (path === '' ? root : join(root, path));
  const files = createRuleFiles(fileSystem, rules, (folder) => join(absolute(folder), IGNORE_FILE));

  const turn = createTurn(clock);

  const sorted = async (listing: LocalListing, takenAt: number): Promise<FolderLook> => {
    const path = namesBelow(root, listing.path);
    if (path === '' && !hasStateFolder(listing)) throw lostRoot(listing.path);
    await files.load(path, listing.entries.find(({ name }) => name === IGNORE_FILE)?.stat ?? null);
    const error = files.unreadAt(path);
    // Without the rules of the root nothing can be sorted: the scan is retried. Ones over the limit stay until a shorter file arrives.
    if (error !== undefined && path === '' && !(error instanceof TooManyRulesError)) throw error;
    if (error !== undefined) return { kind: 'unreadable', path, error };
    return sort({ path, listing, takenAt }, rules, turn);
  };

  return {
    absolute,
    relative: (path) => namesBelow(root, path),
    takesIn: (path, isFolder) => rules.match(path, isFolder) === null && files.unreadAt(parentPath(path)) === undefined,
    fromWalk: async (result, takenAt) =>
      result.ok ? sorted(result.listing, takenAt) : failed(namesBelow(root, result.path), result.error),
    readRules: files.read,
    async look(path, takenAt) {
      try {
        return await sorted(await fileSystem.list(absolute(path)), takenAt);
      } catch (error) {
        if (error instanceof FileSystemError) return failed(path, error);
        throw error;
      }
    },
    haveRulesChanged: files.haveChanged,
    takeRulesChanged: files.takeChanged,
  };
}

type ToSort = { readonly path: string; readonly listing: LocalListing; readonly takenAt: number };

/** Separates synced entries from ignored ones, with the reason for each. */
async function sort({ path, listing, takenAt }: ToSort, rules: IgnoreRules, turn: Turn): Promise<Listed> {
  const present = new Map<string, SyncedStat>();
  const leftOut: Ignored[] = listing.undecodable.map((name) => ({ name, reason: 'undecodable' }));
  const ruledOut: SyncedStat[] = [];
  const unreadable: Unreadable[] = [];
  const mounts = new Map<string, FileIdentity>();
  turn.begin();
  for (const { name, stat } of listing.entries) {
    if (path === '' && name === STATE_FOLDER) continue;
    if (turn.isOver()) await turn.rest();
    const { kind } = stat;
    if (kind === 'mount') mounts.set(name, stat.fingerprint.identity);
    const below = path === '' ? name : `${path}/${name}`;
    if (kind === 'unreadable') {
      // Mostly a mount point whose disk is gone, so the rules apply to it as to a folder.
      const isRuledOut = rules.match(below, true) !== null;
      leftOut.push({ name, reason: isRuledOut ? 'rule' : kind });
      if (!isRuledOut) unreadable.push({ kind, path: below, error: closed(join(listing.path, name)) });
    } else if (kind !== 'file' && kind !== 'folder') leftOut.push({ name, reason: kind });
    else if (rules.match(below, kind === 'folder') !== null) {
      leftOut.push({ name, reason: 'rule' });
      if (!meansDeleted(name)) ruledOut.push({ ...stat, kind });
    } else present.set(name, { ...stat, kind });
  }
  turn.end();
  return { kind: 'listed', path, takenAt, self: listing.self, present, leftOut, ruledOut, mounts, unreadable };
}

/** How long names are compared with rules before other work has its turn. */
const TURN_MS = 10;

type Turn = ReturnType<typeof createTurn>;

/** Counts the time that the sorting of folders takes, whatever happens between them. */
function createTurn(clock: Clock) {
  let [beganMs, spentMs] = [0, 0];
  return {
    begin: () => void (beganMs = clock.nowMs()),
    isOver: () => spentMs + clock.nowMs() - beganMs >= TURN_MS,
    async rest() {
      await clock.sleep(0);
      [beganMs, spentMs] = [clock.nowMs(), 0];
    },
    end: () => void (spentMs += clock.nowMs() - beganMs),
  };
}

function failed(path: string, error: FileSystemError): FolderLook {
  // Its items are neither seen nor missing.
  if (path === '') throw error;
  // Another item has the name now: the parent's listing shows which.
  const isGone = error.code === 'not_found' || error.code === 'not_supported';
  return isGone ? { kind: 'gone', path } : { kind: 'unreadable', path, error };
}

/** An empty mount point has no state folder, so its listing says nothing about the root (edge cases 67, 68). */
const hasStateFolder = (listing: LocalListing): boolean =>
  listing.entries.some((entry) => entry.name === STATE_FOLDER && entry.stat.kind === 'folder');

const lostRoot = (path: string): FileSystemError =>
  new FileSystemError('io', path, `Cannot list the folder "${path}": it is not the folder that was linked.`);
