import { localIdOf } from './arrived.ts';
import type { LocalId } from './model/ids.ts';
import type { RootContext } from './root-context.ts';

/**
 * A new file that left the tree while its parts go up is sent no further (SPEC P85). What is sent as a whole or committed by now is not
 * called back: it has an answer, which tells of the item that is to go as well.
 */
export function giveUpUploads({ root, runner, parts, execution }: RootContext, settled: readonly LocalId[]): void {
  const gone = new Set(settled.filter((id) => root.local(id) === undefined));
  if (gone.size === 0) return;
  const { transfers } = parts.store;
  const isSendingParts = (id: LocalId): boolean =>
    transfers.upload(`${execution.rootKey}/${id}`) !== null &&
    !transfers.sent(execution.rootKey).some((sent) => localIdOf(sent) === id);
  runner.abort((step) => step.kind === 'upload' && gone.has(step.localId) && isSendingParts(step.localId));
}
