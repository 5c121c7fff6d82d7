import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StartedTandem } from '../desktop/started-tandem.ts';
import type { WebUser } from '../people/web-user.ts';
import { eventually } from '../programs/processes.ts';
import { people } from '../window/studio/people.ts';

/** A realistic folder; sizes in bytes. */
const files: Readonly<Record<string, number>> = {
  'Documents/Contracts/agreement.pdf': 1_400_000,
  'Documents/Contracts/annex-a.docx': 88_000,
  'Documents/Contracts/Drafts/agreement with changes.docx': 212_000,
  'Documents/Notes/meeting 2026-11-19.md': 4_100,
  'Documents/Notes/ideas.md': 1_900,
  'Studio/2026/site-plan v1.dwg': 930_000,
  'Studio/2026/facade.dwg': 610_000,
  'Studio/Photos/signing.jpg': 610_000,
  'Studio/Photos/site.jpg': 470_000,
  'Studio/raw/scan-001.tif': 310_000,
};

/**
 * Builds sample data so that every page of the window has content: files, a conflict, a refused name, invitations, bookmarks, a form, a hub,
 * colleagues, a hold, a policy, a webhook and a trash. Deterministic except for times and ids of the service.
 */
export async function tellStory(tandem: StartedTandem): Promise<void> {
  const { web, remoteId } = tandem;
  for (const [name, bytes] of Object.entries(files)) await save(tandem, name, Buffer.alloc(bytes, `${name} `));
  await save(tandem, 'Documents/budget.txt', 'rent 1,200\nfood 640\n');
  await inSync(tandem, Object.keys(files).length + 1);
  const folder = async (name: string): Promise<string> => (await web.find(remoteId, name))?.id ?? '';
  const [documents, studio] = [await folder('Documents'), await folder('Studio')];
  await othersShare(tandem);
  await web.call('POST', '/web_links', {
    name: 'Building code',
    url: 'https://harbour.studio/code',
    parent: { id: studio },
  });
  await web.call('POST', '/web_links', {
    name: 'Site camera',
    url: 'https://harbour.studio/cam',
    parent: { id: studio },
  });
  await web.call('POST', '/file_requests', { folder: { id: studio }, title: 'Photos of the site', status: 'active' });
  await web.trash(await web.upload(documents, 'old price list.txt', 'old'));
  await web.trash(await web.createFolder(documents, 'Old drafts'));
  await administration(web, documents);
  await twoVersions(tandem, documents);
}

/** Two shares by Carol: one accepted, one pending. */
async function othersShare(tandem: StartedTandem): Promise<void> {
  const carol = await tandem.person(people.carol.login, people.carol.name);
  for (const [name, role] of [
    ['Launch plan', 'editor'],
    ['Budget of the city', 'viewer'],
  ] as const) {
    const shared = await carol.createFolder('0', name);
    await carol.upload(shared.id, 'plan.txt', `the plan of ${name}`);
    const item = { type: 'folder', id: shared.id };
    const { id } = await carol.call('POST', '/collaborations', {
      item,
      accessible_by: { type: 'user', login: tandem.login },
      role,
    });
    if (role === 'editor') await tandem.web.call('PUT', `/collaborations/${id}`, { status: 'accepted' });
  }
}

async function administration(web: WebUser, folderId: string): Promise<void> {
  await web.call(
    'POST',
    '/hubs',
    { title: 'How we build', description: 'Guides of the studio' },
    { 'box-version': '2025.0' },
  );
  const group = await web.call('POST', '/groups', { name: 'Site team', description: 'Everybody at the site' });
  const me = await web.call('GET', '/users/me');
  await web.call('POST', '/group_memberships', { user: { id: me.id }, group: { id: group.id }, role: 'admin' });
  await web.call('POST', '/legal_hold_policies', { policy_name: 'Facade 2026', is_ongoing: true });
  await web.call('POST', '/retention_policies', {
    policy_name: 'Contracts, ten years',
    policy_type: 'finite',
    retention_length: 3650,
    disposition_action: 'remove_retention',
  });
  await web.call('POST', '/webhooks', {
    target: { id: folderId, type: 'folder' },
    address: 'https://harbour.studio/hook',
    triggers: ['FILE.UPLOADED'],
  });
}

/** A file changed on both sides, and a name that the service refuses. */
async function twoVersions({ ask, ...tandem }: StartedTandem, documents: string): Promise<void> {
  const budget = await tandem.web.find(documents, 'budget.txt');
  await ask('sync.pause', { forMs: null });
  await tandem.web.replace(budget?.id ?? '', 'budget.txt', 'rent 1,200\nfood 700\n');
  await save(tandem, 'Documents/budget.txt', 'rent 1,250\nfood 640\n');
  await save(tandem, 'Documents/Q3\\Q4 outlook.xlsx', Buffer.alloc(48_000, 'outlook'));
  await ask('sync.resume', {});
  await eventually(
    'the conflict and the name wait for a person',
    async () => {
      const { attention } = await ask('status.get');
      return [true, false].every((isConflict) => attention.some(({ code }) => (code === 'conflict') === isConflict));
    },
    60_000,
  );
}

async function inSync({ ask }: StartedTandem, fileCount: number): Promise<void> {
  await eventually(
    'everything is in sync',
    async () => {
      const { state, roots } = await ask('status.get');
      return state === 'in_sync' && roots.reduce((sum, { files: count }) => sum + count, 0) >= fileCount;
    },
    60_000,
  );
}

async function save({ folder }: Pick<StartedTandem, 'folder'>, name: string, content: string | Buffer): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
