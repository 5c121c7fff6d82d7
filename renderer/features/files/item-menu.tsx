import { Copy, FolderInput, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import type { CommandRefused } from '../../state/bridge.ts';
import { type Item, may, nameOf } from '../../state/item.ts';
import { copyInto, forEach, place, trash } from '../../state/item-actions.ts';
import { useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';

type Asking = 'rename' | 'move' | 'copy' | null;

/** What can be done with what is chosen; what the role does not allow is not shown. */
export function ItemMenu({
  chosen,
  onTrashed,
  onDone,
}: {
  chosen: readonly Item[];
  onTrashed: (items: readonly Item[]) => void;
  onDone: () => void;
}): ReactNode {
  const [asking, setAsking] = useState<Asking>(null);
  const act = useServiceAction((bridge, step: Step) => forEach(step.items, (item) => doStep(bridge, step, item)));
  const close = (): void => {
    setAsking(null);
    act.reset();
  };
  const run = (step: Step): void =>
    act.mutate(step, {
      onSuccess: () => {
        if (step.what === 'trash') onTrashed(step.items);
        setAsking(null);
        onDone();
      },
    });
  if (chosen.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="text-dim">{texts.files.selected(chosen.length)}</span>
      <Steps chosen={chosen} onAsk={setAsking} onTrash={() => run({ what: 'trash', items: chosen, to: '' })} />
      {act.error !== null && asking === null && <InlineError sentence={act.error.message} remedy={act.error.remedy} />}
      <Question
        asking={asking}
        chosen={chosen}
        isPending={act.isPending}
        error={act.error}
        onStep={run}
        onClose={close}
      />
    </div>
  );
}

function Steps({
  chosen,
  onAsk,
  onTrash,
}: {
  chosen: readonly Item[];
  onAsk: (asking: Asking) => void;
  onTrash: () => void;
}): ReactNode {
  const canRename = chosen.every((item) => may(item, 'can_rename'));
  const canDelete = chosen.every((item) => may(item, 'can_delete'));
  const canCopy = chosen.every((item) => item.type !== 'web_link');
  return (
    <>
      {chosen.length === 1 && canRename && (
        <MenuStep icon={Pencil} text={texts.files.rename} onPress={() => onAsk('rename')} />
      )}
      {canRename && <MenuStep icon={FolderInput} text={texts.files.move} onPress={() => onAsk('move')} />}
      {canCopy && <MenuStep icon={Copy} text={texts.files.copy} onPress={() => onAsk('copy')} />}
      {canDelete && <MenuStep icon={Trash2} text={texts.files.delete} onPress={onTrash} />}
    </>
  );
}

/** What a step needs to know before it can run. */
function Question({
  asking,
  chosen,
  isPending,
  error,
  onStep,
  onClose,
}: {
  asking: Asking;
  chosen: readonly Item[];
  isPending: boolean;
  error: CommandRefused | null;
  onStep: (step: Step) => void;
  onClose: () => void;
}): ReactNode {
  const [first] = chosen;
  if (asking === null || first === undefined) return null;
  if (asking === 'rename') {
    return (
      <NameDialog
        title={texts.files.renameOf(nameOf(first))}
        action={texts.files.rename}
        initial={nameOf(first)}
        onName={(name) => onStep({ what: 'rename', items: [first], to: name })}
        {...{ isPending, error, onClose }}
      />
    );
  }
  const isMove = asking === 'move';
  return (
    <FolderDialog
      title={isMove ? texts.files.moveTo(chosen.length) : texts.files.copyTo(chosen.length)}
      action={isMove ? texts.files.moveHere : texts.files.copyHere}
      without={isMove ? chosen : []}
      onFolder={(folderId) => onStep({ what: asking, items: chosen, to: folderId })}
      {...{ isPending, error, onClose }}
    />
  );
}

function MenuStep({ icon: Icon, text, onPress }: { icon: LucideIcon; text: string; onPress: () => void }): ReactNode {
  return (
    <Button onPress={onPress}>
      <Icon aria-hidden className="size-4" />
      {text}
    </Button>
  );
}

/** `to` is a name, or the id of a folder. */
type Step = {
  readonly what: 'rename' | 'move' | 'copy' | 'trash';
  readonly items: readonly Item[];
  readonly to: string;
};

function doStep(bridge: Parameters<typeof place>[0], { what, to }: Step, item: Item): Promise<void> {
  switch (what) {
    case 'rename':
      return place(bridge, item, { name: to });
    case 'move':
      return place(bridge, item, { parent: { id: to } });
    case 'copy':
      return copyInto(bridge, item, to);
    case 'trash':
      return trash(bridge, item);
  }
}
