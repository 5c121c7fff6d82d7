import { expect, test } from 'vitest';
import { anonymousCaller } from '../../../../../service/domain/access/anonymous.ts';
import { tryLink } from '../../../../../service/domain/access/links/try-link.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { listRecentItems } from '../../../../../service/domain/streams/recent-items/list-recent-items.ts';
import { recordUse } from '../../../../../service/domain/streams/uses/record-use.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, eve] = [await world.join('ann'), await world.join('eve')];
  const { id } = await putFile(service, ann, '0', 'f');
  return { service, ann, eve, id, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** A person, or null for a visitor without an account, behind the open link of a file. */
async function through(service: Service, caller: Caller | null, itemId: string): Promise<Caller> {
  const trial = await tryLink(service, caller?.user ?? null, { itemId }, null);
  if (trial.kind !== 'open') throw new Error(trial.kind);
  return caller === null ? anonymousCaller(trial.pass) : { ...caller, sharedLink: trial.pass };
}

test('a token that is limited to an item reads no log of the administrators', async () => {
  await using t = await openWorld();
  const limited = { ...t.ann, restrictedTo: { itemId: t.id } };
  const log = listEvents(t.service, limited, { streamType: 'admin_logs', limit: 100 });
  expect(await refusalOf(log)).toMatchObject({ code: 'insufficient_scope' });
});

test('a visitor without an account leaves no recent items', async () => {
  await using t = await openWorld();
  await updateFile(t.service, t.ann, { fileId: t.id, sharedLink: { access: 'open' } });
  const visitor = await through(t.service, null, t.id);
  await recordUse(t.service, visitor, { what: 'download', itemId: t.id }, null);
  const query = { userId: visitor.user.id, since: 0, after: null, limit: 9 };
  expect(await t.service.store.read(({ recents }) => recents.list(query))).toEqual([]);
});

test.each([
  { change: 'another audience', sharedLink: { access: 'company' } as const },
  { change: 'a password', sharedLink: { access: 'open', password: 'a new password' } as const },
])('an item that was reached by a link is no longer recent once the link has $change', async ({ sharedLink }) => {
  await using t = await openWorld();
  await updateFile(t.service, t.ann, { fileId: t.id, sharedLink: { access: 'open' } });
  await recordUse(t.service, await through(t.service, t.eve, t.id), { what: 'download', itemId: t.id }, null);
  const recents = async () =>
    (await listRecentItems(t.service, t.eve, { marker: undefined, limit: 9, fields: undefined })).entries.length;
  expect(await recents()).toBe(1);
  await updateFile(t.service, t.ann, { fileId: t.id, sharedLink });
  expect(await recents()).toBe(0);
});
