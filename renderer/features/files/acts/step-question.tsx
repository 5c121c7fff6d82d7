import type { ReactNode } from 'react';
import { type ChosenFolder, FolderDialog } from '../../../parts/items/folder-dialog.tsx';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { extensionOf } from '../../../state/items/base-name.ts';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { place } from '../../../state/items/item-actions.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import type { ItemActs } from './item-acts.ts';
import type { Asking, StepsOf } from './item-steps.ts';
import { NameDialog } from './name-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { ShareSeveralDialog } from './share-several-dialog.tsx';

type QuestionProps = {
  readonly chosen: readonly Item[];
  readonly acts: ItemActs;
  readonly onClose: () => void;
  readonly onDone: StepsOf['selection']['deselect'];
};

/** The dialog of an action that needs input. */
export function StepQuestion({ asking, ...props }: QuestionProps & { asking: Asking }): ReactNode {
  const [only] = props.chosen;
  if (only === undefined) return null;
  if (asking === 'share') {
    return props.chosen.length === 1 ? (
      <ShareDialog item={only} onClose={props.onClose} />
    ) : (
      <ShareSeveralDialog items={props.chosen} onClose={props.onClose} />
    );
  }
  if (asking === 'rename') return <RenameQuestion {...props} item={only} />;
  return <PlaceQuestion {...props} what={asking} />;
}

/** Several items are placed without their question: closing it wouldn't stop them. The refusal of one leaves another folder to be chosen. */
function PlaceQuestion({ what, chosen, acts, onClose, onDone }: QuestionProps & { what: 'move' | 'copy' }): ReactNode {
  const tell = useToast();
  const run = useServiceAction(
    (bridge, to: ChosenFolder) => acts[what](bridge, chosen, { folderId: to.id, name: to.name }),
    ({ items, told }) => {
      onClose();
      onDone(items);
      tell(told);
    },
  );
  const { moveTo, moveHere, copyTo, copyHere } = texts.files;
  return (
    <FolderDialog
      title={what === 'move' ? moveTo(chosen.length) : copyTo(chosen.length)}
      action={what === 'move' ? moveHere : copyHere}
      without={what === 'move' ? chosen : []}
      isPending={run.isPending}
      error={run.error}
      onFolder={(to) => {
        run.mutate(to);
        if (chosen.length > 1) onClose();
      }}
      onClose={onClose}
    />
  );
}

function RenameQuestion({ item, onClose, onDone }: QuestionProps & { item: Item }): ReactNode {
  const run = useServiceAction((bridge, name: string) => place(bridge, item, { name }));
  const close = (): void => {
    onClose();
    onDone([item]);
  };
  return (
    <NameDialog
      title={texts.files.renameOf(nameOf(item))}
      action={texts.files.rename}
      initial={nameOf(item)}
      ending={item.type === 'file' ? extensionOf(nameOf(item)) : ''}
      onName={(name) => run.mutate(name, { onSuccess: close })}
      isPending={run.isPending}
      error={run.error}
      onClose={onClose}
    />
  );
}
