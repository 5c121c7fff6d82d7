import { describe, expect, test } from 'vitest';
import { createBandwidth } from '../../../../../../../main/engine/execute/transfer/pace/bandwidth.ts';
import { type DirectionPlan, limitAt, UNLIMITED } from '../../../../../../../main/engine/model/transfer/bandwidth.ts';
import { createVirtualTime } from '../../../../../../support/engine/virtual-time.ts';

const MONDAY = 1;
const at = (weekday: number, hour: number) => ({ weekday, minute: hour * 60 });

describe('[P75] hours', () => {
  const office = { weekdays: [1, 2, 3, 4, 5], fromMinute: 8 * 60, toMinute: 18 * 60, bytesPerSecond: 100_000 };
  const plan: DirectionPlan = { bytesPerSecond: null, hours: [office] };

  test('another limit holds from the first minute up to the last', () => {
    expect(limitAt(plan, at(MONDAY, 8))).toBe(100_000);
    expect(limitAt(plan, { weekday: MONDAY, minute: 18 * 60 - 1 })).toBe(100_000);
    expect(limitAt(plan, at(MONDAY, 18))).toBeNull();
    expect(limitAt(plan, at(0, 9))).toBeNull();
  });

  test('hours over midnight belong to the weekday on which they begin', () => {
    const night = { weekdays: [6], fromMinute: 22 * 60, toMinute: 6 * 60, bytesPerSecond: null };
    const slow: DirectionPlan = { bytesPerSecond: 5_000, hours: [night] };
    expect(limitAt(slow, at(6, 23))).toBeNull();
    expect(limitAt(slow, at(0, 5))).toBeNull();
    expect(limitAt(slow, at(6, 5))).toBe(5_000);
    expect(limitAt(slow, at(0, 23))).toBe(5_000);
  });

  test('of hours that overlap the first decides', () => {
    const lunch = { weekdays: [1], fromMinute: 12 * 60, toMinute: 13 * 60, bytesPerSecond: null };
    expect(limitAt({ bytesPerSecond: 1_024, hours: [lunch, office] }, at(MONDAY, 12))).toBeNull();
  });
});

