import { wholeNumber } from '../../../../preload/words/whole-number.ts';

/** Formats amounts for display. */

export const counted = (amount: number, one: string, many: string): string =>
  `${wholeNumber(amount)} ${amount === 1 ? one : many}`;

export const lastName = (path: string): string => path.split(/[/\\]/).findLast((name) => name !== '') ?? path;
