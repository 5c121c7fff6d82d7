import type { Bandwidth } from '../../../../preload/ipc/shapes/bandwidth.ts';

/** The bandwidth plan as a form: typed text stays unchanged until it is saved. */
export type BandwidthForm = { readonly up: WayForm; readonly down: WayForm };
export type WayForm = { readonly limit: LimitForm; readonly hours: readonly HoursForm[] };
/** In kB per second; `speed` is kept while there is no limit, so that it can be restored. */
export type LimitForm = { readonly isLimited: boolean; readonly speed: string };
export type HoursForm = {
  /** Identifies the row while the form is open. */
  readonly key: number;
  readonly weekdays: readonly number[];
  /** `08:00`. */
  readonly from: string;
  readonly to: string;
  readonly limit: LimitForm;
};

const PROPOSED = '1000';
const KILO = 1000;
/** The lowest valid limit, in kB per second. */
const LEAST = 2;

export const formOf = ({ up, down }: Bandwidth): BandwidthForm => ({ up: wayForm(up), down: wayForm(down) });

function wayForm({ bytesPerSecond, hours }: Bandwidth['up']): WayForm {
  return {
    limit: limitForm(bytesPerSecond),
    hours: hours.map((one, key) => ({
      key,
      weekdays: one.weekdays,
      from: clock(one.fromMinute),
      to: clock(one.toMinute),
      limit: limitForm(one.bytesPerSecond),
    })),
  };
}

const limitForm = (bytesPerSecond: number | null): LimitForm => ({
  isLimited: bytesPerSecond !== null,
  speed: bytesPerSecond === null ? PROPOSED : String(bytesPerSecond / KILO),
});

/** Default hours with a unique key, for the person to edit. */
export const newHours = (others: readonly HoursForm[]): HoursForm => ({
  key: Math.max(-1, ...others.map(({ key }) => key)) + 1,
  weekdays: [1, 2, 3, 4, 5],
  from: '08:00',
  to: '18:00',
  limit: { isLimited: true, speed: '500' },
});

/** Null: contains an invalid number, time or day. */
export function planOf({ up, down }: BandwidthForm): Bandwidth | null {
  const plan = { up: wayPlan(up), down: wayPlan(down) };
  return plan.up === null || plan.down === null ? null : { up: plan.up, down: plan.down };
}

function wayPlan({ limit, hours }: WayForm): Bandwidth['up'] | null {
  const bytesPerSecond = bytesOf(limit);
  const read = hours.map(hoursPlan);
  if (bytesPerSecond === undefined || read.includes(null)) return null;
  return { bytesPerSecond, hours: read.filter((one) => one !== null) };
}

function hoursPlan({ weekdays, from, to, limit }: HoursForm): Bandwidth['up']['hours'][number] | null {
  const [fromMinute, toMinute, bytesPerSecond] = [minuteOf(from), minuteOf(to), bytesOf(limit)];
  if (fromMinute === null || toMinute === null || bytesPerSecond === undefined || weekdays.length === 0) return null;
  return { weekdays: [...weekdays].sort((one, other) => one - other), fromMinute, toMinute, bytesPerSecond };
}

/** Undefined: invalid speed. */
function bytesOf({ isLimited, speed }: LimitForm): number | null | undefined {
  if (!isLimited) return null;
  const kilo = Number(speed.trim().replace(',', '.'));
  return speed.trim() !== '' && kilo >= LEAST && Number.isFinite(kilo) ? Math.round(kilo * KILO) : undefined;
}

function minuteOf(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  const [hour, minute] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && hour < 24 && minute < 60 ? hour * 60 + minute : null;
}

/** Midnight at the end of a day is written like that at its start. */
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
