import { texts } from '../../../texts/texts.ts';

/** A week from Monday; 0 is Sunday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
/** So many days in a row are a range. */
const LEAST_RANGE = 3;

/** `Monday to Friday`, `Saturday, Sunday`, `Every day`. */
export function daysLine(weekdays: readonly number[]): string {
  const { days, daysFrom, everyDay, noDay } = texts.settings;
  const chosen = WEEK.filter((day) => weekdays.includes(day));
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (first === undefined || last === undefined) return noDay;
  if (chosen.length === WEEK.length) return everyDay;
  const isRange = chosen.length >= LEAST_RANGE && WEEK.indexOf(last) - WEEK.indexOf(first) === chosen.length - 1;
  return isRange ? daysFrom(days[first], days[last]) : chosen.map((day) => days[day]).join(', ');
}
