/** What one check found: a sentence of how it is, and, where something is to be done, what. */
export type Check = {
  readonly name: 'state' | 'service' | 'clock' | 'disk' | 'watchers' | 'secret_store';
  readonly outcome: 'good' | 'warning' | 'problem';
  readonly sentence: string;
  /** Null when nothing is to be done. */
  readonly remedy: string | null;
};

/** A check with nothing to do. */
export const good = (name: Check['name'], sentence: string): Check => ({
  name,
  outcome: 'good',
  sentence,
  remedy: null,
});
