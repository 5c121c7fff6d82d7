import { describe, expect, test } from 'vitest';
import { createTimeLeft } from '../../../../../../main/engine/report/status/time-left.ts';
import { createSpell, type Spell, workOf } from '../../../../../../main/engine/report/status/work-of.ts';

const MIB = 1024 ** 2;

/** Plays work of some files on a line of so many bytes a second and so much time a file; notes four times a second. */
function play(files: readonly number[], { perFileMs = 5, bytesPerMs = 100_000, batch = 1 } = {}) {
  const ends: { readonly atMs: number; readonly bytes: number }[] = [];
  let atMs = 0;
  for (let start = 0; start < files.length; start += batch) {
    const together = files.slice(start, start + batch);
    const startMs = atMs;
    for (const bytes of together) atMs += perFileMs + bytes / bytesPerMs;
    // A batch ends as one; a single file shows its bytes while they go.
    for (const bytes of together) ends.push({ atMs: batch === 1 ? startMs + perFileMs : atMs, bytes });
  }
  const totalMs = atMs;
  const total = files.reduce((sum, bytes) => sum + bytes, 0);
  const doneAt = (nowMs: number) => {
    let [done, bytes] = [0, 0];
    for (const [index, end] of ends.entries()) {
      const wholeMs = batch === 1 ? end.atMs + end.bytes / bytesPerMs : end.atMs;
      if (nowMs >= wholeMs) [done, bytes] = [index + 1, bytes + end.bytes];
      else if (batch === 1 && nowMs > end.atMs) bytes += (nowMs - end.atMs) * bytesPerMs;
    }
    return { files: done, bytes };
  };
  const timeLeft = createTimeLeft();
  const errors: number[] = [];
  for (let nowMs = 0; nowMs < totalMs; nowMs += 250) {
    const done = doneAt(nowMs);
    timeLeft.note(nowMs, done, nowMs);
    const said = timeLeft.seconds({ files: files.length - done.files, bytes: total - done.bytes });
    const trueMs = totalMs - nowMs;
    if (said !== null && nowMs > totalMs * 0.1 && trueMs > totalMs * 0.1) {
      errors.push(Math.abs(said * 1000 - trueMs) / trueMs);
    }
  }
  return { worst: Math.max(...errors), samples: errors.length };
}

describe('[P80] the time that is left', () => {
  test.each([
    { what: '10,000 files of 4 KiB', files: Array.from({ length: 10_000 }, () => 4_096), options: {} },
    { what: 'one file of 4 GiB', files: [4 * 1024 * MIB], options: {} },
    {
      what: '10,000 files that go in batches',
      files: Array.from({ length: 10_000 }, () => 4_096),
      options: { batch: 50 },
    },
    { what: '1,000 files of 1 MiB', files: Array.from({ length: 1_000 }, () => MIB), options: { perFileMs: 10 } },
  ])('is right within a tenth for $what', ({ files, options }) => {
    const { worst, samples } = play(files, options);
    expect(samples).toBeGreaterThan(20);
    expect(worst).toBeLessThan(0.1);
  });

  test('many small files say little of the huge one behind them, until it goes; then it is known', () => {
    const small = Array.from({ length: 2_000 }, () => 4_096);
    const timeLeft = createTimeLeft();
    let nowMs = 0;
    let done = { files: 0, bytes: 0 };
    const go = (ms: number, files: number, bytes: number) => {
      for (let step = 0; step < ms; step += 250) {
        nowMs += 250;
        done = { files: done.files + (files * 250) / ms, bytes: done.bytes + (bytes * 250) / ms };
        timeLeft.note(nowMs, done, nowMs);
      }
    };
    timeLeft.note(0, done, 0);
    go(10_000, small.length, small.length * 4_096);
    go(10_000, 0, 1_000 * MIB);
    const said = timeLeft.seconds({ files: 1, bytes: 3_000 * MIB }) ?? 0;
    expect(Math.abs(said - 30)).toBeLessThan(3);
  });

  test('the time before the first finished file does not count towards the rate of files', () => {
    const timeLeft = createTimeLeft();
    for (let nowMs = 0; nowMs <= 5_000; nowMs += 250) timeLeft.note(nowMs, { files: 0, bytes: 0 }, nowMs);
    for (let nowMs = 5_250; nowMs <= 8_000; nowMs += 250)
      timeLeft.note(nowMs, { files: (nowMs - 5_000) / 10, bytes: nowMs - 5_000 }, nowMs);
    expect(timeLeft.seconds({ files: 1_000, bytes: 10_000 })).toBeCloseTo(10, 0);
  });

  test('a slow start says nothing about the rest', () => {
    const timeLeft = createTimeLeft();
    let files = 0;
    for (let nowMs = 0; nowMs <= 4_000; nowMs += 250) {
      timeLeft.note(nowMs, { files, bytes: files }, nowMs);
      files += nowMs < 1_000 ? 25 : 250;
    }
    expect(timeLeft.seconds({ files: 5_000, bytes: 5_000 })).toBeCloseTo(5, 0);
  });

  test('is not known at the beginning, nor when nothing moves; nothing left is nothing', () => {
    const timeLeft = createTimeLeft();
    const note = (second: number, done: number) =>
      timeLeft.note(second * 1_000, { files: done, bytes: done }, second * 1_000);
    for (let second = 0; second <= 2; second += 1) note(second, second * 10);
    expect(timeLeft.seconds({ files: 10, bytes: 10 })).toBeNull();
    note(3, 30);
    expect(timeLeft.seconds({ files: 10, bytes: 10 })).toBeCloseTo(1, 0);
    expect(timeLeft.seconds({ files: 0, bytes: 0 })).toBe(0);
    note(20, 30);
    expect(timeLeft.seconds({ files: 10, bytes: 10 })).toBeNull();
  });

  test('counts down between two steps, from the time of the last one', () => {
    const timeLeft = createTimeLeft();
    // A batch of a hundred each second, at half past; looked at on the full second.
    for (let second = 1; second <= 8; second += 1)
      timeLeft.note(second * 1_000, { files: second * 100, bytes: 0 }, second * 1_000 - 500);
    expect(timeLeft.seconds({ files: 1_000, bytes: 0 })).toBeCloseTo(9.5, 0);
  });

  test('is known on a line so slow that parts take long, after the first of them', () => {
    const timeLeft = createTimeLeft();
    const partMs = 27_000;
    const errors: number[] = [];
    for (let nowMs = 0; nowMs <= 40 * partMs; nowMs += 250) {
      const parts = Math.floor(nowMs / partMs);
      timeLeft.note(nowMs, { files: 0, bytes: parts * MIB }, parts * partMs);
      const said = timeLeft.seconds({ files: 1, bytes: (100 - parts) * MIB });
      if (nowMs < 4 * partMs) continue;
      const trueSeconds = (100 * partMs - nowMs) / 1000;
      errors.push(said === null ? 1 : Math.abs(said - trueSeconds) / trueSeconds);
    }
    expect(Math.max(...errors)).toBeLessThan(0.1);
  });
});

