import { JournalPolicy } from '../../../preload/ipc/shapes/attention.ts';
import type { EngineParts } from '../root/engine-parts.ts';

const SETTING = 'journal_policy';
const DEFAULT: JournalPolicy = { keepDays: 365, keepEntries: 200_000 };

/** How long the journal keeps an entry, and how many, whichever is less (SPEC P50). */
export function journalPolicy({ store }: Pick<EngineParts, 'store'>): JournalPolicy {
  const text = store.setting(SETTING);
  return (text === null ? null : JournalPolicy.safeParse(JSON.parse(text)).data) ?? DEFAULT;
}

export function setJournalPolicy({ store }: Pick<EngineParts, 'store'>, policy: JournalPolicy): void {
  store.setSetting(SETTING, JSON.stringify(policy));
}
