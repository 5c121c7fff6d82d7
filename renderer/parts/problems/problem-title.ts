import type { AttentionItem } from '../../../preload/ipc/shapes/status.ts';
import { baseName } from '../../state/items/base-name.ts';
import { asTitle } from '../../texts/say.ts';

/** The sentence of a problem as a title, with the name of the item instead of its path. */
export function problemTitle({ sentence, args: { subject } }: AttentionItem): string {
  const title = asTitle(sentence);
  return typeof subject === 'string' ? title.replace(subject, () => baseName(subject)) : title;
}
