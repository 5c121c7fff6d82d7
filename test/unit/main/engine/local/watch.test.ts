import { beforeEach, describe, expect, test } from 'vitest';
import { createHintCollector, type Due, type HintCollector } from '../../../../../main/engine/local/watch.ts';
import type { Clock } from '../../../../../main/engine/ports/clock.ts';

/** A clock that moves only when told, and wakes who slept until then. */
function virtualClock() {
  let nowMs = 0;
  const sleepers = new Set<{ atMs: number; wake: () => void }>();
  const clock: Clock = {
    nowMs: () => nowMs,
    today: () => '2026-01-02',
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = { atMs: nowMs + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          resolve();
        });
      }),
  };
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    clock,
    async advance(ms: number): Promise<void> {
      await turns();
      nowMs += ms;
      for (const sleeper of sleepers) {
        if (sleeper.atMs > nowMs) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      await turns();
    },
  };
}

describe('hints', () => {
  let time: ReturnType<typeof virtualClock>;
  let hints: HintCollector;
  let due: Due | null;
  const ask = (): void => {
    due = null;
    void hints.next(new AbortController().signal).then((next) => (due = next));
  };
  beforeEach(() => {
    time = virtualClock();
    hints = createHintCollector(time.clock);
    ask();
  });

  test('a save is due some 300 ms after its last hint, and not before it is quiet', async () => {
    hints.hint('/r/a');
    await time.advance(200);
    hints.hint('/r/a');
    await time.advance(200);
    expect(due).toBeNull();
    await time.advance(100);
    expect(due).toEqual({ kind: 'directories', directories: ['/r/a'] });
  });

  test('[E119] both folders of a move come together', async () => {
    hints.hint('/r/to');
    hints.hint('/r/from');
    await time.advance(300);
    expect(due).toEqual({ kind: 'directories', directories: ['/r/from', '/r/to'] });
  });

  test('a noisy folder does not keep a quiet one waiting', async () => {
    hints.hint('/r/quiet');
    hints.hint('/r/noisy');
    await time.advance(200);
    hints.hint('/r/noisy');
    await time.advance(100);
    expect(due).toEqual({ kind: 'directories', directories: ['/r/quiet'] });
  });

  test('[E46] a folder that never gets quiet is looked at all the same, less and less often', async () => {
    const taken: number[] = [];
    let elapsed = 0;
    while (taken.length < 6) {
      hints.hint('/r/log');
      await time.advance(100);
      elapsed += 100;
      if (due === null) continue;
      taken.push(elapsed);
      ask();
    }
    const gaps = taken.map((at, index) => at - (taken[index - 1] ?? 0));
    expect(gaps[0]).toBe(2000);
    expect(gaps.at(-1)).toBeGreaterThanOrEqual(30_000);
    expect([...gaps].sort((a, b) => a - b)).toEqual(gaps);
  });

  test('hints that come while nobody asks become one', async () => {
    hints.hint('/r/a');
    await time.advance(300);
    for (let n = 0; n < 100; n += 1) hints.hint('/r/b');
    await time.advance(1000);
    ask();
    await time.advance(0);
    expect(due).toEqual({ kind: 'directories', directories: ['/r/b'] });
  });

  test('[E118] an overflow is due at once, with its reason, and takes the hints with it', async () => {
    hints.hint('/r/a');
    hints.overflow('the limit is reached');
    await time.advance(0);
    expect(due).toEqual({ kind: 'everything', reason: 'the limit is reached' });
    ask();
    await time.advance(10_000);
    expect(due).toBeNull();
    expect(hints.waitingSinceMs()).toBeNull();
  });

  test('[E120] hints in very many folders become one scan of everything', async () => {
    for (let n = 0; n < 6000; n += 1) hints.hint(`/r/${n}`);
    await time.advance(0);
    expect(due?.kind).toBe('everything');
  });

  test('the oldest hint that waits is known', async () => {
    expect(hints.waitingSinceMs()).toBeNull();
    await time.advance(50);
    hints.hint('/r/a');
    await time.advance(100);
    hints.hint('/r/a');
    expect(hints.waitingSinceMs()).toBe(50);
  });

  test('a call that is no longer wanted ends', async () => {
    const abort = new AbortController();
    const waiting = createHintCollector(time.clock).next(abort.signal);
    abort.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
  });
});
