import { type ReactNode, useState } from 'react';
import type { Held } from '../../../preload/ipc/shapes/attention.ts';
import { listRow } from '../../components/collection/row-keys.ts';
import { Button } from '../../components/controls/button.tsx';
import { rowButtons } from '../../components/controls/button-look.ts';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { useConnection } from '../../state/bridge/session.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatBytes, formatWhen } from '../../texts/format.ts';
import { asTitle } from '../../texts/say.ts';
import { texts } from '../../texts/texts.ts';
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
  return (
    <li {...listRow} className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 sm:px-6">
      <FileIcon type="folder" size={32} />
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold">{asTitle(batch.sentence)}</p>
        <HeldFacts batch={batch} />
      </div>
      <div className={rowButtons}>
        {toggle}
        {held.buttons}
      </div>
      {children}
      {held.errors}
    </li>
  );
}

/** What does not happen meanwhile, the size of the batch, and since when it is held. */
function HeldFacts({ batch: { what, direction, bytes, sinceMs } }: { batch: Held }): ReactNode {
  const nowMs = useNow(60_000);
  return (
    <p className="text-dense text-dim">
      {[texts.attention.heldUntil[what][direction], formatBytes(bytes), formatWhen(sinceMs, nowMs)].join(' · ')}
    </p>
  );
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
  const failed = release.data?.failed ?? [];
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
        {failed.length > 0 && (
          <ErrorMessage error={{ message: failed.map(({ path, message }) => `${path}: ${message}`).join(' ') }} />
        )}
      </>
    ),
  };
}
