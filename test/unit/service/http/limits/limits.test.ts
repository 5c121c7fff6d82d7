import { describe, expect, test } from 'vitest';
import { createGuessLimit } from '../../../../../service/http/limits/guess-limit.ts';
import { createRateLimit } from '../../../../../service/http/limits/rate-limit.ts';

describe('[A16] GuessLimit', () => {
  const openLimit = () => {
    const clock = { at: 0, now: () => clock.at };
    let refused = 0;
    const limit = createGuessLimit(clock, () => void (refused += 1));
    return { clock, limit, refused: () => refused };
  };

  test('makes an address wait after 60 wrong tokens in a minute, and lets it try again after that', () => {
    const { clock, limit, refused } = openLimit();
    for (let guess = 0; guess < 60; guess++) expect(limit.secondsAfterFailure('a', `guess ${guess}`)).toBe(0);
    expect(limit.secondsAfterFailure('a', 'one more')).toBe(60);
    expect(refused()).toBe(1);
    expect(limit.secondsAfterFailure('b', 'one more')).toBe(0);
    clock.at = 60_000;
    expect(limit.secondsAfterFailure('a', 'one more')).toBe(0);
  });

  test('one wrong token sent over and over is one guess', () => {
    const { limit } = openLimit();
    for (let request = 0; request < 1000; request++) expect(limit.secondsAfterFailure('a', 'stale')).toBe(0);
    expect(limit.secondsAfterFailure('a', 'new')).toBe(0);
  });

  test('when 10,000 addresses are remembered, a new one takes the place of the oldest only', () => {
    const { limit } = openLimit();
    const guess60 = (address: string) => {
      for (let guess = 0; guess < 60; guess++) limit.secondsAfterFailure(address, `guess ${guess}`);
    };
    guess60('oldest');
    guess60('second');
    for (let address = 0; address < 9_999; address++) limit.secondsAfterFailure(`address ${address}`, 'guess');
    expect(limit.secondsAfterFailure('second', 'one more')).toBeGreaterThan(0);
    expect(limit.secondsAfterFailure('oldest', 'one more')).toBe(0);
  });
});

describe('[A16] RateLimit', () => {
  test('lets a minute of requests through at once, then as many as fill up again', () => {
    const clock = { at: 0, now: () => clock.at };
    const limit = createRateLimit(60, clock);
    for (let request = 0; request < 60; request++) expect(limit.secondsToWait('1')).toBe(0);
    expect(limit.secondsToWait('1')).toBe(1);
    expect(limit.secondsToWait('2')).toBe(0);
    clock.at = 1000;
    expect(limit.secondsToWait('1')).toBe(0);
    expect(limit.secondsToWait('1')).toBe(1);
  });

  test('without a number lets everything through', () => {
    const limit = createRateLimit(null, { now: () => 0 });
    for (let request = 0; request < 1000; request++) expect(limit.secondsToWait('1')).toBe(0);
  });
});
