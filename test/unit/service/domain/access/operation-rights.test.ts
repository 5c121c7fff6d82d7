import { expect, test } from 'vitest';
import type { OperationName } from '../../../../../contract/operations.ts';
import { permits, type Standing } from '../../../../../service/domain/access/permissions/needs.ts';
import { operationRights } from '../../../../../service/domain/access/permissions/operation-rights.ts';

const nobody: Standing = { enterprise: 'user', item: null, link: null, group: null, hub: null, isCreator: false };

/** Callers, each with what earlier ones may not do. */
const callers: readonly (readonly [who: string, standing: Partial<Standing>, operations: string])[] = [
  [
    'anyone',
    {},
    `createHub getCurrentUser getMetadataTemplate getMetadataTemplateById getRealtimeServers listCollections
     listEnterpriseMetadataTemplates listEvents listFileRequests listGlobalMetadataTemplates listGroups listHubs
     listPendingCollaborations listRecentItems listTrash listWebhooks search withdrawIdempotencyKey`,
  ],
  [
    'previewer',
    { item: 'previewer' },
    `createComment createTask createWebhook findMetadataTemplates getCollaboration getComment getFile
     getFileMetadata getFileRequest getFolder getFolderMetadata getSharedItem getTask getTaskAssignment
     getThumbnail getVersion getWebLink listComments listFileCollaborations listFileMetadata
     listFolderCollaborations listFolderItems listFolderMetadata listTaskAssignments listTasks listVersions`,
  ],
  [
    'uploader',
    { item: 'uploader' },
    `createFileMetadata createFolder createFolderMetadata createUploadSession createWebLink deleteFileMetadata
     deleteFolderMetadata preflightUpload updateFileMetadata updateFolderMetadata uploadFile uploadFiles`,
  ],
  ['viewer', { item: 'viewer' }, `copyFile copyFolder createZipDownload downloadFile downloadFiles`],
  [
    'viewer uploader',
    { item: 'viewer uploader' },
    `createVersionUploadSession preflightVersion promoteVersion uploadVersion`,
  ],
  [
    'editor',
    { item: 'editor' },
    `copyFileRequest createCollaboration createFileRequest createTaskAssignment deleteCollaboration deleteComment
     deleteFile deleteFileRequest deleteFolder deleteTask deleteTaskAssignment deleteVersion deleteWebLink
     getTrashedFile getTrashedFolder getTrashedWebLink restoreFile restoreFolder restoreVersion
     restoreWebLink updateCollaboration updateFile updateFileRequest updateFolder updateTask updateWebLink`,
  ],
  [
    'co-owner',
    { item: 'co-owner' },
    `createFolderLock deleteFolderLock listFolderLocks purgeFile purgeFolder purgeWebLink`,
  ],
  [
    'creator',
    { isCreator: true },
    `abortUploadSession commitUploadSession deleteWebhook getCollection getIdempotencyKey getUploadSession
     getWebhook getZipDownloadStatus listCollectionItems listParts listWebhookDeliveries logUploadEvent updateComment
     updateTaskAssignment updateWebhook uploadPart`,
  ],
  ['group member', { group: 'member' }, `getGroup getGroupMembership listGroupMemberships`],
  [
    'group admin',
    { group: 'admin' },
    `createGroupMembership deleteGroupMembership listGroupCollaborations listUserMemberships updateGroup
     updateGroupMembership`,
  ],
  [
    'viewer of a hub',
    { hub: 'viewer' },
    `copyHub getHub getHubCollaboration listHubCollaborations listHubDocumentBlocks listHubDocumentPages
     listHubItems`,
  ],
  ['editor of a hub', { hub: 'editor' }, `createHubCollaboration manageHubItems updateHub`],
  ['co-owner of a hub', { hub: 'co-owner' }, `deleteHub deleteHubCollaboration updateHubCollaboration`],
  [
    'administrator',
    { enterprise: 'admin' },
    `createEmailAlias createGroup createLegalHoldPolicy createLegalHoldPolicyAssignment createMetadataTemplate
     createRetentionPolicy createRetentionPolicyAssignment createUser deleteDevicePinner deleteEmailAlias
     deleteGroup deleteLegalHoldPolicy deleteLegalHoldPolicyAssignment deleteMetadataTemplate deleteRetentionPolicy
     deleteRetentionPolicyAssignment deleteUser deleteUserAvatar getDevicePinner getLegalHoldPolicy
     getLegalHoldPolicyAssignment getRetentionPolicy getRetentionPolicyAssignment getUser getUserAvatar
     listDevicePinners listEmailAliases listEnterpriseHubs listFileVersionsOnHold listFileVersionsUnderRetention
     listFilesOnHold listFilesUnderRetention listLegalHoldPolicies listLegalHoldPolicyAssignments
     listRetentionPolicies listRetentionPolicyAssignments listUsers setUserAvatar transferContent
     updateLegalHoldPolicy updateMetadataTemplate updateRetentionPolicy updateUser`,
  ],
];

const names = Object.keys(operationRights) as readonly OperationName[];
const allowed = (standing: Partial<Standing>) =>
  names.filter((name) => permits(operationRights[name], { ...nobody, ...standing }));
const sorted = (words: string) => words.trim().split(/\s+/).toSorted();

test.each(callers.map(([who, standing, operations], at) => ({ who, standing, operations, at })))(
  'what $who may call, and no caller before',
  ({ standing, operations, at }) => {
    const before = new Set(callers.slice(0, at).flatMap(([, earlier]) => allowed(earlier)));
    expect(
      allowed(standing)
        .filter((name) => !before.has(name))
        .toSorted(),
    ).toEqual(sorted(operations));
  },
);

test('every operation is one of those', () => {
  expect(callers.flatMap(([, , operations]) => sorted(operations)).toSorted()).toEqual(names.toSorted());
});

test.each([
  { role: 'previewer', more: 'getFile getFolder getSharedItem getWebLink listFolderItems' },
  { role: 'viewer', more: 'copyFile copyFolder createZipDownload downloadFile' },
  { role: 'editor', more: 'preflightVersion uploadVersion' },
] as const)('what a shared link with the role $role adds', ({ role, more }) => {
  const weaker = { previewer: null, viewer: 'previewer', editor: 'viewer' } as const;
  const before = new Set(allowed({ link: weaker[role] }));
  expect(
    allowed({ link: role })
      .filter((name) => !before.has(name))
      .toSorted(),
  ).toEqual(sorted(more));
});
