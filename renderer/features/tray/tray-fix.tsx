import type { ReactNode } from 'react';
import type { AttentionItem } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { canRetry, needsName } from '../../parts/problems/problem-fix.ts';
import { useAction } from '../../state/bridge/actions.ts';
import { useConnection } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { WindowButton } from './window-button.tsx';

/** The way out of a problem: done here if it asks for nothing, otherwise in the window. */
export function TrayFix({ item }: { item: AttentionItem }): ReactNode {
  const { attention } = texts;
  const { path, conflict, suggestedName } = item;
  if (conflict !== undefined) {
    const href = hrefOf('attention', { conflict: String(conflict) });
    return (
      <WindowButton href={href} label={attention.compareOf(path)}>
        {attention.compare}
      </WindowButton>
    );
  }
  if (suggestedName !== undefined) return <RenameButton item={item} name={suggestedName} />;
  if (item.code !== 'held_by_guard' && canRetry(item)) return <RetryButton item={item} />;
  return (
    <WindowButton href={hrefOf('attention')} label={attention.decideOf(path)}>
      {needsName(item) ? attention.rename : attention.decide}
    </WindowButton>
  );
}

function RenameButton({ item: { rootId, path }, name }: { item: AttentionItem; name: string }): ReactNode {
  const rename = useAction('problem.rename');
  const isLost = useConnection() !== 'connected';
  return (
    <>
      <Button
        size="row"
        isDisabled={isLost}
        isBusy={rename.isPending}
        aria-label={texts.tray.renameTo(path, name)}
        onPress={() => rename.mutate({ rootId, path, name })}
      >
        {texts.attention.rename}
      </Button>
      <RowError error={rename.error} />
    </>
  );
}

function RetryButton({ item: { rootId, path } }: { item: AttentionItem }): ReactNode {
  const retry = useAction('problem.retry');
  const isLost = useConnection() !== 'connected';
  return (
    <>
      <Button
        size="row"
        isDisabled={isLost}
        isBusy={retry.isPending}
        aria-label={texts.actions.retryOf(path)}
        onPress={() => retry.mutate({ rootId, path })}
      >
        {texts.actions.retry}
      </Button>
      <RowError error={retry.error} />
    </>
  );
}

const RowError = ({ error }: Parameters<typeof ErrorMessage>[0]): ReactNode => (
  <div className="basis-full empty:hidden">
    <ErrorMessage error={error} />
  </div>
);
