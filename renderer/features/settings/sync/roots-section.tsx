import { FolderOpen, FolderSync, ListTree, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { EmptyState } from '../../../components/feedback/page-state.tsx';
import { StatePill } from '../../../components/feedback/state-mark.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { type Root as RootData, useRoots } from '../../../state/bridge/roots.ts';
import { hrefOf } from '../../../state/hooks/route.ts';
import { formatPath } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { RootSelection } from './root-selection.tsx';

/** The synced folders: each with its pause, its location, its selection, and its removal. */
export function RootsSection(): ReactNode {
  const roots = useRoots();
  return (
    <Section title={texts.settings.folders} aside={<AddFolder />}>
      <Card>
        {roots.length === 0 ? (
          <EmptyState icon={FolderSync} title={texts.settings.noFolders} detail={texts.settings.noFoldersDetail} />
        ) : (
          <ul aria-label={texts.settings.folders} className="divide-y divide-line">
            {roots.map((root) => (
              <Root key={root.id} root={root} />
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
      onPress={() => {
        window.location.hash = hrefOf('welcome', { add: 'folder' });
      }}
    >
      <Plus aria-hidden className="size-4" />
      {texts.settings.addFolder}
    </Button>
  );
}

function Root({ root }: { root: RootData }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const session = useAnswer('session.get', {}).data;
  const pause = useAction('sync.pause');
  const resume = useAction('sync.resume');
  const reveal = useAction('root.reveal');
  const refused = pause.error ?? resume.error ?? reveal.error;
  return (
    <li aria-label={root.name} className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_12rem]">
          <p dir="auto" className="w-fit max-w-full truncate font-semibold">
            {root.name}
          </p>
          <p dir="auto" className="w-fit max-w-full truncate text-dim text-small">
            {formatPath(root.localPath, session?.homePath ?? null)}
          </p>
        </div>
        <StatePill state={root.state} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={isOpen} aria-label={texts.settings.chooseOf(root.name)} onPress={() => setOpen(!isOpen)}>
          <ListTree aria-hidden className="size-4" />
          {texts.settings.choose}
        </Button>
        {root.state === 'paused' ? (
          <Button
            aria-label={texts.pause.resumeRoot(root.name)}
            isDisabled={resume.isPending}
            onPress={() => resume.mutate({ rootId: root.id })}
          >
            {texts.actions.resume}
          </Button>
        ) : (
          <Button
            aria-label={texts.pause.root(root.name)}
            isDisabled={pause.isPending}
            onPress={() => pause.mutate({ rootId: root.id, forMs: null })}
          >
            {texts.actions.pause}
          </Button>
        )}
        {session?.can.reveal === true && (
          <Button onPress={() => reveal.mutate({ rootId: root.id })}>
            <FolderOpen aria-hidden className="size-4" />
            {texts.actions.reveal}
          </Button>
        )}
        <Button kind="ghost" aria-label={texts.settings.removeOf(root.name)} onPress={() => setAsking(true)}>
          {texts.settings.remove}
        </Button>
      </div>
      <ErrorMessage error={refused} />
      {isOpen && <RootSelection root={root} />}
      {isAsking && <RemoveDialog root={root} onClose={() => setAsking(false)} />}
    </li>
  );
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
