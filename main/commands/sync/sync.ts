import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { done, refusedAs } from '../results.ts';

/** Pause and resume, cancel transfers, retry now. */
export function syncCommands({
  engine,
}: CommandWorld): HandlersOf<
  'sync.pause' | 'sync.resume' | 'transfer.cancel' | 'transfer.cancelAll' | 'problem.retry'
> {
  return {
    'sync.pause': async ({ rootId = null, forMs }) => engine.pause(rootId, forMs),
    'sync.resume': async ({ rootId = null }) => engine.resume(rootId),
    'transfer.cancel': async ({ id }) =>
      engine.cancelTransfer(id) ? done : refusedAs('not_found', { code: 'transfer_over', args: {} }),
    'transfer.cancelAll': async ({ group }) => ({ ok: true, value: { cancelled: engine.cancelTransfers(group) } }),
    'problem.retry': async (request) => engine.retry(request),
  };
}