describe('[P76] the limit', () => {
  function open(weekday = MONDAY) {
    const { clock } = createVirtualTime();
    let week = at(weekday, 12);
    const bandwidth = createBandwidth(clock, () => week);
    const limit = (bytesPerSecond: number | null) =>
      bandwidth.setPlan({ ...UNLIMITED, up: { bytesPerSecond, hours: [] } });
    return { clock, bandwidth, limit, turn: (time: typeof week) => (week = time) };
  }

  test('bytes go as fast as the limit says, over all who send', async () => {
    const { clock, bandwidth, limit } = open();
    limit(100_000);
    const startMs = clock.nowMs();
    await Promise.all(Array.from({ length: 200 }, () => bandwidth.take('up', 16_384, undefined)));
    const perSecond = (200 * 16_384) / ((clock.nowMs() - startMs) / 1000);
    expect(perSecond).toBeGreaterThan(95_000);
    expect(perSecond).toBeLessThan(105_000);
  });

  test('one that is cancelled in its turn leaves the line to those behind it', async () => {
    const { bandwidth, limit } = open();
    limit(1_024);
    await bandwidth.take('up', 16_384, undefined);
    const cancelled = new AbortController();
    const [first, second] = [bandwidth.take('up', 1, cancelled.signal), bandwidth.take('up', 1, undefined)];
    cancelled.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    await second;
  });

  test('a clock that is set back costs nothing but the time until then', async () => {
    const { clock } = createVirtualTime();
    let behindMs = 0;
    const bandwidth = createBandwidth({ ...clock, nowMs: () => clock.nowMs() - behindMs }, () => at(MONDAY, 12));
    bandwidth.setPlan({ ...UNLIMITED, up: { bytesPerSecond: 1_000, hours: [] } });
    await bandwidth.take('up', 1_000, undefined);
    const startMs = clock.nowMs();
    behindMs = 3_600_000;
    await bandwidth.take('up', 1_000, undefined);
    expect(clock.nowMs() - startMs).toBeLessThanOrEqual(1_000);
  });

  test('the directions do not wait for each other, and without a limit no transfer waits', async () => {
    const { clock, bandwidth, limit } = open();
    limit(1_024);
    const startMs = clock.nowMs();
    for (let piece = 0; piece < 100; piece++) await bandwidth.take('down', 1_000_000, undefined);
    expect(clock.nowMs()).toBe(startMs);
    expect([bandwidth.isLimited('up'), bandwidth.isLimited('down')]).toEqual([true, false]);
  });

  test('those who wait take turns: one with much to send does not keep the others out', async () => {
    const { bandwidth, limit } = open();
    limit(50_000);
    const order: string[] = [];
    const send = async (name: string, pieces: number) => {
      for (let piece = 0; piece < pieces; piece++) {
        await bandwidth.take('up', 16_384, undefined);
        order.push(name);
      }
    };
    await Promise.all([send('huge', 50), send('small', 2)]);
    expect(order.lastIndexOf('small')).toBeLessThan(6);
  });

  test('lifting a limit releases waiting transfers, and a pause earns no credit for a burst', async () => {
    const { clock, bandwidth, limit } = open();
    limit(1_024);
    await bandwidth.take('up', 1_000_000, undefined);
    const waiting = bandwidth.take('up', 1_000_000, undefined);
    const beforeMs = clock.nowMs();
    limit(null);
    await waiting;
    expect(clock.nowMs() - beforeMs).toBeLessThanOrEqual(1_000);
    limit(10_000);
    await clock.sleep(3_600_000);
    const startMs = clock.nowMs();
    for (let piece = 0; piece < 10; piece++) await bandwidth.take('up', 10_000, undefined);
    expect(clock.nowMs() - startMs).toBeGreaterThan(8_000);
  });

  /** The sizes of bodies that begin, and a way to end the first of one size. */
  function openBodies(bandwidth: ReturnType<typeof open>['bandwidth']) {
    const begun: number[] = [];
    const ends = new Map<number, () => void>();
    const begin = async (bytes: number, signal?: AbortSignal) => {
      const end = await bandwidth.enter(bytes, signal);
      begun.push(bytes);
      ends.set(bytes, end);
    };
    const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
    return { begun, begin, settled, end: (bytes: number) => ends.get(bytes)?.() };
  }

  test('on a slow line only as many bodies begin as get some kilobytes per second each', async () => {
    const { bandwidth, limit } = open();
    limit(9_000);
    const { begun, begin, settled, end } = openBodies(bandwidth);
    for (const bytes of [1, 2, 3, 4]) void begin(bytes);
    await settled();
    expect(begun).toEqual([1, 2]);
    end(2);
    await settled();
    expect(begun).toEqual([1, 2, 3]);
    limit(null);
    await settled();
    expect(begun).toEqual([1, 2, 3, 4]);
  });

  test('the lowest limit still lets one body through at a time, and a cancelled one leaves the line', async () => {
    const { bandwidth, limit } = open();
    limit(1_024);
    const { begun, begin, settled, end } = openBodies(bandwidth);
    const cancelled = new AbortController();
    void begin(1);
    const second = begin(2, cancelled.signal);
    void begin(3);
    cancelled.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    end(1);
    await settled();
    expect(begun).toEqual([1, 3]);
  });

  test('the parts of a huge file leave a place for small files', async () => {
    const { bandwidth, limit } = open();
    limit(8_000);
    const { begun, begin, settled } = openBodies(bandwidth);
    for (const bytes of [8_000_000, 8_000_001, 10]) void begin(bytes);
    await settled();
    expect(begun).toEqual([8_000_000, 10]);
  });

  test('bodies that wait begin when the hours of another limit come', async () => {
    const { bandwidth, turn } = open();
    const night = { weekdays: [MONDAY], fromMinute: 22 * 60, toMinute: 23 * 60, bytesPerSecond: null };
    bandwidth.setPlan({ ...UNLIMITED, up: { bytesPerSecond: 4_000, hours: [night] } });
    const { begun, begin, settled } = openBodies(bandwidth);
    for (const bytes of [1, 2]) void begin(bytes);
    turn(at(MONDAY, 22));
    await bandwidth.take('up', 1, undefined);
    await settled();
    expect(begun).toEqual([1, 2]);
  });

  test('a cancelled transfer leaves the queue', async () => {
    const { bandwidth, limit } = open();
    limit(1_024);
    await bandwidth.take('up', 1_000_000, undefined);
    const stop = new AbortController();
    const waiting = bandwidth.take('up', 1_000, stop.signal);
    stop.abort(new Error('not wanted'));
    await expect(waiting).rejects.toThrow('not wanted');
  });
});
