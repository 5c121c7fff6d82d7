import { beforeEach, describe, expect, test } from 'vitest';
import { type SessionDoor, sessionDoor } from '../../../../main/headless/session-door.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

let now: number;
let door: SessionDoor;
beforeEach(() => {
  now = 1_000_000;
  door = sessionDoor(() => now);
});

const enterByLink = (link = door.invite()) => {
  const entered = door.enter({ session: null, link });
  if (entered === null) throw new Error('the link is not valid');
  return entered;
};
const enterWith = (secret: string) => door.enter({ session: secret, link: null });

describe('a link', () => {
  test('opens one session, once', () => {
    const link = door.invite();
    expect(enterByLink(link).endsAtMs).toBe(now + WEEK_MS);
    expect(door.enter({ session: null, link })).toBeNull();
  });

  test('is spent in a browser that has a session, which stays valid', () => {
    const { id, secret } = enterByLink();
    const link = door.invite();
    expect(door.enter({ session: secret, link })).toMatchObject({ id, secret });
    expect(door.enter({ session: null, link })).toBeNull();
  });

  test('expires when eight newer ones wait, and not before', () => {
    const [first = '', second = ''] = Array.from({ length: 9 }, () => door.invite());
    expect(door.enter({ session: null, link: first })).toBeNull();
    expect(door.enter({ session: null, link: second })).not.toBeNull();
  });
});

describe('the secret of a session', () => {
  test('is kept for an hour, then replaced when it is used', () => {
    const { id, secret } = enterByLink();
    now += HOUR_MS - 1;
    expect(enterWith(secret)).toMatchObject({ id, secret });
    now += 1;
    const next = enterWith(secret);
    expect(next?.id).toBe(id);
    expect(next?.secret).not.toBe(secret);
  });

  test('of before opens for a minute after it was replaced, to a newer one, and not to the millisecond of its end', () => {
    const { id, secret } = enterByLink();
    now += HOUR_MS;
    const next = enterWith(secret)?.secret ?? '';
    now += 59_999;
    const again = enterWith(secret);
    expect(again?.id).toBe(id);
    expect([secret, next]).not.toContain(again?.secret);

    const other = enterByLink();
    now += HOUR_MS;
    enterWith(other.secret);
    now += 60_000;
    expect(enterWith(other.secret)).toBeNull();
  });

  test('opens nothing once the session ended, to the millisecond', () => {
    const { id, secret } = enterByLink();
    now += WEEK_MS - 1;
    expect(door.isOpen(id)).toBe(true);
    now += 1;
    expect([door.isOpen(id), enterWith(secret)]).toEqual([false, null]);
  });

  test('that was never issued opens nothing, among several sessions', () => {
    enterByLink();
    enterByLink();
    expect([enterWith(''), enterWith('guessed')]).toEqual([null, null]);
  });
});

describe('sessions', () => {
  test('beyond thirty-two end the oldest', () => {
    const all = Array.from({ length: 33 }, () => enterByLink().id);
    expect(all.map(door.isOpen)).toEqual([false, ...Array.from({ length: 32 }, () => true)]);
  });

  test('are ended but for one, and counted', () => {
    const [mine, ...others] = [enterByLink(), enterByLink(), enterByLink()];
    expect(door.endOthers(mine?.id ?? '')).toBe(2);
    expect([mine, ...others].map((one) => door.isOpen(one?.id ?? ''))).toEqual([true, false, false]);
  });
});
