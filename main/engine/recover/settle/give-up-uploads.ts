import type { LocalId } from '../../model/ids.ts';
import type { Step } from '../../model/plan/step.ts';
import type { RootContext } from '../../root/root-context.ts';
import { localIdOf } from './arrived.ts';

/**
 * Stops uploading a new file that was deleted while its parts were in flight (SPEC P85). A single-request upload or a commit is not
 * cancelled: its response names the item to delete. With no request in flight (the upload waited for a retry, or an earlier process began
 * it), no step would return to the session, so it is aborted here.
 */
export function giveUpUploads({ root, runner, parts, execution }: GivingUp, settled: readonly LocalId[]): void {
  const { transfers } = parts.store;
  const keyOf = (id: LocalId): string => `${execution.rootKey}/${id}`;
  const hasSession = (id: LocalId): boolean => transfers.upload(keyOf(id)) !== null;
  const gone = new Set(settled.filter((id) => root.local(id) === undefined && hasSession(id)));
  if (gone.size === 0) return;
  const sent = new Set(
    transfers.sent(execution.rootKey).flatMap((one) => (one.destination.kind === 'new' ? localIdOf(one) : [])),
  );
  runner.abort((step) => step.kind === 'upload' && gone.has(step.localId) && !sent.has(step.localId));
  const running = new Set(runner.running().flatMap(sentBy));
  for (const id of gone) if (!running.has(id)) parts.transfers.giveUp(keyOf(id));
}

type GivingUp = {
  readonly root: Pick<RootContext['root'], 'local'>;
  readonly runner: Pick<RootContext['runner'], 'abort' | 'running'>;
  readonly execution: Pick<RootContext['execution'], 'rootKey'>;
  readonly parts: {
    readonly store: { readonly transfers: Pick<RootContext['parts']['store']['transfers'], 'upload' | 'sent'> };
    readonly transfers: Pick<RootContext['parts']['transfers'], 'giveUp'>;
  };
};

/** The file whose upload session the step may be using. */
const sentBy = (step: Step): readonly LocalId[] =>
  step.kind === 'upload' || step.kind === 'upload-version' ? [step.localId] : [];
