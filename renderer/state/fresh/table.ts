import type { CommandName } from '../../../preload/ipc/commands.ts';
import type { ServiceCall } from '../../../preload/ipc/service-calls.ts';

/**
 * The freshness table: what each cached answer is about, and what each change touches. It is the only place that says which answers a change makes
 * stale; no page invalidates anything itself.
 */

type ReadCall = Extract<ServiceCall, `get${string}` | `list${string}` | 'search'>;
type WriteCall = Exclude<ServiceCall, ReadCall>;

/** The subjects of cached answers. */
export type Subject =
  | 'account'
  | 'assignments'
  | 'bandwidth'
  | 'comments'
  | 'conflicts'
  | 'devices'
  | 'folderStates'
  | 'groups'
  | 'guard'
  | 'held'
  | 'holds'
  | 'hubs'
  | 'ignored'
  | 'items'
  | 'journal'
  | 'journalPolicy'
  | 'kept'
  | 'link'
  | 'localTrash'
  | 'policies'
  | 'problems'
  | 'recent'
  | 'requests'
  | 'roots'
  | 'selection'
  | 'settings'
  | 'sharing'
  | 'tasks'
  | 'templates'
  | 'trash'
  | 'users'
  | 'versions'
  | 'webhooks';

/** The subject of the answer of each operation. Its name is the second part of the query key, after `service`. */
const operationSubjects: { readonly [Name in ReadCall]: Subject } = {
  getFolder: 'items',
  listFolderItems: 'items',
  getFile: 'items',
  search: 'items',
  listCollections: 'items',
  listCollectionItems: 'items',
  listRecentItems: 'items',
  listVersions: 'versions',
  listComments: 'comments',
  listTasks: 'tasks',
  listTrash: 'trash',
  listFileCollaborations: 'sharing',
  listFolderCollaborations: 'sharing',
  listGroupCollaborations: 'sharing',
  getMetadataTemplate: 'templates',
  getCurrentUser: 'users',
  listUsers: 'users',
  getUser: 'users',
  listFileRequests: 'requests',
  getFileRequest: 'requests',
  listHubs: 'hubs',
  listEnterpriseHubs: 'hubs',
  getHub: 'hubs',
  listHubItems: 'hubs',
  listHubCollaborations: 'hubs',
  listGroups: 'groups',
  listGroupMemberships: 'groups',
  getGroupMembership: 'groups',
  listLegalHoldPolicies: 'holds',
  listLegalHoldPolicyAssignments: 'assignments',
  getLegalHoldPolicyAssignment: 'assignments',
  listFilesOnHold: 'assignments',
  listFileVersionsOnHold: 'assignments',
  listRetentionPolicies: 'policies',
  listRetentionPolicyAssignments: 'assignments',
  listFilesUnderRetention: 'assignments',
  listFileVersionsUnderRetention: 'assignments',
  listDevicePinners: 'devices',
  listWebhooks: 'webhooks',
  getWebhook: 'webhooks',
  listWebhookDeliveries: 'webhooks',
};

/** The subject of the answer of each command. Its name is the first part of the query key; `journal` is the list of the page Activity. */
const commandSubjects: { readonly [Name in CommandName | 'journal']?: Subject } = {
  journal: 'journal',
  'session.get': 'account',
  'account.get': 'account',
  'activity.list': 'recent',
  'journal.policy': 'journalPolicy',
  'bandwidth.get': 'bandwidth',
  'conflict.get': 'conflicts',
  'conflict.list': 'conflicts',
  'guard.get': 'guard',
  'held.items': 'held',
  'held.list': 'held',
  'ignore.get': 'ignored',
  'kept.list': 'kept',
  'link.items': 'link',
  'path.why': 'recent',
  'problem.list': 'problems',
  'root.list': 'roots',
  'selection.states': 'folderStates',
  'selection.tree': 'selection',
  'settings.get': 'settings',
  'trash.local.list': 'localTrash',
  'trash.local.policy': 'localTrash',
};

