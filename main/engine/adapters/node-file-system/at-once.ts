/**
 * Check and replace in consecutive synchronous calls on this thread, microseconds apart. Awaiting the thread pool in between
 * would take a hundred times as long, more on a busy machine, and a save in that gap would be lost.
 */
import { chmodSync, linkSync, lstatSync, renameSync, rmSync, unlinkSync } from '../../../disk/disk.ts';
import { type Fingerprint, isUntouched } from '../../model/entry.ts';
import { type Numbering, numbersOf, toLocalStat } from './local-stat.ts';
import { errnoOf, refusal } from './system-error.ts';

/** `at`: the path through which `target` is opened; `kept`: a second name for the replaced file. */
type Replacement = {
  readonly staging: string;
  readonly target: string;
  readonly at: string;
  readonly kept: string;
  readonly numbering: Numbering;
};

/**
 * Replaces `target` with `staging` if nothing has touched `target` since `expect`; otherwise changes nothing and throws `changed`.
 * A save can keep size and time (edge case 51), so the change time counts too.
 * The replaced file keeps a second name: a program that has it open saves into it, in those microseconds or hours later (SPEC P92).
 * RACE: a save by a rename within those microseconds is replaced; the system has no compare-and-rename.
 */
export function replaceAtOnce({ staging, target, at, kept, numbering }: Replacement, expect: Fingerprint): void {
  const stats = lstatSync(at, { bigint: true, throwIfNoEntry: false });
  const now = stats === undefined ? null : toLocalStat(numbersOf(stats, numbering));
  if (now === null || now.kind !== 'file' || !isUntouched(now.fingerprint, expect)) {
    throw refusal('changed', 'replace', target);
  }
  const isReadOnly = stats !== undefined && (stats.mode & 0o222n) === 0n;
  keepSecondName(at, kept);
  try {
    if (process.platform === 'win32' && isReadOnly) replaceReadOnly(staging, at);
    else renameSync(staging, at);
  } catch (error) {
    rmSync(kept, { force: true });
    throw error;
  }
}

/** Not before the check, for a new name is a change. */
function keepSecondName(at: string, kept: string): void {
  assertNotHeldOpen(at);
  try {
    linkSync(at, kept);
  } catch {
    // A disk without hard links, or a file that this account may not link: it is replaced all the same.
  }
}

/** Windows replaces no read-only file. The new one is as read-only as this one was: staging has its mode. */
function replaceReadOnly(staging: string, at: string): void {
  chmodSync(at, 0o666);
  try {
    renameSync(staging, at);
  } catch (error) {
    chmodSync(at, 0o444);
    throw error;
  }
}

/**
 * Windows unlinks no name of a file that another program holds open, so a second name of it could not be taken back (edge case 50).
 * A rename to the same name needs the same access and changes nothing. RACE: a program that opens the file right after this check
 * leaves both names.
 */
export function assertNotHeldOpen(path: string): void {
  if (process.platform !== 'win32') return;
  try {
    renameSync(path, path);
  } catch (error) {
    if (errnoOf(error) === 'EBUSY') throw error;
  }
}

/** The file under its old name, before the new name was added. */
export type BeforeMove = { readonly ino: bigint; readonly nlink: bigint };

/**
 * Removes the old name of a file that was also linked under a new one. If a save replaced the old name meanwhile, that file moves
 * to the new name, as if it had been saved before the move. If a save replaced the new name, it stays there; if both were
 * replaced, both stay. The file may also have been renamed or deleted under either name: its link count shows which, so it ends
 * with exactly one name and is never lost. If the system does not let the old name go, the new one goes.
 */
export function dropOldName(from: string, to: string, before: BeforeMove): void {
  const [old, moved] = [statNow(from), statNow(to)];
  if (old === undefined) {
    // The old name was renamed away: keep that move and undo ours.
    if (moved?.ino !== before.ino || moved.nlink <= before.nlink) return;
    unlinkSync(to);
    throw refusal('not_found', 'move', from);
  }
  if (old.ino === moved?.ino) return unlinkEither(from, to);
  if (old.ino === before.ino) {
    // Deleted under the new name: the old name is the last one.
    if (moved === undefined && old.nlink <= before.nlink) throw refusal('not_found', 'move something to', to);
    return unlinkSync(from);
  }
  if (moved?.ino === before.ino && old.isFile()) renameSync(from, to);
}

function unlinkEither(from: string, to: string): void {
  try {
    unlinkSync(from);
  } catch (error) {
    // Unless one of them was saved over or deleted meanwhile.
    const old = statNow(from);
    if (old !== undefined && old.ino === statNow(to)?.ino) unlinkSync(to);
    throw error;
  }
}

const statNow = (path: string) => lstatSync(path, { bigint: true, throwIfNoEntry: false });
