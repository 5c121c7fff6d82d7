import { type ReactNode, useState } from 'react';
import type { Held, HeldDecided } from '../../../preload/ipc/shapes/attention.ts';
import { Button } from '../../components/controls/button.tsx';
import { rowButtons } from '../../components/controls/button-look.ts';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useConnection } from '../../state/bridge/session.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatBytes, formatWhen } from '../../texts/format.ts';
import { asTitle } from '../../texts/say.ts';
import { texts } from '../../texts/texts.ts';
import { AttentionRow } from './attention-row.tsx';
import { useDecision } from './use-decision.ts';

/** One held batch as a row, with its buttons. */
export function HeldRow({
  batch,
  toggle,
  children,
}: {
  batch: Held;
  /** Before the buttons. */
  toggle?: ReactNode;
  /** Below the row. */
  children?: ReactNode;
}): ReactNode {
  const held = useHeldDecision(batch);
  const nowMs = useNow(60_000);
  const { what, direction, bytes, sinceMs, sentence } = batch;
  return (
    <AttentionRow
      type="folder"
      title={asTitle(sentence)}
      // What does not happen meanwhile, the size of the batch, and since when it is held.
      facts={[texts.attention.heldUntil[what][direction], formatBytes(bytes), formatWhen(sinceMs, nowMs)]}
    >
      <div className={rowButtons}>
        {toggle}
        {/* In a narrow window, the two decisions share a line. */}
        <div className="flex flex-wrap gap-2 max-sm:basis-full! max-sm:*:flex-1">{held.buttons}</div>
      </div>
      {children}
      {held.errors}
    </AttentionRow>
  );
}

/** Reasons shown in full; the other items are counted. */
const MOST_REASONS = 3;

function partlyRestored({ restored, failed, failedTotal }: HeldDecided): string {
  const named = failed.slice(0, MOST_REASONS).map(({ path, message }) => `${path}: ${message}`);
  const others = failedTotal - named.length;
  return [
    texts.attention.heldPartly(restored, failedTotal),
    ...named,
    ...(others > 0 ? [texts.files.refusedToo(others)] : []),
  ].join(' ');
}

/** The Apply and Restore buttons of one batch, and their errors. */
function useHeldDecision(batch: Held): { readonly buttons: ReactNode; readonly errors: ReactNode } {
  const release = useDecision('held.release', ({ failed }, { decision }) =>
    failed.length > 0 ? null : { sentence: texts.attention.heldDone[batch.what][decision](batch.items), undo: null },
  );
  const [decided, setDecided] = useState<Held | null>(null);
  // Other items may join the batch while its items are released.
  const isDecided =
    release.data?.failed.length === 0 && decided?.items === batch.items && decided.sinceMs === batch.sinceMs;
  const isLost = useConnection() !== 'connected';
  const words = texts.attention.heldWords[batch.what];
  const button = (decision: 'apply' | 'restore'): ReactNode => (
    <Button
      kind={decision === 'apply' ? 'risk' : 'plain'}
      isDisabled={isLost}
      isBusy={release.isPending || isDecided}
      onPress={() =>
        release.once(() => {
          setDecided(batch);
          release.mutate({ id: batch.id, decision, ...(decision === 'apply' && { items: batch.items }) });
        })
      }
    >
      {words[decision]}
    </Button>
  );
  return {
    buttons: (
      <>
        {button('apply')}
        {button('restore')}
      </>
    ),
    errors: (
      <>
        <ErrorMessage error={release.error} />
        {release.data !== undefined && release.data.failed.length > 0 && (
          <ErrorMessage error={{ message: partlyRestored(release.data) }} />
        )}
      </>
    ),
  };
}
