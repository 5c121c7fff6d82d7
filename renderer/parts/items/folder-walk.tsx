import { ArrowUp, File, Folder, Globe, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useDoublePress } from '../../components/collection/use-double-press.ts';
import { Button } from '../../components/controls/button.tsx';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { type Item, keyOf, nameOf } from '../../state/items/item.ts';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';

export const TOP = '0';
/** Page size of a folder listing. */
export const WALK_PAGE = 1000;

/** A folder in the folder browser, and its navigation. */
export type Walk = {
  readonly folderId: string;
  /** The displayed name; a placeholder while loading. */
  readonly name: string;
  /** True once `name` is the name of `folderId`. */
  readonly isKnown: boolean;
  /** Null at the top, and while loading. */
  readonly parentId: string | null;
  readonly open: (folderId: string) => void;
};

/** Starts at the account's top folder. */
export function useWalk(): Walk {
  const [folderId, open] = useState(TOP);
  const folder = useService('getFolder', {
    params: { folder_id: folderId },
    query: { fields: 'id,type,name,parent', limit: 1 },
  }).data;
  return {
    folderId,
    name: folderId === TOP ? texts.files.top : (folder?.name ?? texts.files.loading),
    isKnown: folder?.id === folderId,
    parentId: folder?.parent?.id ?? null,
    open,
  };
}

/** The current folder, and a way up. */
export function WalkHead({ walk: { name, parentId, open }, up }: { walk: Walk; up: string }): ReactNode {
  return (
    <div className="flex items-center gap-2">
      <Button
        kind="ghost"
        icon
        aria-label={up}
        isDisabled={parentId === null}
        onPress={() => parentId !== null && open(parentId)}
      >
        <ArrowUp aria-hidden className="size-4" />
      </Button>
      <span dir="auto" className="truncate font-semibold">
        {name}
      </span>
    </div>
  );
}

const icons: Readonly<Record<Item['type'], LucideIcon>> = { file: File, folder: Folder, web_link: Globe };

/** The content of the folder; a click opens a subfolder. It outlives the folder, so that it can ignore the second press of a double-click. */
export function WalkList({
  label,
  isPending,
  items,
  nothing,
  height,
  onPress,
}: {
  label: string;
  isPending: boolean;
  items: readonly Item[];
  /** Shown if the folder is empty. */
  nothing: string;
  /** E.g. `h-48`. */
  height: string;
  onPress: (item: Item) => void;
}): ReactNode {
  const doublePress = useDoublePress(nothingOpens);
  if (isPending) return <Skeleton className={height} />;
  return (
    <ListBox
      aria-label={label}
      items={items}
      onAction={(key) => {
        const item = items.find((one) => keyOf(one) === key);
        if (item === undefined) return;
        doublePress.await(keyOf(item));
        onPress(item);
      }}
      renderEmptyState={() => <p className="p-4 text-dim">{nothing}</p>}
      className={classNames('overflow-auto rounded-control border border-line p-1 outline-none', height)}
    >
      {(item) => {
        const Icon = icons[item.type];
        return (
          <ListBoxItem
            id={keyOf(item)}
            textValue={nameOf(item)}
            className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 data-focused:bg-accent-bg data-hovered:bg-hover"
          >
            <Icon aria-hidden className="size-4 shrink-0 text-dim" />
            <span dir="auto" className="truncate">
              {nameOf(item)}
            </span>
          </ListBoxItem>
        );
      }}
    </ListBox>
  );
}

/** The first press has done it; what lies under the second one was not there to be seen. */
const nothingOpens = (): void => {};
