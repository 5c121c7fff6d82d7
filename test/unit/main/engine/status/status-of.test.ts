import { describe, expect, it } from 'vitest';
import type { TransferProgress } from '../../../../../main/engine/model/transfer-progress.ts';
import type { Reason, RootView, StatusInput } from '../../../../../main/engine/status/status-input.ts';
import { statusOf } from '../../../../../main/engine/status/status-of.ts';

/** The words of the hero, the tray and `tandem status`: titles without a full stop, and numbers that agree with their noun. */

const NOON = new Date(2026, 10, 20, 12).getTime();

const view = (change: Partial<RootView> = {}): RootView => ({
  id: 1,
  localPath: '/home/ann/Tandem',
  remoteId: '0',
  files: 3,
  folders: 1,
  bytes: 4_100_000,
  pending: 0,
  blocked: 0,
  held: 0,
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
  ...change,
});

const status = (change: Partial<StatusInput>) =>
  statusOf({
    nowMs: NOON,
    pausedUntilMs: null,
    baseUrl: 'http://127.0.0.1/2.0',
    user: null,
    accountProblem: null,
    accountRetryAtMs: null,
    wasReached: true,
    roots: [view()],
    transfers: [],
    invitations: [],
    spell: { filesDone: 0, bytesDone: 0, secondsLeft: null },
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
const busy = (pending: number): RootView => view({ isInSync: false, isWorking: true, pending });

describe('the sentence of the status', () => {
  it('is calm when there is nothing to do', () => {
    expect(words({})).toEqual(['Everything is in sync', '3 files, 4.1 MB.']);
    expect(words({ roots: [view({ files: 0, bytes: 0 })] })).toEqual([
      'Everything is in sync',
      'There are no files yet.',
    ]);
    expect(words({ roots: [] })).toEqual(['No folder is synced yet', 'Add a folder to begin.']);
  });

  it('counts the file that is on its way, and never more than there are', () => {
    const left = '1 MB to go, about 4 minutes left.';
    expect(words({ roots: [busy(1)], transfers: [upload] })).toEqual(['Syncing 1 file', left]);
    expect(words({ roots: [busy(2)], transfers: [upload] })[0]).toBe('Syncing 1 of 2 files');
    expect(
      words({
        roots: [busy(1689)],
        transfers: [upload],
        spell: { filesDone: 213, bytesDone: 0, secondsLeft: null },
      })[0],
    ).toBe('Syncing 214 of 1,902 files');
  });

  it('says until when it is paused', () => {
    const pausedUntil = (atMs: number) => words({ pausedUntilMs: atMs, roots: [view({ pausedUntilMs: atMs })] });
    expect(pausedUntil(0)).toEqual(['Syncing is paused', 'Until you resume it.']);
    expect(pausedUntil(NOON + 30 * 60_000)[1]).toBe('It goes on by itself at 12:30.');
    expect(pausedUntil(NOON + 18 * 3_600_000)[1]).toBe('It goes on by itself on Saturday at 06:00.');
    expect(words({ roots: [view({ pausedUntilMs: 0 })] })).toEqual(['Syncing is paused', 'Each folder is paused.']);
  });

  it('says how much needs a person, and that the rest does not', () => {
    const needing = (blocked: number) => words({ roots: [view({ isInSync: false, blocked })] });
    expect(needing(1)).toEqual(['1 item needs your attention', 'Everything else is up to date.']);
    expect(needing(2)[0]).toBe('2 items need your attention');
  });

  it('counts each thing that waits for a person once, conflicts too, and is in sync with a conflict alone', () => {
    const conflict: Reason = {
      path: 'a (2).txt',
      problem: { code: 'conflict', reach: 'blocked', message: 'Two versions.', remedy: 'Choose.' },
      retryAtMs: null,
      conflict: 7,
    };
    const calm = status({ roots: [view({ conflicts: 1, reasons: [conflict] })] });
    expect([calm.state, calm.sentence, calm.attentionTotal]).toEqual(['in_sync', 'Everything is in sync', 1]);
    expect(calm.attention).toEqual([
      {
        rootId: 1,
        path: 'a (2).txt',
        code: 'conflict',
        sentence: 'Two versions.',
        remedy: 'Choose.',
        reach: 'blocked',
        retryAtMs: null,
        conflict: 7,
      },
    ]);
    const busyFolder = view({ isInSync: false, blocked: 2, waiting: 3, conflicts: 1, reasons: [conflict] });
    const { sentence, roots, attentionTotal } = status({ roots: [busyFolder] });
    expect([sentence, roots[0]?.sentence, attentionTotal]).toEqual([
      '3 items need your attention',
      '3 items need your attention.',
      6,
    ]);
  });
});
