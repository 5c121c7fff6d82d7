import { FolderOpen, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RootStatus } from '../../../preload/ipc/shapes/status.ts';
import { listRow, rowKeys } from '../../components/collection/row-keys.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { StatePill } from '../../components/feedback/state-mark.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { useFirstFileHint } from '../../parts/roots/at-rest.ts';
import { RootIcon } from '../../parts/roots/root-icon.tsx';
import { RootMenu } from '../../parts/roots/root-menu.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { useBridge } from '../../state/bridge/bridge.ts';
import { useConnection, useStatus } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { useRootFolders } from '../../state/items/root-folders.ts';
import { formatPath, formatUntil } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

const addHref = hrefOf('welcome', { add: 'folder' });

/** The synced folders: as cards, the last of which adds one, or as rows below other content. A menu stays open while the look changes. */
export function Folders({ areCards }: { areCards: boolean }): ReactNode {
  const roots = useStatus(({ roots: all }) => all) ?? [];
  return (
    <Section title={texts.home.folders} aside={areCards ? undefined : <AddLink />}>
      <Card isFramed={!areCards}>
        <ul
          ref={areCards ? null : rowKeys}
          className={
            areCards
              ? 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4'
              : '@container divide-y divide-line'
          }
        >
          {roots.map((root) => (
            <Folder key={root.id} root={root} isCard={areCards} />
          ))}
          {areCards && <AddCard />}
        </ul>
      </Card>
    </Section>
  );
}

const AddLink = (): ReactNode => (
  <LinkButton kind="quiet" className="-me-2" href={addHref}>
    <Plus aria-hidden className="size-4" />
    {texts.home.addFolder}
  </LinkButton>
);

/** Also a drop target if the host knows the path of the dropped files. */
const AddCard = (): ReactNode => (
  <li className="flex">
    <a
      href={addHref}
      {...(useBridge().host === 'electron' ? { 'data-drop-folder': '', 'data-drop-adds': '' } : {})}
      className={`grid min-h-33 w-full content-center justify-items-center gap-1 rounded-card border border-edge border-dashed p-4 hover:bg-hover ${dropLook}`}
    >
      <span className="mb-1 grid size-8 place-items-center rounded-control bg-accent-bg text-accent">
        <Plus aria-hidden className="size-4" />
      </span>
      <span className="font-semibold">{texts.home.addFolder}</span>
      <span className="text-dim text-small">{texts.home.addFolderDetail}</span>
    </a>
  </li>
);

/** Also a drop target: the drop zone finds it by its `data-drop-folder`. */
const dropOn = (root: RootStatus) =>
  ({ 'aria-label': root.name, 'data-drop-folder': root.remoteId, 'data-drop-name': root.name }) as const;
const dropLook = 'data-drop-target:outline-2 data-drop-target:outline-accent data-drop-target:bg-accent-bg';

/** A card, or a row. The parts of one that the other has no room for are left out; the boxes around the menu are the same. */
function Folder({ root, isCard }: { root: RootStatus; isCard: boolean }): ReactNode {
  return (
    <li
      {...(isCard ? {} : listRow)}
      {...dropOn(root)}
      className={`${isCard ? 'flex min-w-0 flex-col gap-2 rounded-card border border-line bg-card p-4 shadow-card' : 'flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2'} ${dropLook}`}
    >
      <div className={isCard ? 'flex items-center gap-3' : 'contents'}>
        <RootIcon remoteId={root.remoteId} size={isCard ? 32 : 24} />
        {isCard ? <CardName root={root} /> : <RowName root={root} />}
        <span className={isCard ? 'contents' : 'ms-auto flex items-center gap-2'}>
          {!isCard && <RootState root={root} />}
          <span className={isCard ? 'contents' : '-me-2 flex items-center gap-1'}>
            {!isCard && <RowOpenLink root={root} />}
            <RootMenu root={root} />
          </span>
        </span>
      </div>
      {isCard && <CardFacts root={root} />}
    </li>
  );
}

function CardName({ root }: { root: RootStatus }): ReactNode {
  const homePath = useAnswer('session.get', {}).data?.homePath ?? null;
  const sharedBy = useOtherOwner(root);
  return (
    <div className="min-w-0 flex-1">
      <h3 dir="auto" className="w-fit max-w-full truncate font-semibold">
        {root.name}
      </h3>
      <p dir="auto" className="w-fit max-w-full truncate text-dim text-small" title={root.localPath}>
        {sharedBy === null ? formatPath(root.localPath, homePath) : texts.home.sharedBy(sharedBy)}
      </p>
    </div>
  );
}

