import { describe, expect, test } from 'vitest';
import { tryLink } from '../../../../../service/domain/access/links/try-link.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { createRetentionAssignment } from '../../../../../service/domain/governance/retention/assignments/create-assignment.ts';
import { createRetentionPolicy } from '../../../../../service/domain/governance/retention/policies/create-policy.ts';
import { findSignedIn } from '../../../../../service/domain/people/sign-in/browser-session.ts';
import { setPassword } from '../../../../../service/domain/people/sign-in/set-password.ts';
import { signIn } from '../../../../../service/domain/people/sign-in/sign-in.ts';
import { authenticate } from '../../../../../service/domain/people/tokens/authenticate.ts';
import { createToken } from '../../../../../service/domain/people/tokens/create-token.ts';
import { digestOf } from '../../../../../service/domain/people/tokens/digest.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { createFileRequest } from '../../../../../service/domain/surfaces/file-requests/create-file-request.ts';
import { getOpenRequest } from '../../../../../service/domain/surfaces/file-requests/visitors/open-request.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { purgeFile } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { createSession } from '../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { getSession } from '../../../../../service/domain/tree/upload-sessions/get-session.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

const hour = 3_600_000;

interface House {
  readonly service: Service;
  readonly ann: Caller;
  readonly bob: Caller;
}

/** How long something lasts, and whether it still does. */
interface Lasting {
  readonly lifeMs: number;
  readonly lasts: () => Promise<boolean>;
}

const isAnswered = (request: () => Promise<unknown>) => async () => {
  return request().then(
    () => true,
    () => false,
  );
};

const inAnHour = ({ clock }: Service) => clock.now() + hour;
const fileOf = async ({ service, ann }: House) => (await putFile(service, ann, '0', 'f')).id;

const ends: Readonly<Record<string, (house: House) => Promise<Lasting>>> = {
  'an access token': async ({ service }) => {
    const token = await createToken(service, { login: 'ann', lifeMs: hour });
    return { lifeMs: hour, lasts: async () => (await authenticate(service, digestOf(token))).kind === 'caller' };
  },
  'a browser’s sign-in': async ({ service }) => {
    await setPassword(service, 'ann', 'correct horse');
    const secret = (await signIn(service, { login: 'ann', password: 'correct horse' }))?.secret ?? '';
    return { lifeMs: 12 * hour, lasts: async () => (await findSignedIn(service, secret)) !== null };
  },
  'a shared link': async (house) => {
    const { service, ann } = house;
    const itemId = await fileOf(house);
    await updateFile(service, ann, { fileId: itemId, sharedLink: { access: 'open', unsharedAt: inAnHour(service) } });
    return { lifeMs: hour, lasts: async () => (await tryLink(service, null, { itemId }, null)).kind === 'open' };
  },
  'a collaboration': async (house) => {
    const { service, ann, bob } = house;
    const fileId = await fileOf(house);
    const item = { kind: 'file' as const, id: fileId };
    const order = { item, invited: { login: 'bob' }, role: 'viewer' as const, expiresAt: inAnHour(service) };
    await createCollaboration(service, ann, order);
    return { lifeMs: hour, lasts: isAnswered(() => getFile(service, bob, { fileId })) };
  },
  'a lock': async (house) => {
    const { service, ann, bob } = house;
    const fileId = await fileOf(house);
    const item = { kind: 'file' as const, id: fileId };
    await createCollaboration(service, ann, { item, invited: { login: 'bob' }, role: 'editor' });
    await updateFile(service, ann, { fileId, lock: { expiresAt: inAnHour(service), isDownloadPrevented: false } });
    const isFree = isAnswered(() => updateFile(service, bob, { fileId, description: 'changed' }));
    return { lifeMs: hour, lasts: async () => !(await isFree()) };
  },
  'a file request': async ({ service, ann }) => {
    const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'form' });
    const { url } = await createFileRequest(service, ann, { folderId, expiresAt: inAnHour(service) });
    return { lifeMs: hour, lasts: isAnswered(() => getOpenRequest(service, url.replace('/f/', ''))) };
  },
  'an upload session': async ({ service, ann }) => {
    const { id } = await createSession(service, ann, { folderId: '0', fileName: 'f', fileSizeBytes: 1 });
    return { lifeMs: 7 * 24 * hour, lasts: isAnswered(() => getSession(service, ann, id)) };
  },
  'a retention': async (house) => {
    const { service, ann } = house;
    const fileId = await fileOf(house);
    const settings = { name: 'a day', type: 'finite', length: 1, dispositionAction: 'remove_retention' } as const;
    const { id: policyId } = await createRetentionPolicy(service, ann, settings);
    const everything = { targetType: 'enterprise', targetId: undefined, startDateField: undefined } as const;
    await createRetentionAssignment(service, ann, { policyId, ...everything, hasFilter: false });
    await deleteFile(service, ann, { fileId });
    const isFree = isAnswered(() => purgeFile(service, ann, fileId));
    return { lifeMs: 24 * hour, lasts: async () => !(await isFree()) };
  },
};

async function openHouse() {
  const world = await openDomainWorld({ uploadSessions: { leastBytes: 1, partBytes: 1 } });
  world.holdTime();
  const house = { service: world.service, ann: await world.join('ann'), bob: await world.join('bob') };
  return { world, house, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe('up to its last millisecond, and not in the one of its end, lasts', () => {
  test.each(Object.keys(ends))('%s', async (name) => {
    await using t = await openHouse();
    const lasting = await ends[name]?.(t.house);
    if (!lasting) throw new Error(name);
    t.world.passTime(lasting.lifeMs - 1);
    expect(await lasting.lasts()).toBe(true);
    t.world.passTime(1);
    expect(await lasting.lasts()).toBe(false);
  });
});

describe('an end must lie in the future, be it by a millisecond', () => {
  const wanted: Readonly<Record<string, (house: House, end: number) => Promise<unknown>>> = {
    'of a shared link': async (house, unsharedAt) => {
      const fileId = await fileOf(house);
      return updateFile(house.service, house.ann, { fileId, sharedLink: { access: 'open', unsharedAt } });
    },
    'of a collaboration': async (house, expiresAt) => {
      const item = { kind: 'file' as const, id: await fileOf(house) };
      const order = { item, invited: { login: 'bob' }, role: 'viewer' as const, expiresAt };
      return createCollaboration(house.service, house.ann, order);
    },
    'of a lock': async (house, expiresAt) => {
      const fileId = await fileOf(house);
      return updateFile(house.service, house.ann, { fileId, lock: { expiresAt, isDownloadPrevented: false } });
    },
    'of a file request': async ({ service, ann }, expiresAt) => {
      const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'form' });
      return createFileRequest(service, ann, { folderId, expiresAt });
    },
  };

  test.each(Object.keys(wanted))('%s', async (name) => {
    const want = wanted[name];
    if (!want) throw new Error(name);
    for (const isFuture of [false, true]) {
      await using t = await openHouse();
      const request = want(t.house, t.house.service.clock.now() + (isFuture ? 1 : 0));
      if (isFuture) await request;
      else expect((await refusalOf(request)).code).toMatch(/^(?:bad_request|invalid_parameter)$/);
    }
  });
});
