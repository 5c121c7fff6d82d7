import type { z } from 'zod';
import type { Operation } from '../../../../contract/operation.ts';
import * as versions from '../../../../contract/operations/items/file-versions.ts';
import * as files from '../../../../contract/operations/items/files.ts';
import * as folders from '../../../../contract/operations/items/folders.ts';
import * as sessions from '../../../../contract/operations/items/upload-sessions.ts';
import * as collaborations from '../../../../contract/operations/sharing/collaborations.ts';
import {
  entryCurrent,
  entryFile,
  entryFolder,
  entryUploaded,
  listedGrants,
  listedItems,
  listedVersions,
  promotedVersion,
} from './entry-form.ts';

/** The operations that answer with files, folders, versions or collaborations, which are read in the form of an entry. */
export const getFile = reading(files.getFile, 200, entryFile);
export const updateFile = reading(files.updateFile, 200, entryFile);
export const copyFile = reading(files.copyFile, 201, entryFile);
export const restoreFile = reading(files.restoreFile, 201, entryFile);
export const uploadFile = reading(files.uploadFile, 201, entryUploaded);
export const uploadVersion = reading(files.uploadVersion, 201, entryUploaded);
export const commitUploadSession = reading(sessions.commitUploadSession, 201, entryUploaded);
export const getFolder = reading(folders.getFolder, 200, entryFolder);
export const createFolder = reading(folders.createFolder, 201, entryFolder);
export const updateFolder = reading(folders.updateFolder, 200, entryFolder);
export const restoreFolder = reading(folders.restoreFolder, 201, entryFolder);
export const listFolderItems = reading(folders.listFolderItems, 200, listedItems);
export const getCurrentVersion = reading(files.getFile, 200, entryCurrent);
export const listVersions = reading(versions.listVersions, 200, listedVersions);
export const promoteVersion = reading(versions.promoteVersion, 201, promotedVersion);
export const listFileCollaborations = reading(collaborations.listFileCollaborations, 200, listedGrants);
export const listFolderCollaborations = reading(collaborations.listFolderCollaborations, 200, listedGrants);

type Reading<O extends Operation, Status extends keyof O['answers'], Form extends z.ZodType> = Omit<O, 'answers'> & {
  readonly answers: Omit<O['answers'], Status> & {
    readonly [S in Status]: Omit<O['answers'][S], 'schema'> & { readonly schema: Form };
  };
};

/** The operation, with this form for the body of one of its answers. */
function reading<O extends Operation, Status extends keyof O['answers'] & number, Form extends z.ZodType>(
  operation: O,
  status: Status,
  schema: Form,
): Reading<O, Status, Form> {
  const answers = { ...operation.answers, [status]: { ...operation.answers[status], schema } };
  // The type states which parts the copy keeps and which it replaces.
  return { ...operation, answers } as unknown as Reading<O, Status, Form>;
}
