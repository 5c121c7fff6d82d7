import type { AnswerOf, SentRequestOf } from '../../contract/operation.ts';
import type { OperationName, Operations } from '../../contract/operations.ts';

/**
 * What of the service's interface the window may call, in the name of the person who is signed in: the operations that its pages
 * need, and none that gives out or takes a secret (tokens, keys), bytes, or addresses to bytes. Requests and answers have the
 * shapes of the contract, so nothing is declared twice.
 */
export const serviceCalls = [
  'getFolder',
  'listFolderItems',
  'createFolder',
  'updateFolder',
  'copyFolder',
  'deleteFolder',
  'restoreFolder',
  'getFile',
  'updateFile',
  'copyFile',
  'deleteFile',
  'restoreFile',
  'listVersions',
  'promoteVersion',
  'deleteVersion',
  'restoreVersion',
  'updateWebLink',
  'deleteWebLink',
  'restoreWebLink',
  'listTrash',
  'purgeFile',
  'purgeFolder',
  'purgeWebLink',
  'listFileCollaborations',
  'listFolderCollaborations',
  'createCollaboration',
  'updateCollaboration',
  'deleteCollaboration',
] as const satisfies readonly OperationName[];

export type ServiceCall = (typeof serviceCalls)[number];
export type ServiceRequest<Name extends ServiceCall> = SentRequestOf<Operations[Name]>;
/** The body of the answer; undefined where the operation answers without one. */
export type ServiceAnswer<Name extends ServiceCall> = Extract<
  AnswerOf<Operations[Name]>,
  { readonly body: unknown }
>['body'];
