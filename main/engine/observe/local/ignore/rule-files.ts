import { parentPath } from '../../../model/disk-path.ts';
import { type Fingerprint, sameFingerprint } from '../../../model/entry.ts';
import type { LocalStat } from '../../../model/observation.ts';
import { exceedsLimits, RULE_LIMITS } from '../../../model/rule-limits.ts';
import { type FileSystem, FileSystemError } from '../../../ports/file-system.ts';
import { type IgnoreLine, parseIgnoreFile } from './ignore-lines.ts';
import type { IgnoreRules } from './ignore-rules.ts';

/** The rule files of a root, as last read. Folders are relative to the root. */
export type RuleFiles = {
  /** Reads the rule file of a folder if it changed. `found`: the entry that has its name. */
  load(folder: string, found: LocalStat | null): Promise<void>;
  /** Looks for the rule file of one folder and loads it. */
  read(folder: string): Promise<void>;
  /** Why the rules for the content of a folder are unknown: a rule file there or above could never be read, or exceeds the limits. */
  unreadAt(folder: string): FileSystemError | undefined;
  /** Rules changed, and the items they concern have not all been scanned since. */
  haveChanged(): boolean;
  /** Call after a full scan: returns and resets `haveChanged`. */
  takeChanged(): boolean;
};

/** The rule file exceeds the limits (`RULE_LIMITS`). */
export class TooManyRulesError extends FileSystemError {
  constructor(path: string) {
    super('not_supported', path, `Cannot use "${path}": it has too many rules.`);
  }
}

/** `placeOf`: the absolute path of the rule file of a folder. */
export function createRuleFiles(
  fileSystem: FileSystem,
  rules: IgnoreRules,
  placeOf: (folder: string) => string,
): RuleFiles {
  const ruleFiles = new Map<string, Fingerprint>();
  const unread = new Map<string, FileSystemError>();
  let hasChanged = false;

  const load: RuleFiles['load'] = async (folder, found) => {
    const known = ruleFiles.get(folder);
    if (found?.kind === 'unreadable') {
      if (known === undefined) unread.set(folder, closed(placeOf(folder)));
      return;
    }
    if (found?.kind !== 'file') {
      if (known !== undefined) hasChanged = rules.setFolderRules(folder, null) || hasChanged;
      ruleFiles.delete(folder);
      hasChanged = unread.delete(folder) || hasChanged;
      return;
    }
    if (known !== undefined && sameFingerprint(known, found.fingerprint)) {
      hasChanged = unread.delete(folder) || hasChanged;
      return;
    }
    const lines = await readLines(fileSystem, placeOf(folder));
    if (lines instanceof TooManyRulesError) return void unread.set(folder, lines);
    if (lines instanceof FileSystemError) {
      // Known rules stay, and the next scan retries. Without any, nothing in the folder can be told from what they ignore (edge case 73).
      if (known === undefined && lines.code !== 'not_found') unread.set(folder, lines);
      return;
    }
    hasChanged = unread.delete(folder) || hasChanged;
    ruleFiles.set(folder, found.fingerprint);
    hasChanged = rules.setFolderRules(folder, lines) || hasChanged;
  };

  const unreadAt: RuleFiles['unreadAt'] = (folder) => {
    if (unread.size === 0) return undefined;
    return unread.get(folder) ?? (folder === '' ? undefined : unreadAt(parentPath(folder)));
  };

  return {
    load,
    async read(folder) {
      try {
        await load(folder, await fileSystem.stat(placeOf(folder)));
      } catch (error) {
        // As in a scan: known rules stay.
        if (!(error instanceof FileSystemError)) throw error;
      }
    },
    unreadAt,
    haveChanged: () => hasChanged,
    takeChanged() {
      const changed = hasChanged;
      hasChanged = false;
      return changed;
    },
  };
}

export const closed = (path: string): FileSystemError =>
  new FileSystemError('io', path, `Cannot look at "${path}": the disk reported an error.`);

async function readLines(fileSystem: FileSystem, path: string): Promise<readonly IgnoreLine[] | FileSystemError> {
  try {
    const reader = await fileSystem.openRead(path);
    try {
      const { sizeBytes } = (await reader.stat()).fingerprint;
      if (sizeBytes > RULE_LIMITS.bytes) return new TooManyRulesError(path);
      const bytes = new Uint8Array(sizeBytes);
      const length = await reader.read(bytes, 0);
      const lines = parseIgnoreFile(new TextDecoder().decode(bytes.subarray(0, length)));
      return exceedsLimits(lines.map(({ text }) => text)) ? new TooManyRulesError(path) : lines;
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (error instanceof FileSystemError) return error;
    throw error;
  }
}
