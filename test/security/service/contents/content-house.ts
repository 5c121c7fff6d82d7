import type { Scope } from '../../../../contract/scopes.ts';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { callerOf, type Seen, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import {
  startTestService,
  type TestPerson,
  type TestService,
  type TestServiceOptions,
} from '../../../support/service/service.ts';

/** The roles that a person can be invited with. */
export const invitedRoles = [
  'co-owner',
  'editor',
  'viewer uploader',
  'previewer uploader',
  'viewer',
  'previewer',
  'uploader',
] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** One service for many probes: an owner with a shared folder, and one collaborator of each role on it. */
export interface ContentHouse extends AsyncDisposable {
  readonly service: TestService;
  readonly owner: ServiceCaller;
  readonly ownerPerson: TestPerson;
  readonly folderId: string;
  readonly members: Readonly<Record<InvitedRole, Member>>;
  /** Invites a new person to the shared folder. */
  invite(role: InvitedRole): Promise<Member>;
  newFile(content?: string, parentId?: string): Promise<Seen>;
  newFolder(parentId?: string): Promise<Seen>;
  freshName(): string;
  /** The owner with a token that has these scopes alone. */
  narrowed(scopes: readonly Scope[]): Promise<ServiceCaller>;
}

export interface Member {
  readonly person: TestPerson;
  readonly caller: ServiceCaller;
  readonly collaborationId: string;
}

export async function openContentHouse(options: TestServiceOptions = {}): Promise<ContentHouse> {
  const service = await startTestService(options);
  const ownerPerson = await service.addPerson('owner@example.com', 'Owner');
  const owner = callerOf(service, ownerPerson.token);
  let count = 0;
  const freshName = () => `thing ${++count}`;
  const newFolder = async (parentId = '0') =>
    requireOk(await owner.post('/folders', { name: freshName(), parent: { id: parentId } }));
  const folderId = (await newFolder()).id;
  const invite = async (role: InvitedRole): Promise<Member> => {
    const person = await service.addPerson(`${freshName().replaceAll(' ', '-')}@example.com`);
    const body = { item: { type: 'folder', id: folderId }, accessible_by: { type: 'user', login: person.login }, role };
    const collaboration = requireOk(await owner.post('/collaborations', body));
    return { person, caller: callerOf(service, person.token), collaborationId: collaboration.id };
  };
  const members = Object.fromEntries(
    await Promise.all(invitedRoles.map(async (role) => [role, await invite(role)] as const)),
  ) as Record<InvitedRole, Member>;
  return {
    service,
    owner,
    ownerPerson,
    folderId,
    members,
    invite,
    newFolder: (parentId = folderId) => newFolder(parentId),
    newFile: async (content = 'some content', parentId = folderId) => {
      const { entries } = requireOk(
        await owner.upload({ name: `${freshName()}.txt`, parent: { id: parentId } }, content),
      );
      const [file] = entries;
      if (!file) throw new Error('The upload answered without an entry.');
      return file;
    },
    freshName,
    narrowed: async (scopes) =>
      callerOf(service, await createToken(service.service, { login: ownerPerson.login, scopes })),
    [Symbol.asyncDispose]: () => service.stop(),
  };
}

/** The body of an answer that has to be a success. */
export function requireOk({ status, json, bytes }: Awaited<ReturnType<ServiceCaller['get']>>): Seen {
  if (status >= 300) throw new Error(`Arranging failed with ${status}: ${bytes.toString()}`);
  return json;
}
