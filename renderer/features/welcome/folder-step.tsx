import { Folder, FolderOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Account } from '../../../preload/ipc/shapes/account.ts';
import type { FolderLook } from '../../../preload/ipc/shapes/folder.ts';
import type { RootStatus } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { ChoiceCards } from '../../components/controls/choices/choice-cards.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import type { ChosenFolder } from '../../parts/items/folder-dialog.tsx';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { keepText, useKeptText } from '../../state/preferences/kept-text.ts';
import { formatPath } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { DiskSpace } from './disk-space.tsx';
import { DOCUMENTS, PathBox } from './path-box.tsx';
import { RemoteFolder, top } from './remote-folder.tsx';
import { StepHeading } from './step-heading.tsx';

/** Chooses the local folder and its remote counterpart. Nothing is synced before the next step is complete. */
export function FolderStep({ account, roots }: { account: Account; roots: readonly RootStatus[] }): ReactNode {
  const isFirst = roots.length === 0;
  const documents = useDocuments();
  const place = usePlace(isFirst ? account.suggestedFolder : documents);
  // If the whole account is already synced, there is nothing else to choose.
  const [chosen, setChosen] = useState<ChosenFolder | null>(null);
  const remote = chosen ?? (isFirst ? top : null);
  const { look } = place;
  const add = useAction('root.add', ({ id }) => {
    keepText('welcome.folder', null);
    keepText('welcome.place', null);
    keepText('welcome.root', String(id));
  });
  const canGoOn = look !== null && look.state !== 'refused' && remote !== null && !add.isPending;
  const goOn = (anyway: boolean): void => {
    if (!canGoOn) return;
    const wanted = { localPath: look.path, remoteId: remote.id, create: true, paused: true };
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
  const { folderTitle, folderDetail, firstTitle, firstDetail } = texts.welcome;
  return (
    <>
      <StepHeading title={isFirst ? firstTitle : folderTitle} detail={isFirst ? firstDetail : folderDetail} />
      <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {isFirst ? <PlaceCards {...place} suggested={account.suggestedFolder} /> : <TypedPlace {...place} />}
        <RemoteFolder place={remote} onPlace={setChosen} />
        <DiskSpace freeBytes={look?.freeBytes ?? null} remoteId={remote?.id ?? null} />
        {add.error !== null && (
          <div className="grid gap-2">
            <ErrorMessage error={add.error} />
            {add.error.code === 'other_sync_app' && <Button onPress={() => goOn(true)}>{texts.welcome.anyway}</Button>}
          </div>
        )}
        <div className="flex flex-wrap justify-between gap-2">
          {isFirst && <BackToSignIn isBusy={add.isPending} />}
          <Button kind="primary" size="large" className="ms-auto" type="submit" isDisabled={!canGoOn}>
            {texts.welcome.goOn}
          </Button>
        </div>
        {(place.path === '' || remote === null) && (
          <p className="-mt-3 text-end text-dim text-small">{texts.welcome.chooseBoth}</p>
        )}
      </form>
    </>
  );
}

/** In a setup that began with the sign-in; an account from before is not signed out on the way. */
function BackToSignIn({ isBusy }: { isBusy: boolean }): ReactNode {
  const signOut = useAction('account.signOut');
  const isBegun = useKeptText('welcome.signIn', '')[0] !== '';
  if (!isBegun) return null;
  return (
    <>
      <Button
        kind="ghost"
        size="large"
        className="-ms-4"
        isBusy={isBusy || signOut.isPending}
        onPress={() => signOut.mutate({})}
      >
        {texts.welcome.back}
      </Button>
      <ErrorMessage error={signOut.error} />
    </>
  );
}

type Place = {
  readonly path: string;
  readonly setPath: (path: string) => void;
  /** The person types or chooses a folder instead of the suggested one. */
  readonly isOther: boolean;
  readonly setOther: (isOther: boolean) => void;
  /** Of the path as it is now; null: not known yet. */
  readonly look: FolderLook | null;
};

/** A folder to begin with: empty if it does not exist, or can't be synced. */
function useDocuments(): string {
  const state = useAnswer('folder.look', { path: DOCUMENTS }).data?.state;
  return state === 'empty' || state === 'in_use' ? DOCUMENTS : '';
}

function usePlace(suggested: string): Place {
  const [path, setPath] = useKeptText('welcome.folder', suggested);
  const [kept, keep] = useKeptText('welcome.place', 'suggested');
  const asked = useDebounced(path);
  const look = useAnswer('folder.look', { path: asked });
  return {
    path,
    setPath,
    isOther: kept === 'other' || path !== suggested,
    setOther: (isOther) => {
      keep(isOther ? 'other' : 'suggested');
      if (!isOther) setPath(suggested);
    },
    look: asked === path && look.data !== undefined ? look.data : null,
  };
}

/** The suggested folder, or another one. */
function PlaceCards({ suggested, ...place }: Place & { suggested: string }): ReactNode {
  const homePath = useAnswer('session.get', {}).data?.homePath ?? null;
  const { isOther, setOther, look } = place;
  const { other } = texts.welcome;
  const problem = look?.problem ?? null;
  const shownPath = formatPath(suggested, homePath);
  const standing = isOther || look === null ? null : briefly(look);
  const cards = [
    {
      id: 'suggested',
      label: suggested.split(/[/\\]/).findLast((part) => part !== '') ?? suggested,
      detail: standing === null ? shownPath : `${shownPath} · ${standing}`,
      icon: Folder,
    },
    { id: 'other', ...other, icon: FolderOpen },
  ] as const;
  return (
    <ChoiceCards
      label={texts.welcome.localFolder}
      cards={cards}
      value={isOther ? 'other' : 'suggested'}
      onChange={(id) => setOther(id === 'other')}
    >
      {isOther ? <TypedPlace {...place} /> : problem !== null && <Problem {...problem} />}
    </ChoiceCards>
  );
}

function TypedPlace({ path, setPath, look }: Place): ReactNode {
  return (
    <div className="grid gap-2">
      <PathBox path={path} onPath={setPath} proposals={look?.proposals ?? []} />
      {/* Show no error while the field is empty. */}
      {path !== '' && <Standing look={look} />}
    </div>
  );
}

const Problem = ({ message, remedy }: { message: string; remedy: string }): ReactNode => (
  <p className="text-bad">{`${message} ${remedy}`}</p>
);

/** The state of the typed folder; the line is always present, so that nothing below it moves. */
function Standing({ look }: { look: FolderLook | null }): ReactNode {
  return (
    <div aria-live="polite" className="min-h-5">
      {look === null ? (
        <span className="text-dim">{texts.welcome.looking}</span>
      ) : look.problem === null ? (
        <span className="text-dim">{standingText(look)}</span>
      ) : (
        <Problem {...look.problem} />
      )}
    </div>
  );
}

/** The same as a fact beside the path. */
function briefly({ state, entries }: FolderLook): string | null {
  switch (state) {
    case 'new':
      return texts.welcome.isNew;
    case 'empty':
      return texts.welcome.isEmpty;
    case 'in_use':
      return texts.welcome.has(entries);
    case 'refused':
      return null;
  }
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
