import type { AttentionItemData } from '../../../preload/ipc/shapes/status.ts';
import type { RootContext } from '../root/root-context.ts';
import { unlistedFolders } from '../root/waiting/unlisted-folders.ts';
import { viewOfReason } from './root-view.ts';
import { attentionItemOf } from './status/status-of.ts';

/** Problems as in the status, which holds only the first; without conflicts and held items, which have lists of their own. */
export function problemPage(
  contexts: readonly RootContext[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): { problems: AttentionItemData[]; total: number } {
  const problems: AttentionItemData[] = [];
  let total = 0;
  for (const context of contexts) {
    const { root, record } = context;
    const unlisted = unlistedFolders(context);
    const { blocked, waiting } = root.reasonCounts();
    const stored = blocked + waiting;
    const from = Math.max(0, offset - total);
    const room = limit - problems.length;
    // Held items come after these.
    const page = from < stored ? root.reasons(Math.min(room, stored - from), from) : [];
    const rest = unlisted.slice(Math.max(0, from - stored)).slice(0, room - page.length);
    problems.push(...[...page, ...rest].map((one) => attentionItemOf(record.id, viewOfReason(context, one))));
    total += stored + unlisted.length;
  }
  return { problems, total };
}
