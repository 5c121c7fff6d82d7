import { expect, it } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { counting } from '../../../../support/service/counting.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

it('renaming a shared folder takes as many queries however much else its members have', async () => {
  const callsWith = async (others: number) => {
    await using world = await openDomainWorld({ acceptManagedUsersAtOnce: true });
    const [ann, bob] = [await world.join('ann'), await world.join('bob')];
    const share = async (name: string) => {
      const { id } = await createFolder(world.service, ann, { parentId: '0', name });
      const item = { kind: 'folder' as const, id };
      await createCollaboration(world.service, ann, { item, invited: { login: bob.user.login }, role: 'viewer' });
      return id;
    };
    const folderId = await share('team');
    for (let count = 0; count < others; count += 1) await share(`other ${count}`);
    const { service, calls } = counting(world.service);
    await updateFolder(service, ann, { folderId, name: 'renamed' });
    return calls();
  };
  expect(await callsWith(100)).toBe(await callsWith(10));
});
