/** Result of one check: a sentence, and a remedy if action is needed. */
export type Check = {
  readonly name: 'state' | 'service' | 'clock' | 'disk' | 'watchers' | 'secret_store';
  readonly outcome: 'good' | 'warning' | 'problem';
  readonly sentence: string;
  /** Null if no action is needed. */
  readonly remedy: string | null;
};

/** A passed check. */
export const good = (name: Check['name'], sentence: string): Check => ({
  name,
  outcome: 'good',
  sentence,
  remedy: null,
});
