import { FolderSync } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { AttentionItem, Invitation, OverallState } from '../../../preload/ipc/shapes/status.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { useAnnouncement } from '../../components/feedback/announcer.tsx';
import { lazyWithRetry } from '../../components/feedback/lazy-with-retry.ts';
import { EmptyState, Skeleton } from '../../components/feedback/page-state.tsx';
import { Card } from '../../components/layout/card.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useIsNarrow } from '../../state/hooks/use-is-narrow.ts';
import { texts } from '../../texts/texts.ts';
import { Hero } from './hero.tsx';
import { RecentSection } from './recent-section.tsx';
import { Folders } from './root-card.tsx';

/** Files rarely move while the first page loads, which need not wait for the transfers and their chart. */
const InFlight = lazyWithRetry(async () => (await import('./in-flight.tsx')).InFlight);
const RateSection = lazyWithRetry(async () => (await import('./rate-section.tsx')).RateSection);

/** Draws problems with their fix, which is a separate feature. */
type DrawProblems = (items: readonly AttentionItem[], total: number) => ReactNode;

/** The overall state in one sentence, and below it what matters in that state: problems, transfers, or when idle the folders. */
export function HomePage({
  problems,
  invitations,
}: {
  problems: DrawProblems;
  /** Draws pending invitations, likewise. */
  invitations: (invitations: readonly Invitation[]) => ReactNode;
}): ReactNode {
  const state = useStatus((status) => status.state);
  const invited = useStatus((status) => status.invitations) ?? [];
  const isEmpty = useStatus(({ roots }) => roots.length === 0) === true;
  const isMoving = useStatus(({ transfersTotal }) => transfersTotal > 0) === true;
  if (state === null) return <HomeLoading />;
  return (
    <div className="flex flex-col gap-6 px-4 pb-6 sm:pt-4 md:px-8 md:pt-6">
      <p aria-hidden className="-mb-6 flex min-h-14 items-center font-semibold text-title sm:hidden">
        {texts.home.title}
      </p>
      <Card isFramed={state === 'attention' || state === 'syncing'}>
        <Hero />
        <Problems draw={problems} isShown={state === 'attention'} />
      </Card>
      {invited.length > 0 && invitations(invited)}
      {isEmpty ? <NoFolder /> : <Below state={state} isMoving={isMoving} />}
    </div>
  );
}

/** While the headline is about something else, they are hidden, unless the focus is in them: a name that is being typed for one stays. */
function Problems({ draw, isShown }: { draw: DrawProblems; isShown: boolean }): ReactNode {
  const items = useStatus(({ attention }) => attention) ?? [];
  const total = useStatus(({ attentionTotal }) => attentionTotal) ?? 0;
  if (!isShown && items.length === 0) return null;
  return (
    <div className={classNames('border-line border-t', !isShown && 'not-focus-within:hidden')}>
      {draw(items, total)}
    </div>
  );
}

/** While syncing: the transfers and their speed. When idle: the folders, as cards where there is room, and recent changes. The folders keep their place, and so their open menus. */
function Below({ state, isMoving }: { state: OverallState; isMoving: boolean }): ReactNode {
  const isIdle = !isMoving && state !== 'attention';
  const isNarrow = useIsNarrow();
  const columns = isMoving ? 'md:grid-cols-[minmax(0,1fr)_22rem] md:gap-8' : 'md:grid-cols-2';
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)] items-start gap-6', !isIdle && columns)}>
      {isMoving && (
        <Suspense fallback={<div className="h-54" />}>
          <InFlight />
        </Suspense>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {isMoving && (
          <Suspense fallback={<div className="h-54" />}>
            <RateSection />
          </Suspense>
        )}
        <Folders areCards={isIdle && !isNarrow} />
      </div>
      {!isMoving && <RecentSection />}
    </div>
  );
}

function NoFolder(): ReactNode {
  return (
    <Card>
      <EmptyState icon={FolderSync} title={texts.home.noRoots} detail={texts.home.noRootsDetail}>
        <LinkButton kind="primary" href={hrefOf('welcome', { add: 'folder' })}>
          {texts.welcome.addFolder}
        </LinkButton>
      </EmptyState>
    </Card>
  );
}

/** The page's placeholder until the first status arrives. */
function HomeLoading(): ReactNode {
  useAnnouncement(texts.home.loading, 'home');
  return (
    <div className="flex flex-col gap-6 px-4 py-6 md:px-8">
      <div className="flex items-center gap-4">
        <Skeleton className="size-14 rounded-full" />
        <Skeleton className="h-11 w-72 max-w-full" />
      </div>
      <Skeleton className="h-28" />
      <Skeleton className="h-14" />
    </div>
  );
}
