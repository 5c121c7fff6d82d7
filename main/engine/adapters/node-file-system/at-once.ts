/**
 * What is looked at and what is done about it, with nobody in between as far as a program can see to it: the two calls follow each
 * other on this thread, some microseconds apart. Waiting for another thread in between takes a hundred times as long, and much
 * longer on a busy machine; whatever a person saved meanwhile would be gone.
 */
import { lstatSync, renameSync, unlinkSync } from '../../../disk/disk.ts';
import { type Fingerprint, sameFingerprint } from '../../model/entry.ts';
import type { Disk } from './disk.ts';
import { numbersOf, toLocalStat } from './local-stat.ts';
import { refusal } from './system-error.ts';

/** `at`: the path by which `target` is reached. */
type Replacement = { readonly staging: string; readonly target: string; readonly at: string };

/**
 * Puts `staging` in the place of `target` while that is still what is expected; else nothing is done, and it throws `changed`.
 * RACE: a save within those microseconds is replaced; the system has no rename that compares.
 */
export function replaceAtOnce(disk: Disk, { staging, target, at }: Replacement, expect: Fingerprint): void {
  const stats = lstatSync(at, { bigint: true, throwIfNoEntry: false });
  const now = stats === undefined ? null : toLocalStat(numbersOf(stats, disk.birthTimes));
  if (now === null || now.kind !== 'file' || !sameFingerprint(now.fingerprint, expect)) {
    throw refusal('changed', 'replace', target);
  }
  renameSync(staging, at);
}

/** A file as it was under its old name, before it got the new one. */
export type BeforeMove = { readonly ino: bigint; readonly nlink: bigint };

/**
 * Takes the old name from a file that got a new one as well. What a person saved under the old name since then is another file: it goes
 * to the new name, as it would have if the save had come a moment earlier. What a person saved under the new name stays there; when both
 * were saved over, both stay. A person may also rename or delete the file under either name meanwhile; the count of its names tells which
 * of the two it was, so that it ends with one name and never with none.
 */
export function dropOldName(from: string, to: string, before: BeforeMove): void {
  const [old, moved] = [statNow(from), statNow(to)];
  if (old === undefined) {
    // Renamed from its old name: that is the person's move, and ours did not happen.
    if (moved?.ino !== before.ino || moved.nlink <= before.nlink) return;
    unlinkSync(to);
    throw refusal('not_found', 'move', from);
  }
  if (old.ino === moved?.ino) return unlinkSync(from);
  if (old.ino === before.ino) {
    // Deleted under its new name: the old one is its last.
    if (moved === undefined && old.nlink <= before.nlink) throw refusal('not_found', 'move something to', to);
    return unlinkSync(from);
  }
  if (moved?.ino === before.ino && old.isFile()) renameSync(from, to);
}

const statNow = (path: string) => lstatSync(path, { bigint: true, throwIfNoEntry: false });
