import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { needsName } from '../../parts/problems/problem-fix.ts';
import type { CommandRefused } from '../../state/bridge/bridge.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';
import { ConflictList, useConflicts } from './conflict-list.tsx';
import { ConflictView } from './conflict-view.tsx';
import { HeldList } from './held-list.tsx';
import { KeptList } from './kept/kept-list.tsx';
import { ProblemList } from './problem-list.tsx';
import { useHeld, useKept } from './use-attention.ts';
import { useProblems } from './use-problems.ts';

/** Everything that needs a decision: conflicts, names, held deletes and errors. Each is resolved here. */
export function AttentionPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const id = Number(parameters.get('conflict') ?? 0);
  return id > 0 ? <ConflictView key={id} id={id} /> : <Overview />;
}

function Overview(): ReactNode {
  const { problems: known, more: onMore, error } = useProblems();
  const [conflicts, asHeld] = [useConflicts(), useHeld()];
  // A failed repeat leaves the last answer in place.
  const held = asHeld.data;
  const refused = refusalOf(conflicts, asHeld);
  const count = refused === null && !conflicts.isPending ? conflicts.total : null;
  const isKnown = known !== null && count !== null && held !== undefined;
  const problems = known ?? [];
  const names = problems.filter(needsName);
  const others = problems.filter((item) => !needsName(item));
  const kept = useKept().data?.items ?? [];
  const total = useStatus(({ attentionTotal }) => attentionTotal) ?? 0;
  const more = isKnown ? total - problems.length - held.length - count : 0;
  const isCalm = isKnown && problems.length + held.length + count === 0;
  return (
    <div className="flex flex-col px-4 pb-6 md:px-8 gap-6 [&>.page-header]:-mb-6">
      <PageHeader title={texts.attention.title}>
        {total > 0 && <p className="text-dim text-small">{texts.attention.summary(total)}</p>}
      </PageHeader>
      {!isKnown && refused === null && <Skeleton className="h-40" />}
      {refused !== null && (
        <ErrorState sentence={refused.error.message} remedy={refused.error.remedy} onRetry={refused.again} />
      )}
      {isCalm && (
        <Card>
          <EmptyState icon={CircleCheck} title={texts.attention.nothing} detail={texts.attention.nothingDetail} />
        </Card>
      )}
      {isKnown && count > 0 && <ConflictList conflicts={conflicts.entries} total={count} onMore={conflicts.more} />}
      {names.length > 0 && (
        <ProblemList title={texts.attention.names} items={names} more={others.length > 0 ? 0 : more} onMore={onMore} />
      )}
      {isKnown && held.length > 0 && <HeldList batches={held} />}
      {others.length > 0 && <ProblemList title={texts.attention.others} items={others} more={more} onMore={onMore} />}
      {kept.length > 0 && <KeptList items={kept} />}
      <ErrorMessage error={error ?? (isKnown ? conflicts.error : null)} />
    </div>
  );
}

type Refused = { readonly error: CommandRefused; readonly again: () => void };

/** Why one of the lists could not be read at all; null: both keep their entries, also while a repeated request fails. */
function refusalOf(conflicts: ReturnType<typeof useConflicts>, held: ReturnType<typeof useHeld>): Refused | null {
  const isListed = conflicts.total === 0 || (conflicts.total !== null && conflicts.entries.length > 0);
  if (conflicts.error !== null && !isListed) return { error: conflicts.error, again: conflicts.again };
  return held.isLoadingError ? { error: held.error, again: () => void held.refetch() } : null;
}
