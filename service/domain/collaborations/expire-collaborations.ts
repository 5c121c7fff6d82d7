import { changeIn } from '../change/change.ts';
import { oneByOne } from '../kernel/work/one-by-one.ts';
import { callerFor, type Service } from '../service.ts';
import { removeCollaborations } from './delete-collaboration.ts';
import { requireTreesOf } from './require-collaboration.ts';

/** Maximum collaborations per transaction, so that other changes need not wait long. */
const batch = 100;

/** Ends expired collaborations, each in the name of its creator. Returns how many. */
export async function expireCollaborations(service: Service): Promise<number> {
  const due = await service.store.read(({ collaborations }) => collaborations.listExpired(service.clock.now(), batch));
  const endings = oneByOne();
  for (const { id } of due) await endings.attempt(() => expire(service, id));
  return endings.end();
}

async function expire(service: Service, id: string): Promise<boolean> {
  const [collaboration, creator] = await service.store.read(async ({ collaborations, users }) => {
    const found = await collaborations.get(id);
    const [user] = found ? await users.getMany([found.createdBy]) : [];
    return [found, user] as const;
  });
  if (!collaboration || !creator) return false;
  const scope = { items: [collaboration.itemId], owners: [] };
  return changeIn(service, callerFor(creator, []), scope, async (change) => {
    // It may have been extended or ended in the meantime.
    const current = await change.tx.collaborations.get(id);
    if (!current || current.expiresAt === null || current.expiresAt > change.now) return false;
    await requireTreesOf(change.tx, current);
    await removeCollaborations(change, [current], 'COLLABORATION_EXPIRATION');
    return true;
  });
}
