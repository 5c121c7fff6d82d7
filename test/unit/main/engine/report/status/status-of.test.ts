import { describe, expect, it } from 'vitest';
import type { TransferProgress } from '../../../../../../main/engine/model/transfer/transfer-progress.ts';
import type { Reason, StatusInput, WorkingRoot } from '../../../../../../main/engine/report/status/status-input.ts';
import { statusOf } from '../../../../../../main/engine/report/status/status-of.ts';
import { sayInTerminal } from '../../../../../../preload/words/en/english.ts';
import { inWords } from '../../../../../../preload/words/wording.ts';

/** The words of the hero, the tray and `tandem status`: titles without a full stop, and numbers that agree with their noun. */

const NOON = new Date(2026, 10, 20, 12).getTime();

const view = (change: Partial<WorkingRoot> = {}): WorkingRoot => ({
  id: 1,
  localPath: '/home/ann/Tandem',
  remoteId: '0',
  files: 3,
  folders: 1,
  bytes: 4_100_000,
  pending: 0,
  blocked: 0,
  held: 0,
  attention: 0,
  waiting: 0,
  conflicts: 0,
  ignored: 0,
  lastChange: null,
  pausedUntilMs: null,
  isInSync: true,
  isKnown: true,
  isWorking: false,
  trouble: null,
  reasons: [],
  work: null,
  ...change,
});

const say = sayInTerminal(() => NOON);

const status = (change: Partial<StatusInput>) => inWords(statusFor(change), say);

const statusFor = (change: Partial<StatusInput>) =>
  statusOf({
    nowMs: NOON,
    pausedUntilMs: null,
    baseUrl: 'http://127.0.0.1/2.0',
    account: 'http://127.0.0.1/2.0 1',
    user: null,
    accountProblem: null,
    accountRetryAtMs: null,
    wasReached: true,
    isRunning: true,
    roots: [view()],
    transfers: [],
    invitations: [],
    rate: { upBytesPerSecond: 0, downBytesPerSecond: 0 },
    work: null,
    secondsLeft: null,
    ...change,
  });

const words = (change: Partial<StatusInput>): readonly [string, string] => {
  const { sentence, detail } = status(change);
  return [sentence, detail];
};

const upload: TransferProgress = {
  id: '1',
  direction: 'up',
  label: 'a.bin',
  key: '1/a',
  state: 'active',
  bytesDone: 30,
  bytesTotal: 1_000_030,
  bytesPerSecond: 4_000,
  secondsLeft: 250,
  parts: null,
};
const busy = (pending: number): WorkingRoot => view({ isInSync: false, isWorking: true, pending });

