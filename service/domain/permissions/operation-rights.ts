import type { OperationName } from '../../../contract/operations.ts';
import { creator, enterprise, item, itemOrLink, type Need, self } from './needs.ts';

/**
 * Operation x caller: what each operation of the interface asks of who calls it. A test tries every operation as every kind of
 * caller against this table, so that no cell of it is a mere claim.
 */
export const operationRights: Readonly<Record<OperationName, Need>> = {
  createFolder: item('upload'),
  getFolder: itemOrLink('list'),
  listFolderItems: itemOrLink('list'),
  updateFolder: item('organise'),
  copyFolder: itemOrLink('copy'),
  deleteFolder: item('organise'),
  restoreFolder: item('organise'),
  getTrashedFolder: item('organise'),
  purgeFolder: item('organise'),
  listTrash: self,

  getFile: itemOrLink('list'),
  updateFile: item('organise'),
  copyFile: itemOrLink('copy'),
  deleteFile: item('organise'),
  downloadFile: itemOrLink('download'),
  restoreFile: item('organise'),
  getTrashedFile: item('organise'),
  purgeFile: item('organise'),
  preflightUpload: item('upload'),
  preflightVersion: itemOrLink('edit'),
  uploadFile: item('upload'),
  uploadVersion: itemOrLink('edit'),

  listVersions: item('preview'),
  getVersion: item('preview'),
  deleteVersion: item('organise'),
  restoreVersion: item('organise'),
  promoteVersion: item('edit'),

  createWebLink: item('upload'),
  getWebLink: itemOrLink('list'),
  updateWebLink: item('organise'),
  restoreWebLink: item('organise'),
  deleteWebLink: item('organise'),
  getTrashedWebLink: item('organise'),
  purgeWebLink: item('organise'),

  createFolderLock: item('configure'),
  listFolderLocks: item('configure'),
  deleteFolderLock: item('configure'),
  listCollections: self,
  getCollection: creator,
  listCollectionItems: creator,

  createUploadSession: item('upload'),
  createVersionUploadSession: item('edit'),
  getUploadSession: creator,
  uploadPart: creator,
  listParts: creator,
  commitUploadSession: creator,
  abortUploadSession: creator,

  getSharedItem: itemOrLink('list'),

  createCollaboration: item('invite'),
  listPendingCollaborations: self,
  getCollaboration: item('list'),
  updateCollaboration: item('invite'),
  deleteCollaboration: item('invite'),

  listEvents: self,
  getRealtimeServers: self,
  getCurrentUser: self,

  createMetadataTemplate: enterprise,
  listGlobalMetadataTemplates: self,
  listEnterpriseMetadataTemplates: self,
  findMetadataTemplates: itemOrLink('list'),
  getMetadataTemplateById: self,
  getMetadataTemplate: self,
  updateMetadataTemplate: enterprise,
  deleteMetadataTemplate: enterprise,
  listFileMetadata: itemOrLink('list'),
  getFileMetadata: itemOrLink('list'),
  createFileMetadata: itemOrLink('upload'),
  updateFileMetadata: itemOrLink('upload'),
  deleteFileMetadata: itemOrLink('upload'),
  listFolderMetadata: itemOrLink('list'),
  getFolderMetadata: itemOrLink('list'),
  createFolderMetadata: itemOrLink('upload'),
  updateFolderMetadata: itemOrLink('upload'),
  deleteFolderMetadata: itemOrLink('upload'),
};
