import type { Answers } from './fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from './folder-answers.ts';
import { now } from './status-states.ts';
import { people as studio } from './studio/people.ts';

const minute = 60_000;
const day = 86_400_000;
const at = (ago: number): string => new Date(now - ago).toISOString();

const person = (id: string, name: string) => ({
  type: 'user' as const,
  id,
  name,
  login: `${name.split(' ')[0]?.toLowerCase()}@harbour.studio`,
});
const { ann } = studio;
const bob = person('8', 'Bob Marsh');
const carol = person('9', 'Carol Ito');
const dev = person('10', 'Dev Patel');

const people = [
  { ...ann, role: 'admin', status: 'active', space_used: 41_200_000_000, last_sign_in_at: at(minute) },
  { ...bob, role: 'coadmin', status: 'active', space_used: 28_600_000_000, last_sign_in_at: at(165 * minute) },
  { ...carol, role: 'user', status: 'inactive', space_used: 19_400_000_000, last_sign_in_at: at(40 * day) },
  { ...dev, role: 'user', status: 'cannot_delete_edit', space_used: 12_000_000_000, last_sign_in_at: null },
].map((one) => ({ ...one, space_amount: 100_000_000_000, job_title: '' }));

const counts = { user: 0, folder: 0, file: 0, file_version: 0, ownership: 0, interactions: 0 };
const hold = (id: string, name: string, change: object) => ({
  id,
  type: 'legal_hold_policy',
  policy_name: name,
  status: 'active',
  assignment_counts: counts,
  created_by: bob,
  created_at: at(9 * day),
  ...change,
});
const holds = [
  hold('41', 'Facade 2026', { assignment_counts: { ...counts, folder: 2, user: 1 } }),
  hold('42', 'Crane accident', {}),
  hold('43', 'Audit 2025', { status: 'released' }),
];

const policies = [
  {
    id: '51',
    type: 'retention_policy',
    policy_name: 'Invoices',
    policy_type: 'finite',
    retention_length: '3650',
    retention_type: 'modifiable',
    disposition_action: 'permanently_delete',
    status: 'active',
    created_by: carol,
  },
];

const request = {
  id: '61',
  type: 'file_request',
  title: 'Photos of the site',
  description: '',
  folder: { type: 'folder', id: '3', name: 'Harbour', sequence_id: null, etag: null },
  url: '/f/4f0c',
  status: 'active',
  is_email_required: false,
  is_description_required: false,
  expires_at: null,
  created_at: at(3 * day),
  updated_at: at(day),
  created_by: ann,
  updated_by: ann,
  etag: '1',
};

const hub = {
  id: '71',
  type: 'hubs',
  title: 'How we build',
  description: 'Rules and examples',
  created_at: at(20 * day),
  updated_at: at(2 * day),
  created_by: dev,
  updated_by: dev,
  view_count: 148,
  copy_hub_access: 'all',
};

const bookmarks = [
  { id: '81', name: 'Building code', url: 'https://example.com/code' },
  { id: '82', name: 'Site camera', url: 'https://example.com/cam' },
  { id: '83', name: 'Plans on a disk', url: 'file:///plans' },
].map((one) => ({
  ...one,
  type: 'web_link',
  etag: '1',
  modified_at: at(4 * day),
  parent: { type: 'folder', id: '3', name: 'Harbour', sequence_id: null, etag: null },
}));

const device = { id: '91', type: 'device_pinner', product_name: 'Tandem on Bob’s laptop', owned_by: bob };
const webhook = { id: '95', type: 'webhook', target: { type: 'folder', id: '3' } };
const trashed = { trashed_at: at(2 * day) } as const;

const page = <Entry>(entries: readonly Entry[]) =>
  ({ entries: [...entries], total_count: entries.length, limit: 200, offset: 0, next_marker: null }) as never;

/** A service with an entry on each list page, for an administrator. */
export function libraryAnswers(): Answers {
  const files = folderOf([
    { ...listedFolder('3', 'Harbour'), owned_by: carol } as never,
    { ...listedFile('5', 'plan.dwg'), owned_by: ann } as never,
  ]);
  return {
    ...files,
    'trash.local.policy': () => ({ keepDays: 30, keepBytes: null }),
    'trash.local.list': () => ({
      items: [
        {
          id: 1,
          rootId: 1,
          rootPath: '/home/ann/Documents',
          path: 'drafts/old price list.xlsx',
          itemKind: 'file',
          nodes: 1,
          bytes: 48_000,
          atMs: now - 3 * day,
        },
      ],
      total: 1,
      bytes: 48_000,
    }),
    service: {
      ...files.service,
      getFolder: () => listedFolder('3', 'Harbour') as never,
      getCurrentUser: () => ({ ...people[0], enterprise: { id: '1', type: 'enterprise', name: 'Harbour' } }) as never,
      listUsers: ({ query }) => {
        const word = (query?.filter_term ?? '').toLowerCase();
        return page(people.filter(({ name }) => name.toLowerCase().startsWith(word)));
      },
      getUser: ({ params }) => people.find(({ id }) => id === params.user_id) as never,
      listGroups: () =>
        page([{ type: 'group', id: '21', name: 'Site team', description: 'At the site', created_at: at(day) }]),
      listGroupMemberships: () => page([]),
      listGroupCollaborations: () => page([]),
      listLegalHoldPolicies: () => page(holds),
      listLegalHoldPolicyAssignments: () => page([]),
      listRetentionPolicies: () => page(policies),
      listRetentionPolicyAssignments: () => page([]),
      listDevicePinners: () => page([device]),
      listWebhooks: () => page([webhook]),
      getWebhook: () =>
        ({
          ...webhook,
          address: 'https://hooks.example.com/harbour',
          triggers: ['FILE.UPLOADED'],
          created_at: at(day),
          created_by: ann,
        }) as never,
      listWebhookDeliveries: () => page([]),
      listFileRequests: () => page([request]),
      getFileRequest: () => request as never,
      listHubs: () => page([hub]),
      getHub: () => hub as never,
      listHubCollaborations: () =>
        page([{ id: '1', type: 'hub_collaboration', role: 'co-owner', status: 'accepted', accessible_by: ann }]),
      search: () => ({ ...(page(bookmarks) as object), type: 'search_results_items' }) as never,
      listTrash: () =>
        page([listedFile('5', 'old price list.xlsx', trashed), listedFolder('3', 'Old drafts', trashed)]),
      listFolderCollaborations: () => page([]),
      listFileCollaborations: () => page([]),
      listCollections: () => page([{ type: 'collection', id: '77', name: 'Favorites', collection_type: 'favorites' }]),
      listCollectionItems: () => page([listedFile('5', 'plan.dwg'), listedFolder('31', 'Tender')]),
      listRecentItems: () =>
        page([
          {
            type: 'recent_item',
            item: listedFile('5', 'plan.dwg'),
            interaction_type: 'item_open',
            interacted_at: at(9 * minute),
          },
        ]),
    },
  };
}
