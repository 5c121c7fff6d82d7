import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { type ChosenFolder, FolderDialog } from '../../../parts/items/folder-dialog.tsx';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { type Item, keyOf, nameOf } from '../../../state/items/item.ts';
import { copyInto, place, runSequentially } from '../../../state/items/item-actions.ts';
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
  return asking === 'move' ? <MoveQuestion {...props} /> : <NamedStep {...props} what={asking} />;
}

function MoveQuestion({ chosen, acts, onClose, onDone }: QuestionProps): ReactNode {
  const tell = useToast();
  const move = useServiceAction(
    (bridge, to: ChosenFolder) => acts.move(bridge, chosen, { folderId: to.id, name: to.name }),
    ({ items, told }) => {
      onClose();
      onDone(items);
      tell(told);
    },
  );
  return (
    <FolderDialog
      title={texts.files.moveTo(chosen.length)}
      action={texts.files.moveHere}
      without={chosen}
      isPending={move.isPending}
      error={move.error}
      onFolder={(to) => move.mutate(to)}
      onClose={onClose}
    />
  );
}

function NamedStep({ chosen, onClose, onDone, what }: QuestionProps & { what: Step['what'] }): ReactNode {
  // After a refusal, the same step starts with the rest: a second copy of the same item would be refused for its name.
  const [finished] = useState(() => new Set<string>());
  const run = useServiceAction((bridge, step: Step) =>
    runSequentially(step.items, async (item) => {
      const one = `${keyOf(item)} ${step.to}`;
      if (finished.has(one)) return;
      await doStep(bridge, step, item);
      finished.add(one);
    }),
  );
  const start = (items: readonly Item[], to: string): void =>
    run.mutate(
      { what, items, to },
      {
        onSuccess: () => {
          onClose();
          onDone(items);
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
