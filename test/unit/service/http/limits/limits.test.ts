import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { describe, expect, test } from 'vitest';
import { limitConnections } from '../../../../../service/http/limits/connection-limit.ts';
import { createGuessLimit } from '../../../../../service/http/limits/guess-limit.ts';
import { createKeyedQueue } from '../../../../../service/http/limits/keyed-queue.ts';
import { createRateLimit } from '../../../../../service/http/limits/rate-limit.ts';
import { trustOf } from '../../../../../service/http/requests/proxies.ts';
import type { RequestCounts } from '../../../../../service/ports/request-counts.ts';

describe('GuessLimit', () => {
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
    clock.at = 59_001;
    expect(limit.secondsAfterFailure('a', 'one more')).toBe(1);
    clock.at = 60_000;
    expect(limit.secondsAfterFailure('a', 'one more')).toBe(0);
    expect(refused()).toBe(2);
  });

  test('after the clock was set back, an address waits no longer than a minute', () => {
    const { clock, limit } = openLimit();
    clock.at = 7_200_000;
    for (let guess = 0; guess < 60; guess++) limit.secondsAfterFailure('a', `guess ${guess}`);
    clock.at -= 3_600_000;
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

/** The counts of two processes that hear each other at once. */
function joinedCounts() {
  const open = () => {
    const heard: ReadonlyMap<string, number>[] = [];
    let listener: Parameters<RequestCounts['hear']>[0] = () => undefined;
    return {
      heard,
      hear: (next: typeof listener) => {
        listener = next;
      },
      get: (counts: ReadonlyMap<string, number>) => {
        heard.push(counts);
        listener(counts);
      },
    };
  };
  const [one, other] = [open(), open()];
  return [
    { ...one, tell: other.get },
    { ...other, tell: one.get },
  ] as const;
}

describe('RateLimit', () => {
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

  test('after the clock was set back, nobody waits until it has caught up', () => {
    const clock = { at: 7_200_000, now: () => clock.at };
    const limit = createRateLimit(60, clock);
    expect(limit.secondsToWait('1')).toBe(0);
    for (let request = 0; request < 60; request++) limit.secondsToWait('2');
    clock.at -= 3_600_000;
    expect(limit.secondsToWait('1')).toBe(0);
    expect(limit.secondsToWait('2')).toBe(1);
    clock.at += 1000;
    expect(limit.secondsToWait('2')).toBe(0);
  });

  test('counts what other processes let through, and tells them what it did', async () => {
    const [here, there] = joinedCounts();
    const clock = { now: () => 0 };
    const [one, other] = [createRateLimit(60, clock, here), createRateLimit(60, clock, there)];
    for (let request = 0; request < 40; request++) expect(one.secondsToWait('1')).toBe(0);
    await expect.poll(() => there.heard).toEqual([new Map([['1', 40]])]);
    const passed = Array.from({ length: 60 }, () => other.secondsToWait('1')).filter((seconds) => seconds === 0);
    expect(passed).toHaveLength(20);
    expect(other.secondsToWait('2')).toBe(0);
    await expect.poll(() => here.heard[0]?.get('1')).toBe(20);
    expect(one.secondsToWait('1')).toBe(1);
  });

  test('whoever sends to several processes at once waits for all that they let through', () => {
    const [here, there] = joinedCounts();
    const clock = { at: 0, now: () => clock.at };
    const limit = createRateLimit(60, clock, here);
    for (let request = 0; request < 60; request++) limit.secondsToWait('1');
    there.tell(new Map([['1', 30]]));
    expect(limit.secondsToWait('1')).toBe(31);
    there.tell(new Map([['1', 1_000_000]]));
    expect(limit.secondsToWait('1')).toBe(61);
  });

  test('without a number lets everything through', () => {
    const limit = createRateLimit(null, { now: () => 0 });
    for (let request = 0; request < 1000; request++) expect(limit.secondsToWait('1')).toBe(0);
  });
});

describe('the users whose rate is remembered', () => {
  test('are the latest 10,000: who sends all the time gets no full bucket by the arrival of others', () => {
    const limit = createRateLimit(2, { now: () => 0 });
    limit.secondsToWait('busy');
    limit.secondsToWait('idle');
    for (let user = 0; user < 9_997; user++) limit.secondsToWait(`user ${user}`);
    limit.secondsToWait('busy');
    for (let user = 0; user < 2; user++) limit.secondsToWait(`late ${user}`);
    expect(limit.secondsToWait('busy')).toBeGreaterThan(0);
    expect([limit.secondsToWait('idle'), limit.secondsToWait('idle')]).toEqual([0, 0]);
  });
});

describe('keyed queue', () => {
  test('of one key are taken one after another, also behind one that failed, and other keys do not wait', async () => {
    const queue = createKeyedQueue(9);
    const ends: string[] = [];
    const first = Promise.withResolvers<void>();
    const failing = queue.take('a', async () => {
      await first.promise;
      ends.push('first');
      throw new Error('no');
    });
    const second = queue.take('a', async () => ends.push('second'));
    await queue.take('b', async () => ends.push('other key'));
    first.resolve();
    await expect(failing).rejects.toThrow('no');
    await second;
    expect(ends).toEqual(['other key', 'first', 'second']);
  });

  test('are as many as may wait, and one more once one has ended', async () => {
    const queue = createKeyedQueue(2);
    const held = Promise.withResolvers<string>();
    const waiting = [queue.take('a', () => held.promise), queue.take('a', async () => 'second')];
    expect(await queue.take('a', async () => 'third')).toBeNull();
    held.resolve('first');
    expect(await Promise.all(waiting)).toEqual(['first', 'second']);
    expect(await queue.take('a', async () => 'third')).toBe('third');
  });
});

describe('connections of one network', () => {
  test('are at most 2,048, and each that ends makes room for one', () => {
    const server = new EventEmitter();
    let refused = 0;
    limitConnections(server as Server, trustOf(['10.0.0.1']), () => void (refused += 1));
    const connect = (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => socket.emit('close') });
      server.emit('connection', socket);
      return socket;
    };
    const open = Array.from({ length: 2_048 }, () => connect('192.0.2.1'));
    connect('192.0.2.1');
    expect(refused).toBe(1);
    for (const socket of open.slice(0, 3)) socket.emit('close');
    for (let more = 0; more < 3; more++) connect('192.0.2.1');
    expect(refused).toBe(1);
    connect('192.0.2.1');
    expect(refused).toBe(2);
    connect('192.0.2.2');
    for (let more = 0; more < 3_000; more++) connect('10.0.0.1');
    expect(refused).toBe(2);
  });
});
