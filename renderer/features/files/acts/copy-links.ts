import { copyLink } from '../../../parts/rows/copy-act.ts';
import { type Done, refusal } from '../../../parts/toasts/done.ts';
import { copyText } from '../../../state/clipboard.ts';
import { type Item, linkOf, nameOf } from '../../../state/items/item.ts';
import { texts } from '../../../texts/texts.ts';

/** The names in the report. */
const NAMED = 3;

/** Copies the links of items, one a line, and reports how many that were and which items have none. */
export function copyLinks(items: readonly Item[]): Promise<Done> {
  const links = items.map(linkOf).filter((link) => link !== undefined);
  return report(items, links).catch(refusal);
}

async function report(items: readonly Item[], links: readonly string[]): Promise<Done> {
  const [first] = links;
  if (items.length === 1 && first !== undefined) return copyLink(first);
  if (first !== undefined) await copyText(links.join('\n'));
  const sentences = [...(first === undefined ? [] : [texts.manage.linksCopied(links.length)]), ...missing(items)];
  return { sentence: sentences.join(' '), undo: null };
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
