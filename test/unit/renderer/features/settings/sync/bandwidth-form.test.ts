import { expect, test } from 'vitest';
import { Bandwidth } from '../../../../../../preload/ipc/shapes/bandwidth.ts';
import {
  hoursFormOf,
  hoursOf,
  newHours,
  speedFormOf,
  speedsOf,
} from '../../../../../../renderer/features/settings/sync/bandwidth-form.ts';

const night = { weekdays: [0, 6], fromMinute: 22 * 60, toMinute: 6 * 60 + 30, bytesPerSecond: null };
const day = { weekdays: [1], fromMinute: 480, toMinute: 1080, bytesPerSecond: 2048 };
const noon = { ...day, fromMinute: 720, toMinute: 780 };

const planOf = (up: Bandwidth['up']['hours'], down: Bandwidth['up']['hours']): Bandwidth => ({
  up: { bytesPerSecond: 500_000, hours: up },
  down: { bytesPerSecond: null, hours: down },
});
const speedUp = (isLimited: boolean, speed: string, unit: 'kB' | 'MB' = 'kB') =>
  speedsOf({ ...speedFormOf(planOf([], [])), up: { isLimited, speed, unit } });

test.each([
  { up: [night], down: [], ways: ['up'] },
  { up: [night, day], down: [night, day], ways: ['both', 'both'] },
  { up: [day], down: [night, day, noon], ways: ['down', 'both', 'down'] },
  { up: [night, day], down: [day, night], ways: ['down', 'both', 'up'] },
  { up: [day, day], down: [day], ways: ['both', 'up'] },
])('hours for $ways keep their order in each direction', ({ up, down, ways }) => {
  const plan = planOf(up, down);
  const rows = hoursFormOf(plan);
  expect(rows.map((row) => row.ways)).toEqual(ways);
  expect(hoursOf(rows)).toEqual({ up, down });
  expect(speedsOf(speedFormOf(plan))).toEqual({ up: 500_000, down: null });
});

test('midnight at both ends is the whole day to the engine, however it is written', () => {
  const rows = hoursFormOf(planOf([], [{ ...day, fromMinute: 0, toMinute: 1440 }]));
  expect(hoursOf(rows)?.down[0]).toMatchObject({ fromMinute: 0, toMinute: 0 });
});

test('the typed number is read in its unit, with a decimal point or comma', () => {
  expect(speedUp(true, '2,5')?.up).toBe(2_500);
  expect(speedUp(true, '2,5', 'MB')?.up).toBe(2_500_000);
  expect(speedUp(true, ' 1000 ')?.up).toBe(1_000_000);
  expect(speedUp(false, 'anything')?.up).toBeNull();
});

test.each([
  [20_000_000, { speed: '20', unit: 'MB' }],
  [1_500_000, { speed: '1500', unit: 'kB' }],
  [null, { speed: '1', unit: 'MB' }],
])('a limit of %s bytes a second is shown in the larger unit that is whole', (bytesPerSecond, shown) => {
  const plan = planOf([], []);
  expect(speedFormOf({ ...plan, up: { bytesPerSecond, hours: [] } }).up).toMatchObject(shown);
});

test.each(['20,000', '20.000', ' 1.500 ', '1,000,000', '1.000.000'])(
  '“%s” is refused: it could be thousands or decimals',
  (speed) => {
    expect(speedUp(true, speed)).toBeNull();
  },
);

test.each([2_048, 123_456, 1_234_567, 20_000, 2_500])(
  'a limit of %i bytes a second is shown as a text that means it',
  (limit) => {
    const plan = { ...planOf([{ ...day, bytesPerSecond: limit }], []), down: { bytesPerSecond: limit, hours: [] } };
    expect(speedsOf(speedFormOf(plan))?.down).toBe(limit);
    expect(hoursOf(hoursFormOf(plan))?.up[0]?.bytesPerSecond).toBe(limit);
  },
);

test.each(['', 'fast', '0', '1', '-5', 'Infinity', '1e999'])('“%s” is no speed', (speed) => {
  expect(speedUp(true, speed)).toBeNull();
});

test('hours need a day and two times', () => {
  const hours = newHours(hoursFormOf(planOf([night], [])));
  expect(hours.key).toBe(1);
  expect(hoursOf([hours])?.up[0]).toMatchObject({ weekdays: [1, 2, 3, 4, 5], fromMinute: 480 });
  expect(hoursOf([{ ...hours, weekdays: [] }])).toBeNull();
  expect(hoursOf([{ ...hours, from: '' }])).toBeNull();
  expect(hoursOf([{ ...hours, to: '24:00' }])).toBeNull();
});

test('whatever the forms save, the engine takes', () => {
  const hours = hoursOf([newHours([])]);
  const speeds = speedUp(true, '2');
  const plan = {
    up: { bytesPerSecond: speeds?.up, hours: hours?.up },
    down: { bytesPerSecond: speeds?.down, hours: hours?.down },
  };
  expect(Bandwidth.safeParse(plan).success).toBe(true);
});
