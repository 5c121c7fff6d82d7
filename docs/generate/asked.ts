import type { AskedOperation, AskedRow } from './asked-operations.ts';

const integration = (name: string) => `test/integration/service/${name}.test.ts`;
const e2e = (name: string) => `test/e2e/${name}.spec.ts`;
const compat = (name: string) => `test/compat/${name}.test.ts`;

/** The operations of the interface's part 4, in its order. */
export const askedOperations: readonly AskedOperation[] = [
  {
    section: '4.1',
    title: 'Copy a folder',
    methods: ['POST'],
    path: '/folders/{folder_id}/copy',
    operation: 'copyFolder',
    place: 'Files',
    tests: [[integration('tree/trees'), 'is deep: folders, files, web links, tags and sizes']],
  },
  {
    section: '4.2',
    title: 'Commit an upload session',
    methods: ['POST'],
    path: '/files/upload_sessions/{session_id}/commit',
    operation: 'commitUploadSession',
    place: 'Files, drag and drop, sync',
    tests: [
      [integration('uploads/upload-sessions'), '[4.2] parts in any order, side by side, then a commit makes the file'],
    ],
  },
  {
    section: '4.3',
    title: 'Restore a web link from the trash',
    methods: ['POST'],
    path: '/web_links/{web_link_id}',
    operation: 'restoreWebLink',
    also: { method: 'PUT', operation: 'updateWebLink' },
    place: 'Bookmarks, Trash',
    tests: [[integration('tree/web-links'), 'restore: parent is used only if the original folder no longer exists']],
  },
  {
    section: '4.4',
    title: 'Get a web link through a shared link',
    methods: ['GET'],
    path: '/shared_items',
    operation: 'getSharedItem',
    place: 'Bookmarks',
    tests: [
      [integration('sharing/shared-links'), 'GET /shared_items gives the file, folder or web link behind a link'],
      [compat('sharing/shared-links'), 'on a web link: added, read, updated, found by a visitor, removed'],
    ],
  },
  {
    section: '4.5',
    title: 'List collaborations of a group',
    methods: ['GET'],
    path: '/groups/{group_id}/collaborations',
    operation: 'listGroupCollaborations',
    place: 'Administration',
    tests: [
      [integration('people/groups'), 'is a page by offset of collaborations, for administrators'],
      [
        compat('sharing/collaborations'),
        "the public SDK shares a folder with a group and lists the group's collaborations",
      ],
      [e2e('pages/administration'), 'people and groups: accounts, members, and folders shared with a group'],
    ],
  },
  {
    section: '4.6',
    title: 'List collaborations on a file',
    methods: ['GET'],
    path: '/files/{file_id}/collaborations',
    operation: 'listFileCollaborations',
    place: 'Files, details',
    tests: [
      [integration('sharing/sharing'), 'is listed by marker, with pending ones and without the owner'],
      [compat('sharing/collaborations'), 'the public SDK lists the collaborators of a file'],
    ],
  },
  {
    section: '4.7',
    title: 'Get a file request',
    methods: ['GET'],
    path: '/file_requests/{file_request_id}',
    operation: 'getFileRequest',
    place: 'File requests',
    tests: [
      [integration('sharing/file-requests'), 'is created active, called after its folder'],
      [compat('sharing/file-requests'), 'the public SDK reads, updates, copies and deletes a file request'],
      [e2e('sharing/requests-hubs'), 'a file request is made, told what to ask, closed, opened, copied and deleted'],
    ],
  },
  {
    section: '4.8',
    title: 'Create a webhook',
    methods: ['POST'],
    path: '/webhooks',
    operation: 'createWebhook',
    place: 'Files, details; Administration',
    tests: [
      [integration('streams/webhooks'), 'are made, shown, listed, changed and deleted'],
      [e2e('pages/administration'), 'devices are signed out; webhooks are made, changed'],
    ],
  },
  {
    section: '4.9',
    title: 'Get a legal hold policy assignment',
    methods: ['GET'],
    path: '/legal_hold_policy_assignments/{legal_hold_policy_assignment_id}',
    operation: 'getLegalHoldPolicyAssignment',
    place: 'Administration',
    tests: [
      [integration('governance/legal-holds'), 'legal hold assignment: deleted_at null -> release in progress'],
      [
        compat('governance/legal-holds'),
        'the public SDK assigns a legal hold, lists the held content and releases it once',
      ],
      [e2e('pages/administration'), 'holds and retention: held content is shown, and no longer held after a release'],
    ],
  },
  {
    section: '4.10',
    title: 'Restore a file version',
    methods: ['PUT', 'POST'],
    path: '/files/{file_id}/versions/{file_version_id}',
    operation: 'restoreVersion',
    place: 'Files, details',
    tests: [
      [
        integration('tree/files'),
        'only past versions are listed, newest first, trashed ones too; deletion, restore, promotion',
      ],
    ],
  },
  {
    section: '4.11',
    title: 'List retention policies',
    methods: ['GET'],
    path: '/retention_policies',
    operation: 'listRetentionPolicies',
    place: 'Administration',
    tests: [
      [
        compat('governance/retention-policies'),
        'the public SDK makes, changes, lists, retires and deletes retention policies',
      ],
      [e2e('pages/administration'), 'holds and retention: held content is shown, and no longer held after a release'],
    ],
  },
  {
    section: '4.12',
    title: 'Update a group membership',
    methods: ['PUT'],
    path: '/group_memberships/{group_membership_id}',
    operation: 'updateGroupMembership',
    place: 'Administration',
    tests: [
      [integration('people/groups'), 'configurable_permissions: null disables all, omitted permissions are enabled'],
      [compat('people/groups'), 'the public SDK takes people into a group, changes their role'],
      [e2e('pages/administration'), 'people and groups: accounts, members, and folders shared with a group'],
    ],
  },
  {
    section: '4.13',
    title: 'Get the current user',
    methods: ['GET'],
    path: '/users/me',
    operation: 'getCurrentUser',
    place: 'Settings',
    tests: [
      [integration('operations/requests'), 'answers the standard fields; role and enterprise only through fields'],
    ],
  },
  {
    section: '4.14',
    title: 'List device pins of an enterprise',
    methods: ['GET'],
    path: '/enterprises/{enterprise_id}/device_pinners',
    operation: 'listDevicePinners',
    place: 'Administration',
    tests: [
      [integration('people/device-pinners'), 'limits: device pinners limit default: 100'],
      [compat('people/device-pinners'), 'the public SDK lists, gets and deletes device pins'],
      [e2e('pages/administration'), 'devices are signed out; webhooks are made, changed'],
    ],
  },
  {
    section: '4.15',
    title: 'List hubs',
    methods: ['GET'],
    path: '/hubs',
    operation: 'listHubs',
    place: 'Hubs',
    tests: [
      [compat('sharing/hubs'), 'the public SDK makes, reads, changes, lists'],
      [e2e('sharing/requests-hubs'), 'a hub is made, filled, given to people, found, copied and deleted'],
    ],
  },
  {
    section: '4.16',
    title: 'Create a hub',
    methods: ['POST'],
    path: '/hubs',
    operation: 'createHub',
    place: 'Hubs',
    tests: [
      [compat('sharing/hubs'), 'the public SDK makes, reads, changes, lists'],
      [e2e('sharing/requests-hubs'), 'a hub is made, filled, given to people, found, copied and deleted'],
    ],
  },
  {
    section: '4.17',
    title: 'Update a hub',
    methods: ['PUT'],
    path: '/hubs/{hub_id}',
    operation: 'updateHub',
    place: 'Hubs',
    tests: [
      [compat('sharing/hubs'), 'the public SDK makes, reads, changes, lists'],
      [e2e('sharing/requests-hubs'), 'a hub is made, filled, given to people, found, copied and deleted'],
    ],
  },
  {
    section: '4.18',
    title: 'Create a hub collaboration',
    methods: ['POST'],
    path: '/hub_collaborations',
    operation: 'createHubCollaboration',
    place: 'Hubs',
    tests: [
      [compat('sharing/hubs'), 'the public SDK gives a hub to people, changes their roles'],
      [e2e('sharing/requests-hubs'), 'a hub is made, filled, given to people, found, copied and deleted'],
    ],
  },
  {
    section: '4.19',
    title: 'Update a hub collaboration',
    methods: ['PUT'],
    path: '/hub_collaborations/{hub_collaboration_id}',
    operation: 'updateHubCollaboration',
    place: 'Hubs',
    tests: [
      [compat('sharing/hubs'), 'the public SDK gives a hub to people, changes their roles'],
      [e2e('sharing/requests-hubs'), 'a hub is made, filled, given to people, found, copied and deleted'],
    ],
  },
  {
    section: '4.20',
    title: 'List hub collaborations',
    methods: ['GET'],
    path: '/hub_collaborations',
    operation: 'listHubCollaborations',
    place: 'Hubs',
    tests: [
      [compat('sharing/hubs'), 'the public SDK gives a hub to people, changes their roles'],
      [e2e('sharing/requests-hubs'), 'a hub is made, filled, given to people, found, copied and deleted'],
    ],
  },
];

