import { useState } from 'react';

export type Draft<Values extends object> = {
  readonly values: Values;
  /** The values that differ from the baseline. */
  readonly changes: Partial<Values>;
  readonly isChanged: boolean;
  readonly set: <Key extends keyof Values>(key: Key) => (value: Values[Key]) => void;
  /** Saved: the changes become part of the baseline. */
  readonly keep: () => void;
};

/** Values that are equal if they look equal: an object made for each rendering would look like news forever. */
type Plain<Values> = { readonly [Key in keyof Values]: string | number | boolean | null };

/** The changed values. */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const key of Object.keys(after) as (keyof Values)[]) {
    if (!Object.is(before[key], after[key])) changed[key] = after[key];
  }
  return changed;
}

/**
 * A draft of changes to a record: only changed values are sent, so that nothing else is overwritten. Values that are not edited follow the
 * record.
 */
export function useDraft<Values extends Plain<Values>>(initial: Values): Draft<Values> {
  const [read, setRead] = useState(initial);
  const [baseline, setBaseline] = useState(initial);
  const [values, setValues] = useState(initial);
  const changes = changesOf(baseline, values);
  // Only what is news: right after a save, the record as read is older than the baseline.
  const news = changesOf(read, initial);
  if (Object.keys(news).length > 0) {
    setRead(initial);
    setBaseline({ ...baseline, ...news });
    setValues({ ...baseline, ...news, ...changes });
  }
  return {
    values,
    changes,
    isChanged: Object.keys(changes).length > 0,
    set:
      <Key extends keyof Values>(key: Key) =>
      (value: Values[Key]): void =>
        setValues((now) => ({ ...now, [key]: value })),
    keep: (): void => setBaseline((now) => ({ ...now, ...changes })),
  };
}
