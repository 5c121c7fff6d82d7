import { Copy, ExternalLink, FolderInput, FolderOpen, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { FolderDialog } from '../../parts/folder-dialog.tsx';
import { hrefOf } from '../../state/hooks/route.ts';
import { folderOf, type Item, may, nameOf } from '../../state/items/item.ts';
import { copyInto, place, runSequentially } from '../../state/items/item-actions.ts';
import { openLink } from '../../state/items/open-link.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { DownloadStep } from './download-step.tsx';
import type { ItemActs } from './item-acts.ts';
import { MenuStep } from './menu-step.tsx';
import { NameDialog } from './name-dialog.tsx';
import { SyncMenu } from './sync-menu.tsx';
import type { SyncStates } from './sync-states.ts';

/** What the page asks before it acts; also begun by a key on a row. */
export type Asking = 'rename' | 'move' | 'copy' | null;

/** What can be done with what is chosen; what the role does not allow is not shown. */
export function ItemMenu({
  chosen,
  acts,
  sync,
  isFound,
  asking,
  onAsk,
  onOpen,
  onDone,
}: {
  chosen: readonly Item[];
  acts: ItemActs;
  /** Null: nothing is said about selective sync here. */
  sync: SyncStates | null;
  /** By a search, so that its folder is worth to be shown. */
  isFound: boolean;
  asking: Asking;
  onAsk: (asking: Asking) => void;
  onOpen: (item: Item) => void;
  onDone: () => void;
}): ReactNode {
  const [refused, setRefused] = useState<string | null>(null);
  const [only] = chosen;
  if (only === undefined) return null;
  const single = chosen.length === 1 ? only : null;
  const canRename = chosen.every((item) => may(item, 'can_rename'));
  // Below the rows: they stay where they are, also between the two presses that open one.
  return (
    <div className="grid gap-2 border-line border-t px-3 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="shrink-0 text-dim">{texts.files.selected(chosen.length)}</span>
        {single !== null && <OpenStep item={single} onOpen={onOpen} onRefused={setRefused} />}
        <DownloadStep chosen={chosen} onRefused={setRefused} />
        {single !== null && isFound && <ShowInFolder item={single} />}
        {single !== null && canRename && (
          <MenuStep icon={Pencil} text={texts.files.rename} onPress={() => onAsk('rename')} />
        )}
        {canRename && <MenuStep icon={FolderInput} text={texts.files.move} onPress={() => onAsk('move')} />}
        {chosen.every((item) => item.type !== 'web_link') && (
          <MenuStep icon={Copy} text={texts.files.copy} onPress={() => onAsk('copy')} />
        )}
        {sync !== null && <SyncMenu chosen={chosen} sync={sync} onRefused={setRefused} />}
        {chosen.every((item) => may(item, 'can_delete')) && (
          <MenuStep icon={Trash2} text={texts.files.delete} onPress={() => acts.trash(chosen, onDone)} />
        )}
      </div>
      <ErrorMessage error={acts.error} />
      {refused !== null && <ErrorMessage error={{ message: refused }} />}
      <Question asking={asking} chosen={chosen} acts={acts} onClose={() => onAsk(null)} onDone={onDone} />
    </div>
  );
}

function OpenStep({
  item,
  onOpen,
  onRefused,
}: {
  item: Item;
  onOpen: (item: Item) => void;
  onRefused: (sentence: string | null) => void;
}): ReactNode {
  const open = useServiceAction((bridge, url: string) => openLink(bridge, url));
  switch (item.type) {
    case 'folder':
      return <MenuStep icon={FolderOpen} text={texts.files.open} onPress={() => onOpen(item)} />;
    case 'web_link': {
      const told = { onSuccess: () => onRefused(null), onError: (cause: Error) => onRefused(cause.message) };
      return <MenuStep icon={ExternalLink} text={texts.files.open} onPress={() => open.mutate(item.url ?? '', told)} />;
    }
    case 'file':
      return null;
  }
}

function ShowInFolder({ item }: { item: Item }): ReactNode {
  const folder = folderOf(item);
  if (folder === null) return null;
  return (
    <a
      href={hrefOf('files', { folder: folder.id, ...(item.type === 'file' ? { file: item.id } : {}) })}
      className="inline-flex min-h-8 shrink-0 items-center gap-2 whitespace-nowrap rounded-control border border-line bg-card px-3 hover:bg-hover"
    >
      <FolderOpen aria-hidden className="size-4" />
      {texts.files.showInFolder}
    </a>
  );
}

type QuestionProps = {
  readonly chosen: readonly Item[];
  readonly acts: ItemActs;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** What a step needs to know before it can run. */
function Question({ asking, ...props }: QuestionProps & { asking: Asking }): ReactNode {
  if (asking === null || props.chosen.length === 0) return null;
  return asking === 'move' ? <MoveQuestion {...props} /> : <StepQuestion {...props} what={asking} />;
}

function MoveQuestion({ chosen, acts, onClose, onDone }: QuestionProps): ReactNode {
  const moved = (): void => {
    onClose();
    onDone();
  };
  return (
    <FolderDialog
      title={texts.files.moveTo(chosen.length)}
      action={texts.files.moveHere}
      without={chosen}
      isPending={acts.isPending}
      error={acts.error}
      onFolder={({ id, name }) => acts.move(chosen, { folderId: id, name }, moved)}
      onClose={onClose}
    />
  );
}

function StepQuestion({ chosen, onClose, onDone, what }: QuestionProps & { what: Step['what'] }): ReactNode {
  const run = useServiceAction((bridge, step: Step) =>
    runSequentially(step.items, (item) => doStep(bridge, step, item)),
  );
  const start = (items: readonly Item[], to: string): void =>
    run.mutate(
      { what, items, to },
      {
        onSuccess: () => {
          onClose();
          onDone();
        },
      },
    );
  const [first] = chosen;
  const state = { isPending: run.isPending, error: run.error, onClose };
  if (first === undefined) return null;
  if (what === 'rename') {
    return (
      <NameDialog
        title={texts.files.renameOf(nameOf(first))}
        action={texts.files.rename}
        initial={nameOf(first)}
        onName={(name) => start([first], name)}
        {...state}
      />
    );
  }
  return (
    <FolderDialog
      title={texts.files.copyTo(chosen.length)}
      action={texts.files.copyHere}
      onFolder={({ id }) => start(chosen, id)}
      {...state}
    />
  );
}

/** `to` is a name, or the id of a folder. */
type Step = { readonly what: 'rename' | 'copy'; readonly items: readonly Item[]; readonly to: string };

function doStep(bridge: TandemBridge, { what, to }: Step, item: Item): Promise<void> {
  return what === 'rename' ? place(bridge, item, { name: to }) : copyInto(bridge, item, to);
}
