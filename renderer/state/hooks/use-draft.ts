import { useState } from 'react';

export type Draft<Values extends object> = {
  readonly values: Values;
  /** The values that differ from the baseline. */
  readonly changes: Partial<Values>;
  readonly isChanged: boolean;
  readonly set: <Key extends keyof Values>(key: Key) => (value: Values[Key]) => void;
  /** Saved: the current values become the baseline. */
  readonly keep: () => void;
};

/** The changed values. */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const key of Object.keys(after) as (keyof Values)[]) {
    if (!Object.is(before[key], after[key])) changed[key] = after[key];
  }
  return changed;
}

/** A draft of changes to a record: only changed values are sent, so that nothing else is overwritten. */
export function useDraft<Values extends object>(initial: Values): Draft<Values> {
  const [seen, setSeen] = useState(initial);
  const [values, setValues] = useState(initial);
  const changes = changesOf(seen, values);
  return {
    values,
    changes,
    isChanged: Object.keys(changes).length > 0,
    set:
      <Key extends keyof Values>(key: Key) =>
      (value: Values[Key]): void =>
        setValues((now) => ({ ...now, [key]: value })),
    keep: (): void => setSeen(values),
  };
}
