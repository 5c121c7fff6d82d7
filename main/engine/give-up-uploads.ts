import { localIdOf } from './arrived.ts';
import type { LocalId } from './model/ids.ts';
import type { Step } from './model/step.ts';
import type { RootContext } from './root-context.ts';

/**
 * A new file that left the tree while its parts go up is sent no further (SPEC P85). What is sent as a whole or committed by now is not
 * called back: it has an answer, which tells of the item that is to go as well. Where nothing is under way (it waited for its next try,
 * or a former process began it) nobody comes back to the session, so it is given up here.
 */
export function giveUpUploads({ root, runner, parts, execution }: GivingUp, settled: readonly LocalId[]): void {
  const { transfers } = parts.store;
  const keyOf = (id: LocalId): string => `${execution.rootKey}/${id}`;
  const hasSession = (id: LocalId): boolean => transfers.upload(keyOf(id)) !== null;
  const gone = new Set(settled.filter((id) => root.local(id) === undefined && hasSession(id)));
  if (gone.size === 0) return;
  const sent = new Set(transfers.sent(execution.rootKey).map(localIdOf));
  runner.abort((step) => step.kind === 'upload' && gone.has(step.localId) && !sent.has(step.localId));
  const running = new Set(runner.steps().flatMap(({ step, isRunning }) => (isRunning ? sentBy(step) : [])));
  for (const id of gone) if (!running.has(id)) parts.transfers.giveUp(keyOf(id));
}

type GivingUp = {
  readonly root: Pick<RootContext['root'], 'local'>;
  readonly runner: Pick<RootContext['runner'], 'abort' | 'steps'>;
  readonly execution: Pick<RootContext['execution'], 'rootKey'>;
  readonly parts: {
    readonly store: { readonly transfers: Pick<RootContext['parts']['store']['transfers'], 'upload' | 'sent'> };
    readonly transfers: Pick<RootContext['parts']['transfers'], 'giveUp'>;
  };
};

/** The file whose session the step may be using. */
const sentBy = (step: Step): readonly LocalId[] =>
  step.kind === 'upload' || step.kind === 'upload-version' ? [step.localId] : [];