const inLine = (change: Partial<Spell['transfers'][number]>): Spell['transfers'][number] => ({
  state: 'queued',
  bytesDone: 0,
  bytesTotal: 100,
  parts: null,
  ...change,
});

test('[P80] work behind the queue of transfers is assumed to be as large as the transfers seen so far', () => {
  const transfers = [inLine({ state: 'active', bytesDone: 50 }), inLine({})];
  expect(workOf({ done: { files: 8, bytes: 800 }, pending: 12, transfers })).toEqual({
    done: { files: 8, bytes: 850 },
    left: { files: 12, bytes: 150 + 10 * 100 },
    ahead: { files: 12, bytes: 150 + 10 * 100 },
  });
  expect(workOf({ done: { files: 0, bytes: 0 }, pending: 3, transfers: [] }).left).toEqual({ files: 3, bytes: 0 });
});

test('[P80] half of a file in flight as a whole adds no time left; one in parts reports its own progress', () => {
  const transfers = [
    inLine({ state: 'active' }),
    inLine({ state: 'active' }),
    inLine({ state: 'active', parts: { done: 0, total: 2, parallel: 2 } }),
    inLine({}),
  ];
  const { left, ahead } = workOf({ done: { files: 0, bytes: 0 }, pending: 4, transfers });
  expect([left, ahead]).toEqual([
    { files: 4, bytes: 400 },
    { files: 3, bytes: 300 },
  ]);
});

test('[P80] progress within a spell never goes back, and the next spell starts at zero', () => {
  const spell = createSpell();
  const moment = { isInSync: false, soFar: { files: 70, bytes: 7_000 }, pending: 2, transfers: [] };
  expect(spell({ ...moment, transfers: [inLine({ state: 'active', bytesDone: 90 })] })?.done).toEqual({
    files: 0,
    bytes: 90,
  });
  // It has arrived, and is not written down yet.
  expect(spell(moment)?.done).toEqual({ files: 0, bytes: 90 });
  expect(spell({ ...moment, soFar: { files: 71, bytes: 7_100 }, pending: 1 })?.done).toEqual({ files: 1, bytes: 100 });
  expect(spell({ ...moment, pending: 0 })).toBeNull();
  expect(spell({ ...moment, soFar: { files: 71, bytes: 7_100 } })?.done).toEqual({ files: 0, bytes: 0 });
});
