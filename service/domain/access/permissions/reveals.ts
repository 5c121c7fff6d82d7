import type { WebhookTrigger } from '../../../../contract/resources/streams/webhook.ts';
import { downloadScopes, previewScopes, readScopes, type Scope } from '../../../../contract/scopes.ts';
import type { Action } from './rights.ts';

/**
 * The kinds of data that a response, a message or a copy reveals of an item: metadata, comments, appearance, or bytes. Rights are
 * tied to the revealed data, not to the operation.
 */
export type Revealed = 'metadata' | 'comments' | 'preview' | 'bytes';

/** The required action and scopes for each. */
export const revealing: Readonly<Record<Revealed, { readonly action: Action; readonly scopes: readonly Scope[] }>> = {
  metadata: { action: 'list', scopes: readScopes },
  comments: { action: 'comment', scopes: readScopes },
  preview: { action: 'preview', scopes: previewScopes },
  bytes: { action: 'download', scopes: downloadScopes },
};

/** The data that a webhook message reveals. Tasks count as comments. */
export function revealedBy(trigger: WebhookTrigger): Revealed {
  return trigger.startsWith('COMMENT.') || trigger.startsWith('TASK_ASSIGNMENT.') ? 'comments' : 'metadata';
}
