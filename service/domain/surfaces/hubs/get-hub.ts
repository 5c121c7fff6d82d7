import type { FullHub } from '../../../../contract/resources/surfaces/hub.ts';
import type { Caller, Service } from '../../service.ts';
import { answerHub } from './present-hub.ts';
import { requireHub, turnOfHub } from './require-hub.ts';

/** A hub, for its members. A visit by anyone but its creator counts as a view. */
export async function getHub(service: Service, caller: Caller, id: string): Promise<FullHub> {
  return service.store.transaction(
    async (tx) => {
      const { hub } = await requireHub(tx, caller, id, 'view');
      await tx.requireTrees([hub.createdBy]);
      const isCounted = caller.user.id !== hub.createdBy;
      await tx.hubs.noteVisit(id, { userId: caller.user.id, at: service.clock.now(), isCounted });
      return answerHub(tx, { ...hub, viewCount: hub.viewCount + (isCounted ? 1 : 0) });
    },
    await turnOfHub(service, id),
  );
}
