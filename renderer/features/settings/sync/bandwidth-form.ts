import type { Bandwidth } from '../../../../preload/ipc/shapes/bandwidth.ts';
import { isAmbiguous, numberText } from '../../../texts/typed-number.ts';

/** The bandwidth plan as two forms, which are saved apart: typed text stays unchanged until then. */
export type SpeedForm = Readonly<Record<Way, LimitForm>>;
type Way = keyof Bandwidth;
/** `speed` in `unit` per second; both are kept while there is no limit, so that they can be restored. */
export type LimitForm = { readonly isLimited: boolean; readonly speed: string; readonly unit: SpeedUnit };
export type SpeedUnit = 'kB' | 'MB';
export type HoursForm = {
  /** Identifies the row while the form is open. */
  readonly key: number;
  readonly ways: Way | 'both';
  readonly weekdays: readonly number[];
  /** `08:00`. */
  readonly from: string;
  readonly to: string;
  readonly limit: LimitForm;
};

type Hours = Bandwidth['up']['hours'][number];
export type Speeds = Readonly<Record<Way, number | null>>;
export type HoursPlan = Readonly<Record<Way, Hours[]>>;

const PROPOSED_BYTES = 1_000_000;
const UNIT_BYTES: Readonly<Record<SpeedUnit, number>> = { kB: 1_000, MB: 1_000_000 };
/** The lowest valid limit. */
const LEAST_BYTES = 2_000;

export const speedFormOf = ({ up, down }: Bandwidth): SpeedForm => ({
  up: limitForm(up.bytesPerSecond),
  down: limitForm(down.bytesPerSecond),
});

/** In the larger unit if it is whole in that. */
function limitForm(bytesPerSecond: number | null): LimitForm {
  const bytes = bytesPerSecond ?? PROPOSED_BYTES;
  const unit = bytes % UNIT_BYTES.MB === 0 ? 'MB' : 'kB';
  return { isLimited: bytesPerSecond !== null, speed: numberText(bytes / UNIT_BYTES[unit]), unit };
}

/** One row for hours that limit both directions alike. The first hours that match apply, so each direction keeps its order. */
export function hoursFormOf({ up, down }: Bandwidth): readonly HoursForm[] {
  const rows: Omit<HoursForm, 'key'>[] = [];
  const rest = [...down.hours];
  for (const hours of up.hours) {
    const twin = rest.findIndex((other) => JSON.stringify(other) === JSON.stringify(hours));
    for (const before of rest.splice(0, twin)) rows.push(row('down', before));
    if (twin !== -1) rest.shift();
    rows.push(row(twin === -1 ? 'up' : 'both', hours));
  }
  for (const hours of rest) rows.push(row('down', hours));
  return rows.map((one, key) => ({ key, ...one }));
}

const row = (
  ways: HoursForm['ways'],
  { weekdays, fromMinute, toMinute, bytesPerSecond }: Hours,
): Omit<HoursForm, 'key'> => ({
  ways,
  weekdays,
  from: clock(fromMinute),
  to: clock(toMinute),
  limit: limitForm(bytesPerSecond),
});

/** Default hours with a unique key, for the person to edit. */
export const newHours = (others: readonly HoursForm[]): HoursForm => ({
  key: Math.max(-1, ...others.map(({ key }) => key)) + 1,
  ways: 'both',
  weekdays: [1, 2, 3, 4, 5],
  from: '08:00',
  to: '18:00',
  limit: { isLimited: true, speed: '500', unit: 'kB' },
});

/** Null: contains an invalid number. */
export function speedsOf(form: SpeedForm): Speeds | null {
  const [up, down] = [bytesOf(form.up), bytesOf(form.down)];
  return up === undefined || down === undefined ? null : { up, down };
}

/** Null: contains an invalid number, time or day. */
export function hoursOf(rows: readonly HoursForm[]): HoursPlan | null {
  const plan: HoursPlan = { up: [], down: [] };
  for (const { ways, ...one } of rows) {
    const hours = readHours(one);
    if (hours === null) return null;
    if (ways !== 'down') plan.up.push(hours);
    if (ways !== 'up') plan.down.push(hours);
  }
  return plan;
}

function readHours({ weekdays, from, to, limit }: Omit<HoursForm, 'key' | 'ways'>): Hours | null {
  const [fromMinute, toMinute, bytesPerSecond] = [minuteOf(from), minuteOf(to), bytesOf(limit)];
  if (fromMinute === null || toMinute === null || bytesPerSecond === undefined || weekdays.length === 0) return null;
  return { weekdays: [...weekdays].sort((one, other) => one - other), fromMinute, toMinute, bytesPerSecond };
}

/** Undefined: invalid speed. */
export function bytesOf({ isLimited, speed, unit }: LimitForm): number | null | undefined {
  if (!isLimited) return null;
  const typed = speed.trim();
  const bytes = Math.round(Number(typed.replace(',', '.')) * UNIT_BYTES[unit]);
  return typed !== '' && !isAmbiguous(typed) && bytes >= LEAST_BYTES && Number.isFinite(bytes) ? bytes : undefined;
}

function minuteOf(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** Midnight at the end of a day is written like that at its start. */
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
