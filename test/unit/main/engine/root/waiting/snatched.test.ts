import { expect, test } from 'vitest';
import type { LocalEntry } from '../../../../../../main/engine/model/entry.ts';
import { fileIdentity, localId } from '../../../../../../main/engine/model/ids.ts';
import type { RootContext } from '../../../../../../main/engine/root/root-context.ts';
import { createSnatched } from '../../../../../../main/engine/root/waiting/fresh-downloads.ts';
import { noteInstalled, noteSnatched } from '../../../../../../main/engine/root/waiting/snatched.ts';

const ID = localId(7);

/** A download that is installed at time 0, and missing from the disk since then. */
function downloaded(name: string) {
  const fingerprint = { identity: fileIdentity('1:1'), sizeBytes: 10, mtimeNs: '1', ctimeNs: '1' };
  const row: LocalEntry = { id: ID, parentId: localId(1), name, kind: 'file', fingerprint, sha1: null };
  const disk = { row, nowMs: 0, missingSinceMs: null as number | null };
  const snatched = { ...createSnatched(), hasLooked: true };
  const root = {
    local: () => disk.row,
    missing: () => (disk.missingSinceMs === null ? [] : [{ localId: ID, sinceMs: disk.missingSinceMs }]),
  };
  const context = { root, snatched, parts: { clock: { nowMs: () => disk.nowMs } } } as unknown as RootContext;
  noteInstalled(context, ID);
  return {
    disk,
    /** Whether its delete is asked about when it is missing since `sinceMs` and the scan ends at `nowMs`. */
    isAsked: (sinceMs: number, nowMs = sinceMs) => {
      Object.assign(disk, { missingSinceMs: sinceMs, nowMs });
      noteSnatched(context);
      return snatched.taken.has(ID);
    },
    installAgain: () => noteInstalled(context, ID),
    snatched,
  };
}

test('[E64] a download that is gone within ten seconds is asked about, and a later delete is the person', () => {
  expect(downloaded('setup.exe').isAsked(10_000)).toBe(true);
  expect(downloaded('setup.exe').isAsked(10_001)).toBe(false);
  // The scan may come later than the delete.
  expect(downloaded('setup.exe').isAsked(10_000, 19_000)).toBe(true);
});

test('[E64] what no scanner removes, and what was changed before, is the person', () => {
  expect(downloaded('photo.jpg').isAsked(1_000)).toBe(false);
  const edited = downloaded('setup.exe');
  edited.disk.row = { ...edited.disk.row, fingerprint: { ...edited.disk.row.fingerprint, sizeBytes: 11 } };
  expect(edited.isAsked(1_000)).toBe(false);
});

test('[E64] downloaded again it is asked about anew, and after a while it is forgotten', () => {
  const { isAsked, installAgain, snatched, disk } = downloaded('setup.exe');
  isAsked(1_000);
  installAgain();
  expect(snatched.taken.size).toBe(0);
  disk.missingSinceMs = null;
  expect([isAsked(20_000, 21_001), snatched.fresh.size]).toEqual([false, 0]);
});

test('[E64][E109] a download from before the clock was set back is not asked about, and is forgotten', () => {
  const day = 24 * 60 * 60_000;
  const { isAsked, snatched } = downloaded('setup.exe');
  expect([isAsked(-day), snatched.fresh.size]).toEqual([false, 0]);
  expect(downloaded('setup.exe').isAsked(-1_000)).toBe(true);
});
