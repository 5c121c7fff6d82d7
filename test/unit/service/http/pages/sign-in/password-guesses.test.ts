import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../../../../../service/domain/refusal.ts';
import {
  type PasswordGuesses,
  passwordGuesses,
} from '../../../../../../service/http/pages/sign-in/password-guesses.ts';
import { type DomainWorld, openDomainWorld } from '../../../../../support/service/domain-world.ts';

let world: DomainWorld;
let guesses: PasswordGuesses;
let refused: number;
/** The password of every subject. */
let right: string;

beforeEach(async () => {
  world = await openDomainWorld();
  world.holdTime();
  refused = 0;
  right = 'right';
  guesses = passwordGuesses(world.service, () => void (refused += 1));
});
afterEach(() => world[Symbol.asyncDispose]());

const home = { subject: 'ann', address: '192.0.2.1' };

/** `right`, `wrong`, or the seconds to wait. */
async function attempt(password: string, from: Partial<typeof home> = {}): Promise<string | number | undefined> {
  const guess = { ...home, ...from, password };
  try {
    return (await guesses.attempt(guess, async () => (password === right ? 'right' : null))) ?? 'wrong';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limit_exceeded') return error.retryAfterSeconds;
    throw error;
  }
}

async function guessWrong(times: number): Promise<void> {
  for (let guess = 0; guess < times; guess += 1) expect(await attempt(`guess ${guess}`)).toBe('wrong');
}

describe('after ten wrong passwords', () => {
  test('the next one waits for the rest of five minutes since the first, and then ten more are tested', async () => {
    await guessWrong(1);
    world.passTime(200_000);
    await guessWrong(9);
    expect([await attempt(right), refused]).toEqual([100, 1]);
    world.passTime(99_999);
    expect([await attempt(right), refused]).toEqual([1, 2]);
    world.passTime(1);
    await guessWrong(10);
    expect([await attempt(right), refused]).toEqual([300, 3]);
  });

  test.each([
    ['another subject', { subject: 'bob' }],
    ['another network', { address: '192.0.2.2' }],
  ])('%s need not wait', async (_which, from) => {
    await guessWrong(10);
    expect(await attempt('wrong', from)).toBe('wrong');
    expect(await attempt(right, from)).toBe('right');
  });

  test('a password is let in that was right before, for its subject alone, until it is wrong', async () => {
    expect(await attempt(right)).toBe('right');
    await guessWrong(10);
    expect(await attempt('other')).toBe(300);
    expect(await attempt(right)).toBe('right');

    for (let guess = 0; guess < 10; guess += 1) await attempt('wrong', { subject: 'bob' });
    expect(await attempt(right, { subject: 'bob' })).toBe(300);

    await guessWrong(10);
    right = 'changed';
    expect(await attempt('right')).toBe('wrong');
    expect(await attempt('right')).toBe(300);
  });

  test('one need not wait for hours because the clock was set back', async () => {
    await guessWrong(10);
    world.passTime(-3 * 3_600_000);
    await guessWrong(10);
    expect(await attempt(right)).toBe(300);
    world.passTime(300_000);
    expect(await attempt(right)).toBe('right');
  });

  test('a process whose clock is behind counts with the others', async () => {
    await guessWrong(10);
    world.passTime(-299_000);
    expect(await attempt('wrong')).toBe(599);
  });

  test('those before a right one are forgiven', async () => {
    for (let round = 0; round < 3; round += 1) {
      await guessWrong(9);
      expect(await attempt(right)).toBe('right');
    }
  });
});

test('passwords of one network are tested one at a time, those of another meanwhile', async () => {
  const begun: string[] = [];
  const first = Promise.withResolvers<'right'>();
  const begin = (subject: string, address: string, end: Promise<'right'>) =>
    guesses.attempt({ subject, address, password: right }, () => {
      begun.push(subject);
      return end;
    });
  const slow = begin('ann', '192.0.2.1', first.promise);
  const next = begin('bob', '192.0.2.1', first.promise);
  await begin('carol', '192.0.2.2', Promise.resolve('right'));
  expect(begun.toSorted()).toEqual(['ann', 'carol']);
  first.resolve('right');
  await Promise.all([slow, next]);
  expect(begun.toSorted()).toEqual(['ann', 'bob', 'carol']);
});
