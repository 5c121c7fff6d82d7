import { join, relative, sep } from 'node:path';
import { type Fingerprint, sameFingerprint } from '../model/entry.ts';
import type { LocalListing, LocalStat } from '../model/observation.ts';
import { STATE_FOLDER } from '../model/state-folder.ts';
import { type FileSystem, FileSystemError, type WalkResult } from '../ports/file-system.ts';
import type { Ignored } from '../store/ignored-table.ts';
import { meansDeleted } from './default-ignores.ts';
import { parseIgnoreFile } from './ignore-lines.ts';
import { IGNORE_FILE, type IgnoreRules } from './ignore-rules.ts';

/** What one look at one folder gave. `path` is below the root with `/` between names, empty for the root itself. */
export type FolderLook = Listed | Gone | Unreadable;

export type Listed = {
  readonly kind: 'listed';
  readonly path: string;
  /** Logical time from before the folder was read. */
  readonly takenAt: number;
  readonly self: LocalStat;
  /** The files and folders that are synced, by name. */
  readonly present: ReadonlyMap<string, SyncedStat>;
  /** Everything else that has a name there, and why it is left out. */
  readonly leftOut: readonly Ignored[];
  /** Those of them that only a rule leaves out: what was synced under another name may be one of them by now. */
  readonly ruledOut: readonly SyncedStat[];
};

export type SyncedStat = LocalStat & { readonly kind: 'file' | 'folder' };

/** The folder is certainly not there. */
export type Gone = { readonly kind: 'gone'; readonly path: string };

/** The folder is there and keeps its contents to itself: all below stays as it was (edge case 73). */
export type Unreadable = { readonly kind: 'unreadable'; readonly path: string; readonly error: FileSystemError };

/** Looks at folders, and keeps the rule files that it meets on the way. */
export type Looker = {
  look(path: string, takenAt: number): Promise<FolderLook>;
  fromWalk(result: WalkResult, takenAt: number): Promise<FolderLook>;
  /** Rules changed, and not all that they concern was looked at since. */
  haveRulesChanged(): boolean;
  /** All was looked at: the same, once. */
  takeRulesChanged(): boolean;
  readonly absolute: (path: string) => string;
  readonly relative: (absolutePath: string) => string;
};

/** A rule file that is longer is not read to its end. */
const IGNORE_FILE_BYTES = 1024 * 1024;

export function createLooker(fileSystem: FileSystem, root: string, rules: IgnoreRules): Looker {
  const ruleFiles = new Map<string, Fingerprint>();
  let rulesChanged = false;
  const absolute = (path: string): string => (path === '' ? root : join(root, path));
  const below = (absolutePath: string): string => relative(root, absolutePath).replaceAll(sep, '/');

  const loadRules = async (path: string, listing: LocalListing): Promise<void> => {
    const found = listing.entries.find((entry) => entry.name === IGNORE_FILE && entry.stat.kind === 'file');
    const known = ruleFiles.get(path);
    if (found === undefined) {
      if (known !== undefined) rulesChanged = rules.setFolderRules(path, null) || rulesChanged;
      ruleFiles.delete(path);
      return;
    }
    if (known !== undefined && sameFingerprint(known, found.stat.fingerprint)) return;
    const text = await readText(fileSystem, join(listing.path, IGNORE_FILE));
    // Gone or unreadable right now: what was known counts on, and the next look tries again.
    if (text === null) return;
    ruleFiles.set(path, found.stat.fingerprint);
    rulesChanged = rules.setFolderRules(path, parseIgnoreFile(text)) || rulesChanged;
  };

  const sorted = async (listing: LocalListing, takenAt: number): Promise<FolderLook> => {
    const path = below(listing.path);
    if (path === '' && !hasStateFolder(listing)) return { kind: 'unreadable', path, error: lostRoot(listing.path) };
    await loadRules(path, listing);
    return sort(path, listing, takenAt, rules);
  };

  return {
    absolute,
    relative: below,
    fromWalk: (result, takenAt) =>
      result.ok ? sorted(result.listing, takenAt) : Promise.resolve(failed(below(result.path), result.error)),
    async look(path, takenAt) {
      try {
        return await sorted(await fileSystem.list(absolute(path)), takenAt);
      } catch (error) {
        if (error instanceof FileSystemError) return failed(path, error);
        throw error;
      }
    },
    haveRulesChanged: () => rulesChanged,
    takeRulesChanged() {
      const changed = rulesChanged;
      rulesChanged = false;
      return changed;
    },
  };
}

/** What is synced and what is left out, each for its reason. */
function sort(path: string, listing: LocalListing, takenAt: number, rules: IgnoreRules): Listed {
  const present = new Map<string, SyncedStat>();
  const leftOut: Ignored[] = listing.undecodable.map((name) => ({ name, reason: 'undecodable' }));
  const ruledOut: SyncedStat[] = [];
  for (const { name, stat } of listing.entries) {
    if (path === '' && name === STATE_FOLDER) continue;
    const { kind } = stat;
    if (kind !== 'file' && kind !== 'folder') leftOut.push({ name, reason: kind });
    else if (rules.match(path === '' ? name : `${path}/${name}`, kind === 'folder') !== null) {
      leftOut.push({ name, reason: 'rule' });
      if (!meansDeleted(name)) ruledOut.push({ ...stat, kind });
    } else present.set(name, { ...stat, kind });
  }
  return { kind: 'listed', path, takenAt, self: listing.self, present, leftOut, ruledOut };
}

function failed(path: string, error: FileSystemError): FolderLook {
  // Something else has the name now: its parent tells what.
  const isGone = error.code === 'not_found' || error.code === 'not_supported';
  return isGone ? { kind: 'gone', path } : { kind: 'unreadable', path, error };
}

/** An empty mount point has no state folder: what it lists says nothing about the root (edge cases 67, 68). */
const hasStateFolder = (listing: LocalListing): boolean =>
  listing.entries.some((entry) => entry.name === STATE_FOLDER && entry.stat.kind === 'folder');

const lostRoot = (path: string): FileSystemError =>
  new FileSystemError('io', path, `Cannot list the folder "${path}": it is not the folder that was linked.`);

async function readText(fileSystem: FileSystem, path: string): Promise<string | null> {
  try {
    const reader = await fileSystem.openRead(path);
    try {
      const bytes = new Uint8Array(Math.min(IGNORE_FILE_BYTES, (await reader.stat()).fingerprint.sizeBytes));
      const length = await reader.read(bytes, 0);
      return new TextDecoder().decode(bytes.subarray(0, length));
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}
