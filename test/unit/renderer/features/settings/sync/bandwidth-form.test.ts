import { expect, test } from 'vitest';
import { Bandwidth } from '../../../../../../preload/ipc/shapes/bandwidth.ts';
import { formOf, newHours, planOf } from '../../../../../../renderer/features/settings/sync/bandwidth-form.ts';

const plan: Bandwidth = {
  up: {
    bytesPerSecond: 500_000,
    hours: [{ weekdays: [0, 6], fromMinute: 22 * 60, toMinute: 6 * 60 + 30, bytesPerSecond: null }],
  },
  down: { bytesPerSecond: null, hours: [] },
};
const up = formOf(plan).up;
const withUp = (change: Partial<typeof up>) => planOf({ ...formOf(plan), up: { ...up, ...change } });

test('a plan is the same after a form was opened and saved', () => {
  expect(planOf(formOf(plan))).toEqual(plan);
  const wholeDay = {
    ...plan,
    down: { bytesPerSecond: null, hours: [{ weekdays: [1], fromMinute: 0, toMinute: 1440, bytesPerSecond: 2048 }] },
  };
  // Midnight at both ends is the whole day to the engine, however it is written.
  expect(planOf(formOf(wholeDay))?.down.hours[0]).toMatchObject({ fromMinute: 0, toMinute: 0 });
});

test('the typed number is read as kB a second, with a decimal point or comma', () => {
  expect(withUp({ limit: { isLimited: true, speed: '2,5' } })?.up.bytesPerSecond).toBe(2_500);
  expect(withUp({ limit: { isLimited: true, speed: ' 1000 ' } })?.up.bytesPerSecond).toBe(1_000_000);
  expect(withUp({ limit: { isLimited: false, speed: 'anything' } })?.up.bytesPerSecond).toBeNull();
});

test.each(['', 'fast', '0', '1', '-5', 'Infinity', '1e999'])('“%s” is no speed', (speed) => {
  expect(withUp({ limit: { isLimited: true, speed } })).toBeNull();
});

test('hours need a day and two times', () => {
  const hours = newHours(up.hours);
  expect(hours.key).toBe(1);
  expect(withUp({ hours: [hours] })?.up.hours[0]).toMatchObject({ weekdays: [1, 2, 3, 4, 5], fromMinute: 480 });
  expect(withUp({ hours: [{ ...hours, weekdays: [] }] })).toBeNull();
  expect(withUp({ hours: [{ ...hours, from: '' }] })).toBeNull();
  expect(withUp({ hours: [{ ...hours, to: '24:00' }] })).toBeNull();
});

test('whatever a form saves, the engine takes', () => {
  expect(Bandwidth.safeParse(withUp({ hours: [newHours([])], limit: { isLimited: true, speed: '2' } })).success).toBe(
    true,
  );
});
