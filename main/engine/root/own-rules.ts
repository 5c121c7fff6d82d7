import type { EngineParts } from './engine-parts.ts';

const SETTING = 'ignore_lines';

/** The user's own ignore rules, in gitignore syntax: the stored ones if set at runtime, otherwise those from startup. */
export function ownRules({ store, settings }: Pick<EngineParts, 'store' | 'settings'>): readonly string[] {
  const kept = store.setting(SETTING);
  return kept === null ? settings.ignoreLines : kept.split('\n');
}

/** Stores the rules permanently; the caller must also update the roots. */
export function keepOwnRules({ store }: Pick<EngineParts, 'store'>, lines: readonly string[]): void {
  store.setSetting(SETTING, lines.join('\n'));
}
