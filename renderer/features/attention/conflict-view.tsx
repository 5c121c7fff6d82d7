import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConflictDetail } from '../../../preload/ipc/attention.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState, Skeleton } from '../../components/page-state.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useAction, useAnswer } from '../../state/actions.ts';
import { hrefOf } from '../../state/route.ts';
import { texts } from '../../style/texts.ts';
import { VersionCard } from './version-card.tsx';

type Choice = ConflictDetail['choices'][number];

/** Both versions side by side, and the decision. What was shown goes along, so that nothing newer is decided about unseen. */
export function ConflictView({ id }: { id: number }): ReactNode {
  const detail = useAnswer('conflict.get', { id });
  return (
    <div className="flex flex-col gap-5 px-4 py-6 md:px-8">
      <nav aria-label={texts.attention.title}>
        <a href={hrefOf('attention')} className="text-accent hover:underline">
          {texts.attention.back}
        </a>
      </nav>
      {detail.isPending && <Skeleton className="h-64" />}
      {detail.isError && (
        <ErrorState
          sentence={detail.error.message}
          remedy={detail.error.remedy}
          onRetry={() => {
            void detail.refetch();
          }}
        />
      )}
      {detail.isSuccess && <Versions conflict={detail.data} onStale={() => void detail.refetch()} />}
    </div>
  );
}

function Versions({ conflict, onStale }: { conflict: ConflictDetail; onStale: () => void }): ReactNode {
  const queries = useQueryClient();
  const resolve = useAction('conflict.resolve');
  const { mine, theirs, mineShown, theirsShown } = conflict;
  const decide = (keep: Choice): void =>
    resolve.mutate(
      { id: conflict.id, keep, seen: { mine: mine.sha1, theirs: theirs.sha1 } },
      {
        onSuccess: () => {
          void queries.invalidateQueries();
          window.location.hash = hrefOf('attention');
        },
        onError: onStale,
      },
    );
  const name = conflict.path.slice(conflict.path.lastIndexOf('/') + 1);
  return (
    <>
      <div className="flex items-start gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-warn-bg text-warn">
          <TriangleAlert aria-hidden className="size-5" />
        </span>
        <div className="min-w-0">
          <h1 className="font-semibold text-title">{texts.attention.changedTwice(name)}</h1>
          <p className="text-dim">{conflict.sentence}</p>
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <VersionCard version={mine} shown={mineShown} other={theirsShown} kind="mine" />
        <VersionCard version={theirs} shown={theirsShown} other={mineShown} kind="theirs" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {conflict.choices.map((choice) => (
          <Button
            key={choice}
            kind={choice === 'both' ? 'primary' : 'plain'}
            isDisabled={resolve.isPending}
            onPress={() => decide(choice)}
          >
            {texts.attention.keep[choice]}
          </Button>
        ))}
        <span className="ms-auto text-dim text-small">{texts.attention.undoHint}</span>
      </div>
      <Refusal error={resolve.error} />
    </>
  );
}
