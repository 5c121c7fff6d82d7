import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type DeviceOptions, type EngineDevice, openEngineDevice } from '../engine/engine-device.ts';
import { startTestService, type TestPerson, type TestService, type TestServiceOptions } from '../service/service.ts';
import { type WebItem, type WebUser, webUser } from './web-user.ts';

/** A real service with two people who share, and several engines on real disks. */
export type SharingWorld = {
  readonly service: TestService;
  /** The first person, who owns the shared items. */
  readonly ann: TestPerson;
  readonly bob: TestPerson;
  readonly annsWeb: WebUser;
  readonly bobsWeb: WebUser;
  device(person: TestPerson, options?: Partial<DeviceOptions>): Promise<EngineDevice>;
  /** Ann shares one of her items with Bob. Resolves with the collaboration's id. */
  share(item: WebItem, role: string): Promise<string>;
  close(): Promise<void>;
};

export async function openSharingWorld(options: TestServiceOptions = {}): Promise<SharingWorld> {
  const service = await startTestService(options);
  const ann = service.person;
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const devices: EngineDevice[] = [];
  const annsWeb = webUser(service, ann.token);
  return {
    service,
    ann,
    bob,
    annsWeb,
    bobsWeb: webUser(service, bob.token),
    device: async (person, more = {}) => {
      const name = `${person.name.toLowerCase()}${devices.length}`;
      const change = (parts: EngineParts): EngineParts => {
        const user = { id: person.id, name: person.name, login: person.login, spaceUsed: 0, spaceAmount: 0 };
        const known = { ...parts, account: `${parts.account} ${person.id}`, userId: person.id, person: () => user };
        return more.change?.(known) ?? known;
      };
      const device = await openEngineDevice({ name, addresses: service, token: person.token, ...more, change });
      devices.push(device);
      return device;
    },
    share: async (item, role) => {
      const target = { type: item.type, id: item.id };
      const body = { item: target, accessible_by: { type: 'user', login: bob.login }, role };
      return ((await annsWeb.call('POST', '/collaborations', body)) as { id: string }).id;
    },
    close: async () => {
      for (const device of devices) await device.close();
      await service.stop();
    },
  };
}
