import { describe, expect, test } from 'vitest';
import { createGuessLimit } from '../../../../service/http/guess-limit.ts';
import { createRateLimit } from '../../../../service/http/rate-limit.ts';

describe('[A16] GuessLimit', () => {
  test('makes an address wait after 60 wrong tokens in a minute, and lets it try again after that', () => {
    const clock = { at: 0, now: () => clock.at };
    const limit = createGuessLimit(clock);
    for (let guess = 0; guess < 60; guess++) {
      expect(limit.secondsToWait('a', `guess ${guess}`)).toBe(0);
      limit.noteFailure('a', `guess ${guess}`);
    }
    expect(limit.secondsToWait('a', 'one more')).toBe(60);
    expect(limit.secondsToWait('b', 'one more')).toBe(0);
    clock.at = 60_000;
    expect(limit.secondsToWait('a', 'one more')).toBe(0);
  });

  test('does not lock out a token that was right before', () => {
    const clock = { at: 0, now: () => clock.at };
    const limit = createGuessLimit(clock);
    limit.noteSuccess('good');
    for (let guess = 0; guess < 100; guess++) limit.noteFailure('a', `guess ${guess}`);
    expect(limit.secondsToWait('a', 'good')).toBe(0);
    expect(limit.secondsToWait('a', 'bad')).toBeGreaterThan(0);
  });
});

test('[A16] one wrong token sent over and over is one guess', () => {
  const limit = createGuessLimit({ now: () => 0 });
  for (let request = 0; request < 1000; request++) limit.noteFailure('a', 'stale');
  expect(limit.secondsToWait('a', 'new')).toBe(0);
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
