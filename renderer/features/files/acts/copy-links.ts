import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { copyLink, whoOpens } from '../../../parts/rows/copy-act.ts';
import { type Done, refusal } from '../../../parts/toasts/done.ts';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { CommandRefused } from '../../../state/bridge/bridge.ts';
import { copyLater, copyText } from '../../../state/clipboard.ts';
import { canShare, type Item, linkOf, nameOf } from '../../../state/items/item.ts';
import { isPrivateAddress } from '../../../state/service/public-address.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { newLink, type SharedLink, setLink } from '../details/link/set-link.ts';

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
  const copied = links.length === 0 ? [] : [texts.manage.linksCopied(links.length)];
  const here = links.filter(isPrivateAddress).length;
  const opens = here === 0 ? [] : [texts.manage.linksOpenHere(here, links.length)];
  const sentences = [...copied, ...opens, ...missing(items)];
  return { sentence: sentences.join(' '), undo: null };
}

async function copyOne(bridge: TandemBridge, item: Item): Promise<Done> {
  if (item.type === 'web_link') return copyLink(item.url ?? '');
  const known = item.shared_link ?? null;
  if (known !== null) {
    await copyText(known.url);
    return { sentence: saying(texts.manage.linkCopied, known), undo: null };
  }
  const { value: link, refusal: notCopied } = await copyLater(createLink(bridge, item), ({ url }) => url);
  return {
    sentence:
      notCopied === null ? saying(texts.manage.linkCreated, link) : `${texts.manage.linkNotCopied} ${notCopied.remedy}`,
    undo: (undoing) => setLink(undoing, item, null),
  };
}

async function createLink(bridge: TandemBridge, item: Item): Promise<SharedLink> {
  const link = await setLink(bridge, item, newLink);
  if (link !== null) return link;
  throw new CommandRefused({ code: 'no_link', message: texts.manage.noLink(nameOf(item)), remedy: '' });
}

const saying = (done: string, { url, effective_access: effective, access }: SharedLink): string =>
  `${done} ${whoOpens(url, effective ?? access ?? '')}`.trim();

function missing(items: readonly Item[]): readonly string[] {
  const without = items.filter((item) => linkOf(item) === undefined);
  const [first] = without;
  if (first === undefined) return [];
  if (without.length === 1) return [texts.manage.noLink(nameOf(first))];
  const names = without.slice(0, NAMED).map((item) => texts.manage.inQuotes(nameOf(item)));
  const all = without.length > NAMED ? [...names, '…'] : names;
  return [texts.manage.noLinks(without.length, all.join(', '))];
}
