import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { copyLink } from '../../../parts/rows/copy-act.ts';
import { type Done, refusal } from '../../../parts/toasts/done.ts';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { copyText } from '../../../state/clipboard.ts';
import { canShare, type Item, linkOf, nameOf } from '../../../state/items/item.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { newLink, setLink } from '../details/link/set-link.ts';

/** The names in the report. */
const NAMED = 3;

/** Copies the link of one item, which is created if it has none, or the links of several, one a line, and names those without. */
export function useCopyLinks(): (items: readonly Item[]) => void {
  const tell = useToast();
  const copy = useServiceAction(
    (bridge, items: readonly Item[]) => copyLinks(bridge, items),
    (done) => tell(done),
    { refused: (error) => tell(refusal(error)) },
  );
  return (items) => {
    if (items.length > 0) copy.mutate(items);
  };
}

/** Whether its link can be copied. */
export const hasOrTakesLink = (item: Item): boolean => linkOf(item) !== undefined || canShare(item);

async function copyLinks(bridge: TandemBridge, items: readonly Item[]): Promise<Done> {
  const [only] = items;
  if (only !== undefined && items.length === 1 && hasOrTakesLink(only)) return copyOne(bridge, only);
  const links = items.map(linkOf).filter((link) => link !== undefined);
  if (links.length > 0) await copyText(links.join('\n'));
  const sentences = [...(links.length === 0 ? [] : [texts.manage.linksCopied(links.length)]), ...missing(items)];
  return { sentence: sentences.join(' '), undo: null };
}

async function copyOne(bridge: TandemBridge, item: Item): Promise<Done> {
  if (item.type === 'web_link') return copyLink(item.url ?? '');
  const known = item.shared_link ?? null;
  const link = known ?? (await setLink(bridge, item, newLink));
  if (link === null) return { sentence: texts.manage.noLink(nameOf(item)), undo: null };
  await copyText(link.url);
  const sentences: Readonly<Record<string, string>> = texts.manage.linkCopiedFor;
  return {
    sentence: sentences[link.effective_access ?? link.access ?? ''] ?? texts.manage.linkCopied,
    undo: known === null ? (undoing) => setLink(undoing, item, null) : null,
  };
}

function missing(items: readonly Item[]): readonly string[] {
  const without = items.filter((item) => linkOf(item) === undefined);
  const [first] = without;
  if (first === undefined) return [];
  if (without.length === 1) return [texts.manage.noLink(nameOf(first))];
  const names = without.slice(0, NAMED).map((item) => texts.manage.inQuotes(nameOf(item)));
  const all = without.length > NAMED ? [...names, '…'] : names;
  return [texts.manage.noLinks(without.length, all.join(', '))];
}
