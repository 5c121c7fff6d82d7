import { FolderSync } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AttentionItem, Invitation } from '../../../preload/ipc/status.ts';
import { Button } from '../../components/button.tsx';
import { Card, Section } from '../../components/card.tsx';
import { EmptyState, Skeleton } from '../../components/page-state.tsx';
import { hrefOf } from '../../state/route.ts';
import { useStatus } from '../../state/session.ts';
import { classNames } from '../../style/class-names.ts';
import { texts } from '../../style/texts.ts';
import { Hero } from './hero.tsx';
import { InFlight } from './in-flight.tsx';
import { RateSection } from './rate-section.tsx';
import { RootCard } from './root-card.tsx';

/** One sentence of state, the folders, what is on its way, and what needs the person (desktop.md, Pages). */
export function HomePage({
  problems,
  invitations,
}: {
  /** Draws what needs attention, which is a feature of its own. */
  problems: (items: readonly AttentionItem[], total: number) => ReactNode;
  /** Draws the invitations that wait, likewise. */
  invitations: (invitations: readonly Invitation[]) => ReactNode;
}): ReactNode {
  const status = useStatus();
  if (status === null) return <HomeLoading />;
  return (
    <div className="flex flex-col gap-6 px-4 py-6 md:px-8">
      <Hero status={status} />
      {status.invitations.length > 0 && invitations(status.invitations)}
      <section aria-label={texts.home.folders}>
        {status.roots.length === 0 ? (
          <Card>
            <EmptyState icon={FolderSync} title={texts.home.noRoots} detail={texts.home.noRootsDetail}>
              <Button kind="primary" onPress={addFolder}>
                {texts.welcome.addFolder}
              </Button>
            </EmptyState>
          </Card>
        ) : (
          <ul className={classNames('grid gap-4', status.roots.length > 1 && 'lg:grid-cols-2')}>
            {status.roots.map((root) => (
              <RootCard key={root.id} root={root} />
            ))}
          </ul>
        )}
      </section>
      <InFlight transfers={status.transfers} total={status.transfersTotal} />
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-4">
        <RateSection rate={status.rate} />
        {problems(status.attention, status.attentionTotal)}
      </div>
    </div>
  );
}

function addFolder(): void {
  window.location.hash = hrefOf('welcome', { add: 'folder' });
}

/** The shape of the page while the first status is on its way. */
function HomeLoading(): ReactNode {
  return (
    <div className="flex flex-col gap-6 px-4 py-6 md:px-8">
      <p aria-live="polite" className="sr-only">
        {texts.home.loading}
      </p>
      <div className="flex items-center gap-4">
        <Skeleton className="size-11 rounded-full" />
        <Skeleton className="h-11 w-72 max-w-full" />
      </div>
      <Skeleton className="h-28" />
      <Section title={texts.home.inFlight}>
        <Skeleton className="h-14" />
      </Section>
    </div>
  );
}
