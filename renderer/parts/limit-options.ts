import type { SelectOption } from '../components/controls/select.tsx';

/** The id of an option; null: no limit. */
export const limitId = (value: number | null): string => (value === null ? 'none' : String(value));

export const limitOf = (id: string): number | null => (id === 'none' ? null : Number(id));

/** The usual values of a limit and its current one, which may be set elsewhere: viewing it must not change it. `noLimit` comes last. */
export function limitOptions(
  usual: readonly number[],
  current: number | null,
  name: (value: number) => string,
  noLimit?: string,
): readonly SelectOption<string>[] {
  const values = [...new Set(current === null ? usual : [...usual, current])].sort((one, other) => one - other);
  const options = values.map((value) => ({ id: limitId(value), label: name(value) }));
  return noLimit === undefined ? options : [...options, { id: limitId(null), label: noLimit }];
}
