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

/** How the copying of links looks wherever it is offered. */
export const copyLook = () =>
  ({
    id: 'copy-link',
    icon: Link,
    label: texts.manage.copyLink,
    group: 'share',
    shortcut: shortcuts.copyLink,
  }) as const;

/** Copies the link of an entry. */
export const copyAct = (url: string): EntryAct => ({ ...copyLook(), send: () => copyLink(url) });
