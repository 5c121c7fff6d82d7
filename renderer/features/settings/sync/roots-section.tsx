import { FolderSync, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/feedback/page-state.tsx';
import { StatePill } from '../../../components/feedback/state-mark.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { FactLine } from '../../../components/layout/fact-line.tsx';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { RootIcon } from '../../../parts/roots/root-icon.tsx';
import { RootMenu } from '../../../parts/roots/root-menu.tsx';
import { useChosenAmount } from '../../../parts/selection/use-selection.ts';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { type Root as RootData, useRoots } from '../../../state/bridge/roots.ts';
import { hrefOf } from '../../../state/hooks/route.ts';
import { formatPath } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { RootSelection } from './root-selection.tsx';

/** The synced folders: each with its pause, its location, its selection, and its removal. `open`: the one whose selection is open at first. */
export function RootsSection({ open }: { open: number | null }): ReactNode {
  const roots = useRoots();
  return (
    <Section title={texts.settings.folders} aside={<AddFolder />}>
      <Card>
        {roots.length === 0 ? (
          <EmptyState icon={FolderSync} title={texts.settings.noFolders} detail={texts.settings.noFoldersDetail} />
        ) : (
          <ul aria-label={texts.settings.folders} className="divide-y divide-line">
            {roots.map((root) => (
              <Root key={root.id} root={root} isOpenAtFirst={root.id === open} />
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}

function AddFolder(): ReactNode {
  return (
    <Button
      kind="quiet"
      className="-me-2"
      onPress={() => {
        window.location.hash = hrefOf('welcome', { add: 'folder' });
      }}
    >
      <Plus aria-hidden className="size-4" />
      {texts.settings.addFolder}
    </Button>
  );
}

function Root({ root, isOpenAtFirst }: { root: RootData; isOpenAtFirst: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [isAsking, setAsking] = useState(false);
  const session = useAnswer('session.get', {}).data;
  return (
    <li aria-label={root.name} className="grid gap-3 px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <RootIcon remoteId={root.remoteId} size={32} />
        <div className="min-w-0 flex-[1_1_7rem]">
          <p dir="auto" className="w-fit max-w-full truncate">
            {root.name}
          </p>
          <FactLine isCut facts={[formatPath(root.localPath, session?.homePath ?? null), useAmount(root.id)]} />
        </div>
        <StatePill state={root.state} />
        <div className="flex flex-wrap items-center gap-1 max-sm:basis-full max-sm:*:first:flex-1">
          <Button
            size="row"
            className="max-sm:min-h-10"
            aria-expanded={isOpen}
            aria-label={texts.settings.chooseOf(root.name)}
            onPress={() => setOpen(!isOpen)}
          >
            {texts.settings.choose}
          </Button>
          <RootMenu root={root} onRemove={() => setAsking(true)} />
        </div>
      </div>
      {isOpen && <RootSelection root={root} />}
      {isAsking && <RemoveDialog root={root} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** How much of the folder is on this computer; null while it is being listed. */
function useAmount(rootId: number): string | null {
  const tree = useChosenAmount(rootId);
  if (tree === undefined || !tree.isListed) return null;
  const isWhole = tree.chosenFiles === tree.files;
  return isWhole ? texts.settings.everything : texts.settings.partHere(tree.chosenBytes, tree.bytes);
}

function RemoveDialog({ root, onClose }: { root: RootData; onClose: () => void }): ReactNode {
  const remove = useAction('root.remove');
  return (
    <ConfirmDialog
      title={texts.settings.removeTitle(root.name)}
      detail={texts.settings.removeDetail}
      action={texts.settings.removeOf(root.name)}
      acting={remove}
      onConfirm={() => remove.mutate({ rootId: root.id }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
