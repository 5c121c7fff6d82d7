import type { InPortions } from '../../plan/portions.ts';

export type Pacing = {
  /** Runs one portion. */
  readonly within: <Result>(portion: () => Result) => Result;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
};

/** Does the work with a pause after each portion. */
export async function unhurried<Value>(work: InPortions<Value>, pacing: Pacing): Promise<Value>;
/** Null: ended early, because it must not continue after a pause. */
export async function unhurried<Value>(
  work: InPortions<Value>,
  pacing: Pacing & { readonly mayGoOn: () => boolean },
): Promise<Value | null>;
export async function unhurried<Value>(
  work: InPortions<Value>,
  { within, pause, mayGoOn = () => true }: Pacing & { readonly mayGoOn?: () => boolean },
): Promise<Value | null> {
  for (let step = within(() => work.next()); ; step = within(() => work.next())) {
    if (step.done === true) return step.value;
    await pause();
    if (!mayGoOn()) return null;
  }
}
