import { storedRules } from '../store/choices.ts';
import type { EngineParts } from './engine-parts.ts';

/** The user's own ignore rules, in gitignore syntax: the stored ones if set at runtime, otherwise those from startup. */
export const ownRules = ({ store, settings }: Pick<EngineParts, 'store' | 'settings'>): readonly string[] =>
  storedRules({ get: store.setting }) ?? settings.ignoreLines;
