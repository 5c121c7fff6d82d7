import { randomBytes } from 'node:crypto';
import type { CollaborationRole } from '../../../contract/resources/sharing/collaboration.ts';
import { type HubRole, hubRoles } from '../../../contract/resources/surfaces/hub-collaboration.ts';
import type { Standing } from '../../../service/domain/access/permissions/needs.ts';
import { createToken } from '../../../service/domain/people/tokens/create-token.ts';
import { createUser } from '../../../service/domain/people/users/create-user.ts';
import { callerOf, type Headers, type Seen, type ServiceCaller } from '../../support/service/callers/service-caller.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../support/service/service.ts';

/** One kind of caller. `standing` null: the request has no good token, and is answered with 401. */
export interface CallerKind {
  readonly name: string;
  readonly token: string | null;
  readonly standing: Standing | null;
  /** Sent with each request. */
  readonly headers: Headers;
  /** Scopes of the token; null: all. */
  readonly scopes: readonly string[] | null;
}

/** Fixtures for the tries: the owner's items, in a folder shared with everyone who has a role. */
export interface AuthorisationWorld extends AsyncDisposable {
  readonly service: TestService;
  /** The administrator of the enterprise, who owns none of it. */
  readonly admin: ServiceCaller;
  readonly owner: ServiceCaller;
  readonly ownerId: string;
  /** A person without any relation to the items: an invitation can name them. */
  newPerson(): Promise<{ readonly id: string; readonly login: string }>;
  /** A group that the member and the administrator of a group are in, as such; it has no items. */
  newGroup(): Promise<Seen>;
  /** A hub of the owner, which one caller of each role in hubs has. */
  newHub(): Promise<Seen>;
  /** The folder that is shared. */
  readonly folderId: string;
  readonly kinds: readonly CallerKind[];
  readonly ownerToken: string;
  /** The token of a person without any relation to the items. */
  readonly strangerToken: string;
  /** Words in the owner's items that a stranger must never see. */
  readonly secrets: readonly string[];
  /** A name that nothing has. */
  freshName(): string;
  /** A new file, or folder, of the owner in the shared folder. */
  newFile(): Promise<Seen>;
  newFolder(): Promise<Seen>;
}

/** How a stranger stands to the owner's things. */
export const noStanding: Standing = {
  enterprise: 'user',
  item: null,
  link: null,
  group: null,
  hub: null,
  isCreator: false,
};

const invitedRoles = [
  'co-owner',
  'editor',
  'viewer uploader',
  'previewer uploader',
  'viewer',
  'previewer',
  'uploader',
] as const satisfies readonly CollaborationRole[];

