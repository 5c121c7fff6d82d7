import { expect, it } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import type { Service } from '../../../../../service/domain/service.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

/** A service that counts the calls of its store within transactions. */
function counting(service: Service): { readonly service: Service; readonly calls: () => number } {
  let calls = 0;
  const counted = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value === 'object' && value !== null) return counted(value);
        if (typeof value !== 'function') return value;
        return (...parameters: unknown[]) => {
          calls += 1;
          return Reflect.apply(value, target, parameters);
        };
      },
    });
  const transaction: Service['store']['transaction'] = (work, scope) =>
    service.store.transaction((tx) => work(counted(tx)), scope);
  return { service: { ...service, store: { ...service.store, transaction } }, calls: () => calls };
}

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
