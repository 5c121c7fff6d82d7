import { type ReactNode, useState } from 'react';
import type { Account } from '../../../preload/ipc/shapes/account.ts';
import type { FolderLook } from '../../../preload/ipc/shapes/folder.ts';
import type { RootStatus } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import type { ChosenFolder } from '../../parts/items/folder-dialog.tsx';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { keepText, useKeptText } from '../../state/preferences/kept-text.ts';
import { texts } from '../../texts/texts.ts';
import { PathBox } from './path-box.tsx';
import { RemoteFolder, top } from './remote-folder.tsx';
import { StepHeading } from './step-heading.tsx';

/** Chooses the local folder and its remote counterpart. Nothing is synced before the next step is complete. */
export function FolderStep({ account, roots }: { account: Account; roots: readonly RootStatus[] }): ReactNode {
  const isFirst = roots.length === 0;
  const [path, setPath] = useKeptText('welcome.folder', isFirst ? account.suggestedFolder : '');
  // If the whole account is already synced, there is nothing else to choose.
  const [chosen, setChosen] = useState<ChosenFolder | null>(null);
  const remote = chosen ?? (isFirst ? top : null);
  const asked = useDebounced(path);
  const look = useAnswer('folder.look', { path: asked });
  const add = useAction('root.add', ({ id }) => {
    keepText('welcome.folder', null);
    keepText('welcome.root', String(id));
  });
  const isCurrent = asked === path && look.data !== undefined;
  const canGoOn = isCurrent && look.data?.state !== 'refused' && remote !== null && !add.isPending;
  const goOn = (anyway: boolean): void => {
    if (!canGoOn || remote === null || look.data === undefined) return;
    const wanted = { localPath: look.data.path, remoteId: remote.id, create: true, paused: true };
    add.mutate(anyway ? { ...wanted, anyway } : wanted, {
      onSuccess: ({ id }) => {
        window.location.hash = hrefOf('welcome', { root: String(id) });
      },
    });
  };
  const submit = (event: { preventDefault: () => void }): void => {
    event.preventDefault();
    goOn(false);
  };
  return (
    <>
      <StepHeading title={texts.welcome.folderTitle} detail={texts.welcome.folderDetail} />
      <form onSubmit={submit} className="grid gap-5">
        <div className="grid gap-2">
          <PathBox path={path} onPath={setPath} proposals={isCurrent ? (look.data?.proposals ?? []) : []} />
          {/* Show no error while the field is empty. */}
          {path !== '' && <Standing look={isCurrent ? look.data : null} />}
        </div>
        <RemoteFolder place={remote} onPlace={setChosen} />
        {add.error !== null && (
          <div className="grid gap-2">
            <ErrorMessage error={add.error} />
            {add.error.code === 'other_sync_app' && <Button onPress={() => goOn(true)}>{texts.welcome.anyway}</Button>}
          </div>
        )}
        <div className="flex justify-end">
          <Button kind="primary" size="large" type="submit" isDisabled={!canGoOn}>
            {texts.welcome.goOn}
          </Button>
        </div>
      </form>
    </>
  );
}

/** The state of the typed folder; the line is always present, so that nothing below it moves. */
function Standing({ look }: { look: FolderLook | null }): ReactNode {
  return (
    <div aria-live="polite" className="min-h-5">
      {look === null ? (
        <span className="text-dim">{texts.welcome.looking}</span>
      ) : look.problem === null ? (
        <span className="flex flex-wrap justify-between gap-x-4 text-dim">
          <span>{standingText(look)}</span>
          {look.freeBytes !== null && <span>{texts.welcome.free(look.freeBytes)}</span>}
        </span>
      ) : (
        <span className="text-bad">{`${look.problem.message} ${look.problem.remedy}`}</span>
      )}
    </div>
  );
}

function standingText({ state, entries }: FolderLook): string {
  switch (state) {
    case 'new':
    case 'empty':
      return texts.welcome.looks[state];
    case 'in_use':
      return texts.welcome.inUse(entries);
    case 'refused':
      return '';
  }
}
