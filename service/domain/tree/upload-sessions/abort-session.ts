import { afterCommit } from '../../change/after-commit.ts';
import { endSession } from '../../change/end-sessions.ts';
import type { Caller, Service } from '../../service.ts';
import { requireSession } from './require-session.ts';

/** Aborts a session and drops its parts. A no-op after its commit, or when repeated. */
export async function abortSession(service: Service, caller: Caller, sessionId: string): Promise<void> {
  await service.store.transaction(
    async (tx) => {
      const session = await requireSession(service, tx, caller, sessionId);
      // The parts count against this owner, as does the file of a commit at the same time.
      await tx.requireTrees([session.ownerId]);
      if (session.state.kind !== 'open') return;
      await endSession(tx, session.id);
    },
    { items: [], owners: [caller.user.id] },
  );
  await afterCommit(service, () => service.assemblies.forget(sessionId));
}