/** The data that an operation touches, whether it succeeds or fails: a failure may be partial. */
const operationTouches: { readonly [Name in WriteCall]: readonly Subject[] } = {
  createFolder: ['items'],
  updateFolder: ['items'],
  copyFolder: ['items'],
  deleteFolder: ['items', 'trash'],
  restoreFolder: ['items', 'trash'],
  updateFile: ['items'],
  copyFile: ['items'],
  deleteFile: ['items', 'trash'],
  restoreFile: ['items', 'trash'],
  promoteVersion: ['items', 'versions'],
  deleteVersion: ['versions'],
  restoreVersion: ['versions'],
  createComment: ['comments'],
  updateComment: ['comments'],
  deleteComment: ['comments'],
  createTask: ['tasks'],
  deleteTask: ['tasks'],
  createTaskAssignment: ['tasks'],
  updateTaskAssignment: ['tasks'],
  deleteTaskAssignment: ['tasks'],
  createWebLink: ['items'],
  updateWebLink: ['items'],
  deleteWebLink: ['items', 'trash'],
  restoreWebLink: ['items', 'trash'],
  purgeFile: ['trash'],
  purgeFolder: ['trash'],
  purgeWebLink: ['trash'],
  createCollaboration: ['sharing', 'items'],
  updateCollaboration: ['sharing'],
  deleteCollaboration: ['sharing', 'items'],
  createFileMetadata: ['items'],
  updateFileMetadata: ['items'],
  deleteFileMetadata: ['items'],
  createFolderMetadata: ['items'],
  updateFolderMetadata: ['items'],
  deleteFolderMetadata: ['items'],
  createFileRequest: ['requests'],
  updateFileRequest: ['requests'],
  deleteFileRequest: ['requests'],
  copyFileRequest: ['requests'],
  createHub: ['hubs'],
  updateHub: ['hubs'],
  deleteHub: ['hubs'],
  copyHub: ['hubs'],
  manageHubItems: ['hubs'],
  createHubCollaboration: ['hubs'],
  updateHubCollaboration: ['hubs'],
  deleteHubCollaboration: ['hubs'],
  createUser: ['users'],
  updateUser: ['users'],
  deleteUser: ['users', 'groups'],
  transferContent: ['users', 'items'],
  createGroup: ['groups'],
  updateGroup: ['groups'],
  deleteGroup: ['groups', 'sharing'],
  createGroupMembership: ['groups'],
  updateGroupMembership: ['groups'],
  deleteGroupMembership: ['groups'],
  createLegalHoldPolicy: ['holds'],
  updateLegalHoldPolicy: ['holds'],
  deleteLegalHoldPolicy: ['holds'],
  createLegalHoldPolicyAssignment: ['holds', 'assignments'],
  deleteLegalHoldPolicyAssignment: ['holds', 'assignments'],
  createRetentionPolicy: ['policies'],
  updateRetentionPolicy: ['policies'],
  createRetentionPolicyAssignment: ['policies', 'assignments'],
  deleteRetentionPolicy: ['policies'],
  deleteRetentionPolicyAssignment: ['policies', 'assignments'],
  deleteDevicePinner: ['devices'],
  createWebhook: ['webhooks'],
  updateWebhook: ['webhooks'],
  deleteWebhook: ['webhooks'],
};

/** The subjects that a command touches. A command that is missing here changes no cached data. */
const commandTouches: { readonly [Name in CommandName]?: readonly Subject[] } = {
  'account.cancelSignIn': ['account'],
  'account.readSignIn': ['account'],
  'account.signIn': ['account'],
  'account.signOut': ['account'],
  'account.startPrivate': ['account'],
  'journal.setPolicy': ['journalPolicy', 'journal', 'recent'],
  'activity.undo': ['journal', 'recent', 'conflicts', 'items', 'trash', 'localTrash', 'versions'],
  'bandwidth.set': ['bandwidth'],
  'conflict.resolve': ['conflicts', 'journal', 'items'],
  'guard.set': ['guard', 'held'],
  'held.release': ['held', 'journal', 'items', 'trash', 'localTrash'],
  'ignore.set': ['ignored'],
  'kept.set': ['kept', 'problems', 'recent'],
  'invitation.accept': ['items', 'sharing'],
  'invitation.decline': ['sharing'],
  'link.take': ['items'],
  'problem.rename': ['items', 'recent', 'problems'],
  'problem.retry': ['problems'],
  'root.add': ['roots', 'selection', 'folderStates'],
  'root.recover': ['roots'],
  'root.remove': ['roots', 'selection', 'folderStates'],
  'selection.set': ['selection', 'folderStates'],
  'settings.set': ['settings'],
  'share.bringBack': ['items'],
  'share.leave': ['items', 'sharing'],
  'trash.local.purge': ['localTrash'],
  'trash.local.restore': ['localTrash', 'journal'],
  'trash.local.setPolicy': ['localTrash'],
};

/** The subject of a query, by its key; null: no change can touch it. */
export function subjectOf([first, second]: readonly unknown[]): Subject | null {
  const known: Readonly<Record<string, Subject>> = first === 'service' ? operationSubjects : commandSubjects;
  const name = first === 'service' ? second : first;
  return typeof name === 'string' ? (known[name] ?? null) : null;
}

/** The subjects that a request of the window touches. */
export function touchedBy(command: CommandName, operation: ServiceCall | null): readonly Subject[] {
  const known: { readonly [Name in ServiceCall]?: readonly Subject[] } = operationTouches;
  return (operation === null ? commandTouches[command] : known[operation]) ?? [];
}
