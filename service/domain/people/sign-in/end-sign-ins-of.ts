import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { endSignIns } from './end-sign-ins.ts';

/**
 * Ends every sign-in of an account that stays active, for the operator's command line.
 * @throws Refusal `not_found`.
 */
export async function endSignInsOf(service: Service, login: string): Promise<void> {
  await service.store.transaction(async (tx) => {
    const user = await tx.users.getByLogin(login);
    if (!user) throw new Refusal('not_found', say`No user has the login "${login}".`);
    await endSignIns(tx, user.id);
  });
}
