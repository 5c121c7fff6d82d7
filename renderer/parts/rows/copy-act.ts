import { Link } from 'lucide-react';
import { copyText } from '../../state/clipboard.ts';
import { isPrivateAddress } from '../../state/service/public-address.ts';
import { shortcuts } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import type { Done } from '../toasts/done.ts';
import type { EntryAct } from './row-act.ts';

/** Copies a link to the clipboard. */
export async function copyLink(url: string): Promise<Done> {
  await copyText(url);
  return { sentence: `${texts.manage.linkCopied} ${whoOpens(url, '')}`.trim(), undo: null };
}

/** Who can open a copied link, or that it opens nowhere else. Empty: not known. */
export function whoOpens(url: string, access: string): string {
  const { linkOpens, linkOpensHere } = texts.manage;
  const sentences: Readonly<Record<string, string>> = linkOpens;
  return isPrivateAddress(url) ? linkOpensHere : (sentences[access] ?? '');
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
