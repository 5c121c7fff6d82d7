import { Link } from 'lucide-react';
import { copyText } from '../../state/clipboard.ts';
import { shortcuts } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import type { Done } from '../toasts/done.ts';
import type { EntryAct } from './row-act.ts';

/** Copies a link to the clipboard. */
export async function copyLink(url: string): Promise<Done> {
  await copyText(url);
  return { sentence: texts.manage.linkCopied, undo: null };
}

/** Copies the link of an entry. */
export const copyAct = (url: string): EntryAct => ({
  id: 'copy-link',
  icon: Link,
  label: texts.manage.copyLink,
  group: 'share',
  shortcut: shortcuts.copyLink,
  send: () => copyLink(url),
});
