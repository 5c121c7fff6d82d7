import type { ReactNode } from 'react';
import type { AttentionItem } from '../../../preload/ipc/shapes/status.ts';
import { rowKeys } from '../../components/collection/row-keys.ts';
import { Button } from '../../components/controls/button.tsx';
import { rowButtons } from '../../components/controls/button-look.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { LatePlace } from '../../components/feedback/late-place.tsx';
import { lazyWithRetry } from '../../components/feedback/lazy-with-retry.ts';
import { Card, Section } from '../../components/layout/card.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { placeOf } from '../../parts/problems/place-of.ts';
import { canRetry } from '../../parts/problems/problem-fix.ts';
import { problemTitle } from '../../parts/problems/problem-title.ts';
import { useAction } from '../../state/bridge/actions.ts';
import { useRoots } from '../../state/bridge/roots.ts';
import { useConnection } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatUntil } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { AttentionRow } from './attention-row.tsx';
import { ConflictRow } from './conflict-row.tsx';
import { RenameFix } from './fixes/rename-fix.tsx';
import { KeptMenu } from './kept/kept-menu.tsx';
import { keyOfProblem } from './use-attention.ts';

/** Its dialog is more than the first page may load. */
const SpaceFix = lazyWithRetry(async () => (await import('./fixes/space-fix.tsx')).SpaceFix);

/** Paths that will not sync by themselves: the reason, and possible actions. */
export function ProblemList({
  title,
  items,
  more,
  onMore,
}: {
  title: string;
  items: readonly AttentionItem[];
  /** Number of problems beyond those listed. */
  more: number;
  onMore: () => void;
}): ReactNode {
  const retry = useAction('problem.retry');
  const isLost = useConnection() !== 'connected';
  const retryAll = (
    <Button
      kind="quiet"
      className="-me-2"
      isDisabled={isLost}
      isBusy={retry.isPending}
      onPress={() => retry.mutate({})}
    >
      {texts.actions.retryAll}
    </Button>
  );
  return (
    <Section title={title} aside={items.filter(canRetry).length > 1 ? retryAll : undefined}>
      <Card>
        <ul aria-label={title} ref={rowKeys} className="divide-y divide-line">
          {items.map((item) => (
            <ProblemRow key={keyOfProblem(item)} item={item} />
          ))}
          <MoreRow count={more} onMore={onMore} />
        </ul>
      </Card>
      <ErrorMessage error={retry.error} />
    </Section>
  );
}

/** The last row of a list that is cut: the number of items it leaves out, and a way to them. */
export function MoreRow({ count, onMore }: { count: number; onMore?: () => void }): ReactNode {
  if (count <= 0) return null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 text-dim sm:px-6">
      {texts.home.attentionMore(count)}
      {onMore !== undefined && (
        <Button size="row" onPress={onMore}>
          {texts.actions.more}
        </Button>
      )}
    </li>
  );
}

/** One problem with its fix, or one conflict. */
export function ProblemRow({ item }: { item: AttentionItem }): ReactNode {
  const { conflict, rootId, path, cause, by } = item;
  if (conflict === undefined) return <OtherRow item={item} />;
  return (
    <ConflictRow
      {...{ id: conflict, rootId, path }}
      title={problemTitle(item)}
      isFolder={false}
      reason={cause}
      author={{ by: by?.name ?? null, byId: by?.id ?? null }}
    />
  );
}

function OtherRow({ item }: { item: AttentionItem }): ReactNode {
  const nowMs = useNow();
  const roots = useRoots();
  const next =
    item.retryAtMs === null || item.retryAtMs <= nowMs
      ? ''
      : ` ${texts.home.nextTry(formatUntil(item.retryAtMs, nowMs))}`;
  // The field for a new name is the remedy.
  const remedy = item.suggestedName === undefined ? item.remedy : '';
  return (
    <AttentionRow
      type={fileType(item.path)}
      title={problemTitle(item)}
      facts={[placeOf(item, roots), `${remedy}${next}`.trim()]}
    >
      {item.canKeepHere === true && <KeptMenu item={item} isKept={false} />}
      <Fix item={item} />
    </AttentionRow>
  );
}

function Fix({ item }: { item: AttentionItem }): ReactNode {
  const retry = useAction('problem.retry');
  const isLost = useConnection() !== 'connected';
  const { path, rootId, suggestedName } = item;
  if (suggestedName !== undefined) return <RenameFix rootId={rootId} path={path} suggestedName={suggestedName} />;
  return (
    <div className={rowButtons}>
      <LinkButton
        kind="ghost"
        href={hrefOf('activity', { why: path, root: String(rootId) })}
        label={texts.actions.whyOf(path)}
      >
        {texts.actions.why}
      </LinkButton>
      {item.code === 'disk_full' && (
        <LatePlace>
          <SpaceFix item={item} isDisabled={isLost} />
        </LatePlace>
      )}
      {canRetry(item) && (
        <Button
          isDisabled={isLost}
          isBusy={retry.isPending}
          aria-label={texts.actions.retryOf(path)}
          onPress={() => retry.mutate({ rootId, path })}
        >
          {texts.actions.retry}
        </Button>
      )}
      <ErrorMessage error={retry.error} />
    </div>
  );
}
