import { ArrowUp, File, Folder, Globe, type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SharedThing } from '../../../preload/ipc/shapes/shared-link.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { FactLine } from '../../components/layout/fact-line.tsx';
import { type ChosenFolder, FolderDialog } from '../../parts/items/folder-dialog.tsx';
import { ShortList } from '../../parts/short-list.tsx';
import type { Done } from '../../parts/toasts/done.ts';
import { ask } from '../../state/bridge/bridge.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { leftOutOf, startArchive, startDownload } from '../../state/items/download.ts';
import { openLink } from '../../state/items/open-link.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { formatBytes, formatMoment } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

type Visit = { readonly visit: string; readonly onTell: (done: Done) => void };

/** The target of a shared link: an item, and for a folder its content. */
export function SharedView({
  visit,
  thing,
  onTell,
  onKeep,
  onClose,
}: Visit & { thing: SharedThing; onKeep: () => void; onClose: () => void }): ReactNode {
  return (
    <section
      aria-label={texts.bookmarks.linkOf(thing.name)}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t pt-4"
    >
      <div className="flex flex-wrap items-start justify-end gap-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <Thing visit={visit} thing={thing} onTell={onTell} />
          {thing.owner !== null && <p className="text-dim text-small">{texts.bookmarks.owner(thing.owner)}</p>}
        </div>
        <Button onPress={onKeep}>{texts.bookmarks.keepBookmark}</Button>
        <Button kind="ghost" icon aria-label={texts.bookmarks.linkClose} onPress={onClose}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {thing.type === 'folder' && <SharedFolder visit={visit} top={thing} onTell={onTell} />}
    </section>
  );
}

function SharedFolder({ visit, top, onTell }: Visit & { top: SharedThing }): ReactNode {
  const [path, setPath] = useState<readonly SharedThing[]>([top]);
  const folder = path.at(-1) ?? top;
  const list = useList<SharedThing>({
    key: ['link.items', visit, folder.id],
    read: async (bridge, marker) => {
      const at = marker === null ? {} : { marker };
      const { things, marker: next, leftOut } = await ask(bridge, 'link.items', { visit, folderId: folder.id, ...at });
      return { entries: things, next, leftOut };
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center gap-2">
        <Button
          kind="ghost"
          icon
          aria-label={texts.bookmarks.up}
          isDisabled={path.length === 1}
          onPress={() => setPath(path.slice(0, -1))}
        >
          <ArrowUp aria-hidden className="size-4" />
        </Button>
        <span dir="auto" className="truncate font-semibold">
          {folder.name}
        </span>
      </div>
      <ShortList
        label={texts.bookmarks.inFolder}
        listing={list}
        nothing={texts.bookmarks.folderEmpty}
        className="divide-y divide-line rounded-control border border-line"
      >
        {(thing) => (
          <li key={`${thing.type}:${thing.id}`} className="px-3 py-1.5">
            <Thing visit={visit} thing={thing} onTell={onTell} onOpen={() => setPath([...path, thing])} />
          </li>
        )}
      </ShortList>
    </div>
  );
}

const icons: Readonly<Record<SharedThing['type'], LucideIcon>> = { file: File, folder: Folder, web_link: Globe };

const whyNoDownload = ({ lockedBy }: SharedThing): string =>
  lockedBy === null ? texts.bookmarks.noDownload : texts.files.lockedBy(lockedBy);

/** An item that the link opens, with the permitted actions. `onOpen`: opens a subfolder of the shared folder. */
function Thing({ visit, thing, onTell, onOpen }: Visit & { thing: SharedThing; onOpen?: () => void }): ReactNode {
  const nowMs = useNow(60_000);
  const Icon = icons[thing.type];
  const about = [
    thing.sizeBytes === null ? null : formatBytes(thing.sizeBytes),
    thing.changedAtMs === null ? null : formatMoment(thing.changedAtMs, nowMs),
    thing.url,
    thing.canDownload ? null : whyNoDownload(thing),
  ];
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      <div className="min-w-0 flex-[1_1_10rem]">
        {thing.type === 'folder' && onOpen !== undefined ? (
          <Button kind="ghost" className="-mx-3 max-w-full text-text" onPress={onOpen}>
            <span dir="auto" className="truncate">
              {thing.name}
            </span>
          </Button>
        ) : (
          <p dir="auto" className="w-fit max-w-full truncate">
            {thing.name}
          </p>
        )}
        <FactLine isCut facts={about} />
      </div>
      <ThingActions visit={visit} thing={thing} onTell={onTell} />
    </div>
  );
}

function ThingActions({ visit, thing, onTell }: Visit & { thing: SharedThing }): ReactNode {
  const [isChoosing, setChoosing] = useState(false);
  const download = useServiceAction(
    (bridge) => keep(bridge, thing, visit),
    (said) => said !== null && onTell({ sentence: said, undo: null }),
  );
  const open = useServiceAction((bridge) => openLink(bridge, thing.url ?? ''));
  const failed = download.error ?? open.error;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {thing.type === 'web_link' && (
          <Button aria-label={texts.bookmarks.openOf(thing.name)} onPress={() => open.mutate(undefined)}>
            {texts.bookmarks.open}
          </Button>
        )}
        {thing.type !== 'web_link' && thing.canDownload && (
          <Button
            aria-label={texts.bookmarks.downloadOf(thing.name)}
            isBusy={download.isPending}
            onPress={() => download.mutate(undefined)}
          >
            {texts.bookmarks.download}
          </Button>
        )}
        {thing.type !== 'web_link' && thing.canDownload && (
          <Button aria-label={texts.bookmarks.takeOf(thing.name)} onPress={() => setChoosing(true)}>
            {texts.bookmarks.take}
          </Button>
        )}
      </div>
      <ErrorMessage error={failed === null ? null : { message: failed.message }} />
      {isChoosing && <TakeDialog visit={visit} thing={thing} onTell={onTell} onClose={() => setChoosing(false)} />}
    </>
  );
}

/** Downloads a file as is, and a folder as an archive. Resolves with what is said about it, if anything. */
async function keep(bridge: TandemBridge, thing: SharedThing, visit: string): Promise<string | null> {
  if (thing.type === 'folder')
    return leftOutOf(await startArchive(bridge, { name: thing.name, items: [thing], visit }));
  await startDownload(bridge, { fileId: thing.id, visit });
  return null;
}

type Taking = Visit & { readonly thing: SharedThing; readonly onClose: () => void };

function TakeDialog({ visit, thing, onTell, onClose }: Taking): ReactNode {
  const take = useServiceAction(
    (bridge, { id: parentId }: ChosenFolder) =>
      thing.type === 'web_link'
        ? Promise.reject(new Error('a bookmark is not copied'))
        : ask(bridge, 'link.take', { visit, type: thing.type, id: thing.id, parentId }),
    ({ name }, folder) => onTell({ sentence: texts.bookmarks.taken(name, folder.name), undo: null }),
  );
  return (
    <FolderDialog
      title={texts.bookmarks.takeTitle(thing.name)}
      action={texts.bookmarks.takeHere}
      isPending={take.isPending}
      error={take.error}
      onFolder={(folder) => take.mutate(folder, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