/** The rows of the interface's parts 3 (states), 7 (errors) and 8 (limits). */
export const askedRows: readonly AskedRow[] = [
  {
    part: '3',
    row: 'web link trashed -> restored; the fallback parent only if the original folder is gone',
    tests: [[integration('tree/web-links'), 'restore: parent is used only if the original folder no longer exists']],
  },
  {
    part: '3',
    row: 'web link restored: the original shared link becomes active again',
    tests: [[integration('sharing/shared-link-life'), 'original shared link becomes active again']],
  },
  {
    part: '3',
    row: 'file version trashed -> restored, with restored_at and restored_by',
    tests: [
      [
        integration('tree/files'),
        'states: file version trashed -> restored: restored_at and restored_by describe the restore',
      ],
    ],
  },
  {
    part: '3',
    row: 'file request active -> inactive when expires_at has passed',
    tests: [[integration('sharing/file-requests'), 'active, time passes expires_at: automatically inactive']],
  },
  {
    part: '3',
    row: 'file request active -> inactive when its status is set',
    tests: [[integration('sharing/file-requests'), 'active, status set to inactive']],
  },
  {
    part: '3',
    row: 'legal hold assignment: deleted_at null -> release in progress',
    tests: [[integration('governance/legal-holds'), 'legal hold assignment: deleted_at null -> release in progress']],
  },
  {
    part: '3',
    row: 'item_status: active, trashed, deleted',
    tests: [[integration('tree/web-links'), 'item_status: active, trashed, deleted']],
  },
  {
    part: '3',
    row: 'folder sync_state: synced, not_synced, partially_synced',
    tests: [[integration('tree/item-fields'), 'states: folder sync_state']],
  },
  {
    part: '3',
    row: 'collaboration status: accepted, pending, rejected',
    tests: [
      [integration('sharing/collaborations'), 'declined, it is no longer listed'],
      [integration('sharing/sharing'), 'a role changes also while the invitation waits'],
    ],
  },
  {
    part: '7',
    row: 'upload commit with If-Match whose etag no longer matches: 412',
    tests: [[integration('uploads/upload-sessions'), 'a new version by session: If-Match 412, If-None-Match 304']],
  },
  {
    part: '7',
    row: 'upload commit with If-None-Match and the item unchanged: 304',
    tests: [[integration('uploads/upload-sessions'), 'a new version by session: If-Match 412, If-None-Match 304']],
  },
  {
    part: '7',
    row: 'shared-item read with If-None-Match and the item unchanged: 304',
    tests: [[integration('sharing/shared-links'), 'a shared-item read with If-None-Match and the item unchanged: 304']],
  },
  {
    part: '7',
    row: 'group collaborations listed with offset above 10000: 400',
    tests: [[integration('people/groups'), 'errors: Group collaborations listed with offset above 10000: 400']],
  },
  {
    part: '7',
    row: 'visit to the URL of a file request whose status is inactive: 404',
    tests: [[integration('sharing/file-requests'), 'Visit to the URL of a file request whose status is inactive: 404']],
  },
  {
    part: '8',
    row: 'limit query parameter on list operations: at most 1000 per page',
    tests: [
      [integration('tree/item-fields'), 'limits: `limit` query parameter on list operations: at most 1000 per page'],
    ],
  },
  {
    part: '8',
    row: 'offset on group collaborations: above 10000 is rejected with 400',
    tests: [[integration('people/groups'), 'limits: offset on group collaborations: above 10000 is rejected with 400']],
  },
  {
    part: '8',
    row: 'device pinners limit default: 100',
    tests: [[integration('people/device-pinners'), 'limits: device pinners limit default: 100']],
  },
  {
    part: '8',
    row: 'tags per item: 100; array length 1-100',
    tests: [[integration('tree/item-fields'), 'limits: tags per item: 100; array length 1-100']],
  },
  {
    part: '8',
    row: 'unique tags per enterprise: 10,000',
    tests: [[integration('tree/item-fields'), 'limits: unique tags per enterprise: 10,000']],
  },
  {
    part: '8',
    row: 'folder copy name length: 1-255',
    tests: [[integration('tree/trees'), 'limits: folder copy name: 1-255']],
  },
  {
    part: '8',
    row: 'folder description length: max 256',
    tests: [[integration('tree/item-fields'), 'limits: folder description: max 256']],
  },
  {
    part: '8',
    row: 'hub title length: max 50, not empty',
    tests: [[integration('sharing/hubs'), 'limits: hub title: max 50, not empty']],
  },
  {
    part: '8',
    row: 'hub description returned: first 200 characters',
    tests: [[integration('sharing/hubs'), 'limits: hub description returned: first 200 characters']],
  },
  { part: '8', row: 'user name: max 50', tests: [[integration('people/users'), 'limits: user name: max 50']] },
  {
    part: '8',
    row: 'user job_title, phone: max 100 each',
    tests: [[integration('people/users'), 'limits: user job_title, phone: max 100 each: phone']],
  },
  { part: '8', row: 'user address: max 255', tests: [[integration('people/users'), 'limits: user address: max 255']] },
  {
    part: '8',
    row: 'max_upload_size: per-user field',
    tests: [[integration('people/users'), 'limits: max_upload_size: per-user field']],
  },
];
