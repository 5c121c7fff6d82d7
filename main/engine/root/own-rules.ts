import type { RootStore } from '../store/root-store.ts';
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

const KEPT_HERE = 'kept_here';

/** The paths of items of a root that the user keeps on this computer only (SPEC P69), sorted. */
export function keptHere(root: Pick<RootStore, 'note'>): readonly string[] {
  const text = root.note(KEPT_HERE);
  return text === null ? [] : JSON.parse(text);
}

/** Stores them permanently, as JSON because a name may contain line breaks; the caller must also update the root. */
export function keepHere(root: Pick<RootStore, 'setNote'>, paths: readonly string[]): void {
  root.setNote(KEPT_HERE, paths.length === 0 ? null : JSON.stringify(paths.toSorted()));
}