describe('the sentence of the status', () => {
  it('says that nothing runs, and what the last run left for a person', () => {
    const unseen = (change: Partial<WorkingRoot> = {}) => view({ isInSync: false, isKnown: false, ...change });
    const stopped = { isRunning: false, roots: [unseen(), unseen({ pausedUntilMs: 0 })] };
    const asBefore = 'This is the state when Tandem last ran.';
    expect([status(stopped).state, ...words(stopped)]).toEqual(['paused', 'Syncing is stopped', asBefore]);
    const held = { isRunning: false, roots: [unseen(), unseen({ held: 20, attention: 1 })] };
    expect([status(held).state, ...words(held)]).toEqual(['attention', '1 item needs your attention', asBefore]);
    const paused = { isRunning: false, pausedUntilMs: 0, roots: [unseen()] };
    expect(words(paused)).toEqual(['Syncing is paused', 'Until you resume it.']);
    expect(words({ roots: [unseen()] })[0]).toBe('Checking for changes');
  });

  it('is calm when there is nothing to do', () => {
    expect(words({})).toEqual(['Everything is in sync', '3 files, 4.1 MB.']);
    expect(words({ roots: [view({ files: 0, bytes: 0 })] })).toEqual([
      'Everything is in sync',
      'There are no files yet.',
    ]);
    expect(words({ roots: [] })).toEqual(['No folders are synced yet', 'Add a folder to get started.']);
  });

  it('says how many files there are, and below it how many are done and what is left', () => {
    const left = '1 MB to go · about 4 minutes left';
    expect(words({ roots: [busy(1)], transfers: [upload], secondsLeft: 240 })).toEqual(['Syncing 1 file', left]);
    expect(words({ roots: [busy(2)], transfers: [upload] })).toEqual(['Syncing 2 files', '2 MB to go']);
    const at = (done: number, secondsLeft: number | null) =>
      words({
        roots: [busy(1_902 - done)],
        transfers: [upload],
        work: {
          done: { files: done, bytes: 0 },
          left: { files: 1_902 - done, bytes: 3_100_000_000 },
          ahead: { files: 1_902 - done, bytes: 3_100_000_000 },
        },
        secondsLeft,
      });
    expect(at(1_180, 62)).toEqual(['Syncing 1,902 files', '1,180 done · 3.1 GB to go · about 1 minute left']);
    // The headline is announced, so it stays the same from file to file.
    expect(at(1_181, 50)[0]).toBe('Syncing 1,902 files');
  });

  it('shows progress in bytes, of queued transfers and the work behind them, and checks once more at the end', () => {
    const work = {
      done: { files: 1_000, bytes: 4_000_000 },
      left: { files: 9_000, bytes: 36_000_000 },
      ahead: { files: 8_900, bytes: 35_600_000 },
    };
    const { totals, roots } = status({ roots: [{ ...busy(9_000), work }], transfers: [upload], work, secondsLeft: 9 });
    expect(totals).toEqual({
      filesDone: 1_000,
      filesTotal: 10_000,
      bytesDone: 4_000_000,
      bytesTotal: 40_000_000,
      secondsLeft: 9,
    });
    expect(roots[0]).toMatchObject({ progress: 0.1, sentence: 'Syncing 9,000 items.' });
    expect(status({ roots: [busy(0)] }).roots[0]).toMatchObject({
      progress: null,
      sentence: 'Checking for changes.',
    });
  });

  it('takes the time left of a manual upload from the rate while everything is synced', () => {
    const rate = { upBytesPerSecond: upload.bytesTotal - upload.bytesDone, downBytesPerSecond: 0 };
    expect(status({ transfers: [{ ...upload, key: null }], rate }).totals.secondsLeft).toBe(1);
  });

  it('says until when it is paused', () => {
    const pausedUntil = (atMs: number) => words({ pausedUntilMs: atMs, roots: [view({ pausedUntilMs: atMs })] });
    expect(pausedUntil(0)).toEqual(['Syncing is paused', 'Until you resume it.']);
    expect(pausedUntil(NOON + 30 * 60_000)[1]).toBe('Resumes at 12:30.');
    expect(pausedUntil(NOON + 18 * 3_600_000)[1]).toBe('Resumes on November 21 at 06:00.');
    expect(words({ roots: [view({ pausedUntilMs: 0 })] })).toEqual(['Syncing is paused', 'Every folder is paused.']);
  });

  it('says how much needs a person, and that the rest does not', () => {
    const needing = (blocked: number) => words({ roots: [view({ isInSync: false, blocked, attention: blocked })] });
    expect(needing(1)).toEqual(['1 item needs your attention', 'Everything else is in sync. Nothing has been lost.']);
    expect(needing(2)[0]).toBe('2 items need your attention');
  });

  it('counts each thing that waits for a person once, conflicts too, and is in sync with a conflict alone', () => {
    const conflict: Reason = {
      path: 'a (2).txt',
      problem: { code: 'conflict', reach: 'blocked', says: { code: 'both_edited', args: { subject: 'a.txt' } } },
      retryAtMs: null,
      conflict: 7,
    };
    const calm = status({ roots: [view({ conflicts: 1, attention: 1, reasons: [conflict] })] });
    expect([calm.state, calm.sentence, calm.attentionTotal]).toEqual(['in_sync', 'Everything is in sync', 1]);
    expect(calm.attention).toEqual([
      {
        rootId: 1,
        path: 'a (2).txt',
        code: 'conflict',
        cause: 'both_edited',
        args: { subject: 'a.txt' },
        sentence: '"a.txt" was edited in two places.',
        remedy: 'Both versions were kept. Choose one, or keep both. Run "tandem conflicts" or "tandem resolve".',
        reach: 'blocked',
        retryAtMs: null,
        conflict: 7,
      },
    ]);
    const folder = view({ isInSync: false, blocked: 2, waiting: 3, conflicts: 1, attention: 6, reasons: [conflict] });
    const other = view({ id: 2, isInSync: false, held: 128, attention: 1 });
    const { sentence, roots, attentionTotal } = status({ roots: [folder, other] });
    expect([sentence, roots.map((root) => root.sentence), attentionTotal]).toEqual([
      '7 items need your attention',
      ['6 items need your attention.', '128 changes are held until you decide.'],
      7,
    ]);
  });

  it('lists the problems of every folder before conflicts and held items, which have lists of their own', () => {
    const reason = (code: 'conflict' | 'held_by_guard' | 'name_not_allowed_by_service', path: string): Reason => ({
      path,
      problem: { code, reach: 'blocked', says: { code: 'behind_held_batch', args: { name: path } } },
      retryAtMs: null,
    });
    const many = (code: 'conflict' | 'held_by_guard') =>
      Array.from({ length: 30 }, (_, index) => reason(code, `${code} ${index}`));
    const { attention } = status({
      roots: [
        view({ reasons: [...many('held_by_guard'), ...many('conflict')] }),
        view({
          id: 2,
          reasons: [reason('name_not_allowed_by_service', 'a:b'), reason('name_not_allowed_by_service', 'c:d')],
        }),
      ],
    });
    expect(attention.slice(0, 3).map(({ rootId, path }) => [rootId, path])).toEqual([
      [2, 'a:b'],
      [2, 'c:d'],
      [1, 'conflict 0'],
    ]);
    expect(attention.slice(31, 33).map(({ path }) => path)).toEqual(['conflict 29', 'held_by_guard 0']);
    expect(attention.length).toBe(50);
  });
});
