import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { useServiceAction } from '../service/service.ts';
import { useTypedText } from './use-typed-text.ts';

export type Draft<Values extends object> = {
  readonly values: Values;
  /** The values that differ from the baseline. */
  readonly changes: Partial<Values>;
  readonly isChanged: boolean;
  readonly set: <Key extends keyof Values>(key: Key) => (value: Values[Key]) => void;
  /** Saved: these changes become part of the baseline. */
  readonly keep: (saved: Partial<Values>) => void;
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
 * record. The draft goes with its dialog.
 */
export function useDraft<Values extends Plain<Values>>(initial: Values): Draft<Values> {
  return useDraftOf(initial, useState<Partial<Values>>({}));
}

/** The draft of a panel, which another row replaces: it stays until it is saved or undone. Each account has its own. */
export type KeptDraft<Values extends object> = Draft<Values> & {
  /** The version of the record when the first of the changes was made. */
  readonly version: string;
  /** The record has this version now, and the rest of the edits is made to it. */
  readonly rebase: (version: string) => void;
};

/** `key`: names the record. */
export function useKeptDraft<Values extends Plain<Values>>(
  key: string,
  initial: Values,
  version = '',
): KeptDraft<Values> {
  const { text, type } = useTypedText(`draft.${key}`);
  const kept = readKept(text);
  const edit: Edit<Values> = (by) =>
    type((now) => {
      const { version: first = version, edits } = readKept(now);
      const next = by(editsOf(edits, initial));
      return Object.keys(next).length === 0 ? '' : JSON.stringify({ version: first, edits: next });
    });
  const rebase = (to: string): void =>
    type((now) => (now === '' ? '' : JSON.stringify({ ...readKept(now), version: to })));
  return { ...useDraftOf(initial, [editsOf(kept.edits, initial), edit]), version: kept.version ?? version, rebase };
}

type Kept = { readonly version?: string | undefined; readonly edits: Readonly<Record<string, unknown>> };

const Kept: z.ZodType<Kept> = z.object({ version: z.string().optional(), edits: z.record(z.string(), z.unknown()) });

const readKept = (text: string): Kept => (text === '' ? { edits: {} } : Kept.parse(JSON.parse(text)));

/** The edits that fit the record. */
function editsOf<Values extends object>(kept: Readonly<Record<string, unknown>>, initial: Values): Partial<Values> {
  const known = Object.entries(initial).filter(([key, value]) => typeof kept[key] === typeof value);
  // Each has the type of the value that it replaces.
  return Object.fromEntries(known.map(([key]) => [key, kept[key]])) as Partial<Values>;
}

type Edit<Values> = (by: (now: Partial<Values>) => Partial<Values>) => void;

function useDraftOf<Values extends Plain<Values>>(
  initial: Values,
  [edits, edit]: readonly [Partial<Values>, Edit<Values>],
): Draft<Values> {
  const [read, setRead] = useState(initial);
  const [baseline, setBaseline] = useState(initial);
  // Only what is news: right after a save, the record as read is older than the baseline.
  const news = changesOf(read, initial);
  if (Object.keys(news).length > 0) {
    setRead(initial);
    setBaseline({ ...baseline, ...news });
  }
  const values = { ...baseline, ...edits };
  const changes = changesOf(baseline, values);
  const count = Object.keys(changes).length;
  const isOld = Object.keys(edits).length > count;
  useEffect(() => {
    // What the record has by now is no edit, which would hide a later change of it.
    if (isOld) edit((now) => changesOf(baseline, { ...baseline, ...now }));
  });
  return {
    values,
    changes,
    isChanged: count > 0,
    set:
      <Key extends keyof Values>(key: Key) =>
      (value: Values[Key]): void =>
        edit((now) => ({ ...now, [key]: value })),
    keep: (saved): void => {
      // The baseline first: otherwise the field would show the record before the save for a moment.
      flushSync(() => setBaseline((now) => ({ ...now, ...saved })));
      edit((now) => changesOf(saved, { ...saved, ...now }));
    },
  };
}

/** Saves the changes of a draft, also if its panel is gone before the answer. `act` gets them as they are then. */
export function useDraftSave<Values extends object, Answer>(
  draft: Draft<Values>,
  act: (bridge: TandemBridge, changes: Partial<Values>) => Promise<Answer>,
  afterwards?: (answer: Answer) => void,
) {
  return useServiceAction(async (bridge, _: undefined) => {
    const { changes } = draft;
    const answer = await act(bridge, changes);
    draft.keep(changes);
    return answer;
  }, afterwards);
}
