import type { WebhookTrigger } from '../../../contract/resources/webhook.ts';
import { downloadScopes, previewScopes, readScopes, type Scope } from '../../../contract/scopes.ts';
import type { Action } from './rights.ts';

/**
 * What an answer, a message or a copy reveals of an item: what is said of it, what people say about it, how it looks, or its bytes.
 * Rights belong to what is revealed and not to the operation that reveals it.
 */
export type Revealed = 'metadata' | 'comments' | 'preview' | 'bytes';

/** What a person's role and a token have to include for each. */
export const revealing: Readonly<Record<Revealed, { readonly action: Action; readonly scopes: readonly Scope[] }>> = {
  metadata: { action: 'list', scopes: readScopes },
  comments: { action: 'comment', scopes: readScopes },
  preview: { action: 'preview', scopes: previewScopes },
  bytes: { action: 'download', scopes: downloadScopes },
};

/** What the message of a webhook reveals. Tasks are words about a file, as comments are. */
export function revealedBy(trigger: WebhookTrigger): Revealed {
  return /^(?:COMMENT|TASK_ASSIGNMENT)\./.test(trigger) ? 'comments' : 'metadata';
}
