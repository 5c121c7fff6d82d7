import type { EngineParts } from './engine-parts.ts';

const SETTING = 'ignore_lines';

/** The person's own ignore rules, in the grammar of gitignore: what was set while it ran, else what it was started with. */
export function ownRules({ store, settings }: Pick<EngineParts, 'store' | 'settings'>): readonly string[] {
  const kept = store.setting(SETTING);
  return kept === null ? settings.ignoreLines : kept.split('\n');
}

/** Keeps them for this start and all later ones; the roots have to be told besides. */
export function keepOwnRules({ store }: Pick<EngineParts, 'store'>, lines: readonly string[]): void {
  store.setSetting(SETTING, lines.join('\n'));
}