const CardFacts = ({ root }: { root: RootStatus }): ReactNode => (
  <>
    <p className="text-dim text-small tabular-nums">{factsOf(root).join(' · ')}</p>
    <Reason root={root} />
    <div className="mt-auto flex items-center justify-between gap-2">
      <RootState root={root} />
      <OpenLink root={root} />
    </div>
  </>
);

/** The name of the owner, if that is someone else. */
function useOtherOwner({ remoteId }: RootStatus): string | null {
  const me = useStatus(({ account }) => account.user?.id ?? null);
  const owner = useRootFolders([remoteId]).get(remoteId)?.owner ?? null;
  return owner === null || owner.id === me || owner.name === '' ? null : owner.name;
}

const RowName = ({ root }: { root: RootStatus }): ReactNode => (
  <div className="min-w-20 flex-1">
    <h3 dir="auto" className="w-fit max-w-full truncate">
      <a href={hrefOf('files', { folder: root.remoteId })} className="hover:underline">
        {root.name}
      </a>
    </h3>
    <p className="truncate text-dim text-small tabular-nums">
      {/* In a narrow column the state stands beside the name, so that each folder takes one line. */}
      <span className="@md:hidden">{texts.home.files(root.files)}</span>
      <span className="@max-md:hidden">{factsOf(root).join(' · ')}</span>
    </p>
    <Reason root={root} />
  </div>
);

function RootState({ root }: { root: RootStatus }): ReactNode {
  const isLost = useConnection() !== 'connected';
  const share = root.state === 'syncing' && !isLost ? root.progress : null;
  const words = root.state === 'attention' ? { words: texts.home.items(root.attention) } : {};
  return <StatePill state={isLost ? 'offline' : root.state} share={share} {...(isLost ? {} : words)} />;
}

const openingOf = (root: RootStatus) =>
  ({ href: hrefOf('files', { folder: root.remoteId }), label: texts.home.openOf(root.name) }) as const;

const OpenLink = ({ root }: { root: RootStatus }): ReactNode => (
  <LinkButton size="row" {...openingOf(root)}>
    {texts.home.open}
  </LinkButton>
);

/** An icon in a narrow column. */
const RowOpenLink = ({ root }: { root: RootStatus }): ReactNode => (
  <LinkButton size="row" {...openingOf(root)} className="@max-md:w-7 @max-md:border-transparent @max-md:px-0">
    <FolderOpen aria-hidden className="size-4 @md:hidden" strokeWidth={1.75} />
    <span className="@max-md:sr-only">{texts.home.open}</span>
  </LinkButton>
);

function factsOf(root: RootStatus): readonly string[] {
  // The mark of a folder that needs attention counts them.
  const isCounted = root.state === 'attention';
  return [
    texts.home.counts(root.files, root.bytes),
    root.pending > 0 && texts.home.pending(root.pending),
    root.conflicts > 0 && !isCounted && texts.home.conflicts(root.conflicts),
    root.held > 0 && !isCounted && texts.home.held(root.held),
    root.ignored > 0 && texts.home.ignored(root.ignored),
  ].filter((fact) => fact !== false);
}

/** The reason why this folder is suspended; nothing while it syncs. */
function Reason({ root }: { root: RootStatus }): ReactNode {
  const nowMs = useNow();
  const isSaidAbove = useFirstFileHint() !== '';
  if (root.state === 'paused' && root.pausedUntilMs !== null) {
    const until =
      root.pausedUntilMs === 0
        ? texts.pause.pausedUntilResumed
        : texts.pause.pausedUntil(formatUntil(root.pausedUntilMs, nowMs));
    return <p className="text-small">{until}</p>;
  }
  const isWell = root.state === 'in_sync' || root.state === 'syncing' || root.state === 'attention';
  if (!isWell) return <p className="text-small">{root.sentence}</p>;
  return root.files === 0 && root.state === 'in_sync' && !isSaidAbove ? (
    <p className="text-dim text-small">{texts.home.empty}</p>
  ) : null;
}