/** Makes a world with one caller of each kind. */
export async function createAuthorisationWorld(options: TestServiceOptions = {}): Promise<AuthorisationWorld> {
  const service = await startTestService(options);
  const admin = callerOf(service, service.person.token);
  const ownerPerson = await service.addPerson('owner@example.com', 'Owner');
  const owner = callerOf(service, ownerPerson.token);
  let names = 0;
  const secret = `secret${randomBytes(6).toString('hex')}`;
  const freshName = () => `thing ${++names}`;
  const secretName = () => `${secret} ${++names}`;
  const folder = await ok(owner.post('/folders', { name: `${secret} folder`, parent: { id: '0' } }));
  const kinds: CallerKind[] = [];
  const add = (name: string, token: string | null, standing: Standing | null, more: Partial<CallerKind> = {}) => {
    kinds.push({ name, token, standing, headers: {}, scopes: null, ...more });
  };

  add('owner', ownerPerson.token, { ...noStanding, item: 'owner', hub: 'co-owner', isCreator: true });
  for (const role of invitedRoles) {
    const person = await service.addPerson(`${role.replaceAll(' ', '-')}@example.com`);
    const accessible_by = { type: 'user', login: person.login };
    await ok(owner.post('/collaborations', { item: { type: 'folder', id: folder.id }, accessible_by, role }));
    add(role, person.token, { ...noStanding, item: role });
  }
  const groupMember = await service.addPerson('group-member@example.com');
  const groupAdmin = await service.addPerson('group-admin@example.com');
  const newGroup = async (more: object = {}) => {
    const group = await ok(admin.post('/groups', { name: freshName(), ...more }));
    const join = (id: string, role: string) => admin.post('/group_memberships', { user: { id }, group, role });
    await ok(join(groupMember.id, 'member'));
    await ok(join(groupAdmin.id, 'admin'));
    return group;
  };
  // One that the owner may invite, so that its members have a role on the folder by it.
  const { id: groupId } = await newGroup({ invitability_level: 'all_managed_users' });
  const item = { type: 'folder', id: folder.id };
  await ok(owner.post('/collaborations', { item, accessible_by: { type: 'group', id: groupId }, role: 'editor' }));
  add('member of a group', groupMember.token, { ...noStanding, item: 'editor', group: 'member' });
  add('administrator of a group', groupAdmin.token, { ...noStanding, item: 'editor', group: 'admin' });
  const hubPeople = new Map<HubRole, string>();
  for (const role of hubRoles) {
    const person = await service.addPerson(`hub-${role}@example.com`);
    hubPeople.set(role, person.login);
    add(`${role} of a hub`, person.token, { ...noStanding, hub: role });
  }
  const { shared_link } = await ok(owner.put(`/folders/${folder.id}`, { shared_link: {} }));
  const holder = await service.addPerson('link-holder@example.com');
  const svcapi = `shared_link=${shared_link.url}`;
  add('holder of a shared link', holder.token, { ...noStanding, link: 'viewer' }, { headers: { svcapi } });
  const outsider = await service.addPerson('outsider@example.com');
  add('outsider', outsider.token, noStanding);
  await createUser(service.service, { login: 'coadmin@example.com', name: 'Coadmin', role: 'coadmin' });
  const coadmin = await createToken(service.service, { login: 'coadmin@example.com' });
  add('coadmin', coadmin, { ...noStanding, enterprise: 'coadmin' });
  add('admin', service.person.token, { ...noStanding, enterprise: 'admin' });

  const inactive = await service.addPerson('inactive@example.com');
  await ok(
    owner.post('/collaborations', {
      item: { type: 'folder', id: folder.id },
      accessible_by: { type: 'user', login: inactive.login },
      role: 'editor',
    }),
  );
  await service.service.store.transaction(({ users }) => users.update(inactive.id, { status: 'inactive' }));
  add('inactive user', inactive.token, null);
  add('anonymous', null, null);
  add('expired token', await createToken(service.service, { login: ownerPerson.login, lifeMs: 1 }), null);
  const narrow = ['item_rename', 'item_preview'] as const;
  const token = await createToken(service.service, { login: ownerPerson.login, scopes: narrow });
  add(
    'down-scoped token of the owner',
    token,
    { ...noStanding, item: 'owner', hub: 'co-owner', isCreator: true },
    { scopes: narrow },
  );

  return {
    service,
    admin,
    owner,
    ownerId: ownerPerson.id,
    folderId: folder.id,
    kinds,
    ownerToken: ownerPerson.token,
    strangerToken: outsider.token,
    secrets: [secret],
    freshName,
    newGroup: () => newGroup(),
    newHub: () => newHub(owner, hubPeople, secretName()),
    newPerson: () => service.addPerson(`${freshName().replaceAll(' ', '-')}@example.com`),
    newFolder: () => ok(owner.post('/folders', { name: secretName(), parent: { id: folder.id } })),
    newFile: async () => {
      const uploaded = await ok(owner.upload({ name: secretName(), parent: { id: folder.id } }, `${secret} content`));
      const [file] = uploaded.entries;
      if (!file) throw new Error('The upload answered without an entry.');
      return file;
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** A hub of `owner`, in which each of these people has a role. */
async function newHub(owner: ServiceCaller, people: ReadonlyMap<HubRole, string>, title: string): Promise<Seen> {
  const hub = await ok(owner.post('/hubs', { title }, hubVersion));
  for (const [role, login] of people) {
    const accessible_by = { type: 'user', login };
    await ok(owner.post('/hub_collaborations', { hub: { type: 'hubs', id: hub.id }, accessible_by, role }, hubVersion));
  }
  return hub;
}

/** Operations of hubs are of this version of the interface. */
export const hubVersion = { 'svc-version': '2025.0' };

/** The body of an answer that has to be a success. */
export async function ok(answer: ReturnType<ServiceCaller['get']>): Promise<Seen> {
  const { status, json, bytes } = await answer;
  if (status >= 300) throw new Error(`Arranging failed with ${status}: ${bytes.toString()}`);
  return json;
}
