import { FolderSync, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { EmptyState } from '../../../components/feedback/page-state.tsx';
import { StatePill } from '../../../components/feedback/state-mark.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
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
      kind="quiet"
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
    <li aria-label={root.name} className="grid gap-3 px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FileIcon type="folder" size={32} />
        <div className="min-w-0 flex-[1_1_7rem]">
          <p dir="auto" className="w-fit max-w-full truncate">
            {root.name}
          </p>
          <p dir="auto" className="w-fit max-w-full truncate text-dim text-small">
            {formatPath(root.localPath, session?.homePath ?? null)}
          </p>
        </div>
        <StatePill state={root.state} />
        <div className="flex flex-wrap gap-1">
          <Button
            size="row"
            aria-expanded={isOpen}
            aria-label={texts.settings.chooseOf(root.name)}
            onPress={() => setOpen(!isOpen)}
          >
            {texts.settings.choose}
          </Button>
          <PauseOrResume root={root} pause={pause} resume={resume} />
          {session?.can.reveal === true && (
            <Button size="row" kind="ghost" onPress={() => reveal.mutate({ rootId: root.id })}>
              {texts.actions.reveal}
            </Button>
          )}
          <Button
            size="row"
            kind="ghost"
            aria-label={texts.settings.removeOf(root.name)}
            onPress={() => setAsking(true)}
          >
            {texts.settings.remove}
          </Button>
        </div>
      </div>
      <ErrorMessage error={refused} />
      {isOpen && <RootSelection root={root} />}
      {isAsking && <RemoveDialog root={root} onClose={() => setAsking(false)} />}
    </li>
  );
}

function PauseOrResume({
  root,
  pause,
  resume,
}: {
  root: RootData;
  pause: ReturnType<typeof useAction<'sync.pause'>>;
  resume: ReturnType<typeof useAction<'sync.resume'>>;
}): ReactNode {
  return root.state === 'paused' ? (
    <Button
      size="row"
      aria-label={texts.pause.resumeRoot(root.name)}
      isDisabled={resume.isPending}
      onPress={() => resume.mutate({ rootId: root.id })}
    >
      {texts.actions.resume}
    </Button>
  ) : (
    <Button
      size="row"
      kind="ghost"
      aria-label={texts.pause.root(root.name)}
      isDisabled={pause.isPending}
      onPress={() => pause.mutate({ rootId: root.id, forMs: null })}
    >
      {texts.actions.pause}
    </Button>
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
