import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { done, refused } from '../results.ts';

/** Pause and resume, cancel one transfer, retry now. */
export function syncCommands({
  engine,
}: CommandWorld): HandlersOf<'sync.pause' | 'sync.resume' | 'transfer.cancel' | 'problem.retry'> {
  return {
    'sync.pause': async ({ rootId = null, forMs }) => engine.pause(rootId, forMs),
    'sync.resume': async ({ rootId = null }) => engine.resume(rootId),
    'transfer.cancel': async ({ id }) =>
      engine.cancelTransfer(id)
        ? done
        : refused('not_found', 'This transfer is over already.', 'Nothing needs to be done.'),
    'problem.retry': async (request) => engine.retry(request),
  };
}
