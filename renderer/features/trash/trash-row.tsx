import { File, Folder, Globe, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import type { Done } from '../../parts/done-bar.tsx';
import { type Item, nameOf } from '../../state/item.ts';
import { restore, trash } from '../../state/item-actions.ts';
import { useNow } from '../../state/now.ts';
import { useServiceAction } from '../../state/service.ts';
import { formatBytes, formatWhen } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';

const icons: Readonly<Record<Item['type'], LucideIcon>> = { file: File, folder: Folder, web_link: Globe };

/** One deleted thing: what it was, since when, and the two ways on. */
export function TrashRow({
  item,
  onTell,
  onPurge,
}: {
  item: Item;
  /** Says where it went. */
  onTell: (done: Done) => void;
  onPurge: () => void;
}): ReactNode {
  const nowMs = useNow(60_000);
  const back = useServiceAction((bridge) => restore(bridge, item));
  const Icon = icons[item.type];
  const name = nameOf(item);
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2">
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="truncate font-medium">{name}</p>
        <p className="text-dim text-small">{about(item, nowMs)}</p>
      </div>
      <div className="flex gap-2">
        <Button
          aria-label={texts.trash.restoreOf(name)}
          isDisabled={back.isPending}
          onPress={() =>
            back.mutate(undefined, {
              onSuccess: (folder) =>
                onTell({
                  sentence: texts.trash.restored(name, folder.id === '0' ? texts.files.top : folder.name),
                  undo: (bridge) => trash(bridge, { ...item, etag: null }),
                }),
            })
          }
        >
          {texts.trash.restore}
        </Button>
        <Button kind="quiet" aria-label={texts.trash.purgeOf(name)} onPress={onPurge}>
          {texts.trash.purge}
        </Button>
      </div>
      {back.error !== null && (
        <div className="basis-full">
          <InlineError sentence={back.error.message} remedy={back.error.remedy} />
        </div>
      )}
    </li>
  );
}

function about(item: Item, nowMs: number): string {
  const { trashed_at: at } = item;
  const when = at === null || at === undefined ? '' : texts.trash.deleted(formatWhen(Date.parse(at), nowMs));
  const size = item.type === 'web_link' ? '' : formatBytes(item.size ?? 0);
  return [size, when].filter(Boolean).join(' · ');
}
