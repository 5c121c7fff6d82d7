/** Formats amounts for display. */

export const count = (amount: number): string => amount.toLocaleString('en-US');

export const counted = (amount: number, one: string, many: string): string =>
  `${count(amount)} ${amount === 1 ? one : many}`;

export const lastName = (path: string): string => path.split(/[/\\]/).findLast((name) => name !== '') ?? path;
