import { rootFolderId } from '../../../../contract/resources/ids.ts';
import { isFolderTrigger, type WebhookTrigger } from '../../../../contract/resources/streams/webhook.ts';
import { say } from '../../../../contract/rules/say.ts';
import { readScopes } from '../../../../contract/scopes.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { WebhookRecord } from '../../../ports/metadata/streams/webhooks.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accessTo, type ItemView, requireItem } from '../../access/item-access.ts';
import { maySeeCollaborators } from '../../access/permissions/path-settings.ts';
import { revealedBy } from '../../access/permissions/reveals.ts';
import { mayReveal, type Reader, requireReveal } from '../../access/reveal.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';

/** The user-defined settings of a webhook. */
export type WebhookSettings = Pick<WebhookRecord, 'target' | 'address' | 'triggers'>;

/**
 * Validates the settings of a webhook (interface 4.8).
 * @throws Refusal `invalid_parameter` that names the field; `not_found` or `trashed` for the target;
 * `access_denied_insufficient_permissions` for a trigger that would reveal more than the caller may see.
 */
export async function requireSettings(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  { target, address, triggers }: WebhookSettings,
): Promise<void> {
  if (target.id === rootFolderId) {
    throw parameterRefusal(
      'invalid_parameter',
      'target.id',
      say`Webhooks cannot watch the root folder. Choose a folder in it.`,
    );
  }
  const objection = service.http.objection(address);
  if (objection !== null) throw parameterRefusal('invalid_parameter', 'address', objection);
  requireTriggers(target.kind, triggers);
  // Only the user's own access counts: a shared link in this request will not be present when events occur.
  const view = await requireItem(reads, { user: caller.user }, target.kind, target.id, 'list');
  for (const trigger of triggers) requireReveal(revealedBy(trigger), view, readerOf(caller.user, reads.now()));
}

/** The right to create webhooks replaces the scopes: a webhook reveals whatever its creator may read at that time. */
export function readerOf(creator: UserRecord, now: number): Reader {
  return { caller: { user: creator, scopes: readScopes }, now };
}

/** True if the creator of a webhook may read a message of this trigger about an item. */
export function mayRead(trigger: WebhookTrigger, view: ItemView, reader: Reader): boolean {
  if (!mayReveal(revealedBy(trigger), view, reader)) return false;
  return !trigger.startsWith('COLLABORATION.') || maySeeCollaborators(view);
}

/** The reason why a delivery is given up whose content the creator of the webhook may not read. */
export const noAccess = say`The creator of the webhook no longer has access to this.`;

/** The account that created a webhook; null if it is deactivated or deleted. */
export async function activeCreator(reads: MetadataReads, { createdBy }: WebhookRecord): Promise<UserRecord | null> {
  const user = await reads.users.get(createdBy);
  return user?.status === 'inactive' ? null : user;
}

/** By the creator's current rights on the target, whatever they were when the message was written. */
export async function mayCreatorRead(
  reads: MetadataReads,
  webhook: WebhookRecord,
  trigger: WebhookTrigger,
  now: number,
): Promise<boolean> {
  const user = await activeCreator(reads, webhook);
  const item = await reads.items.get(webhook.target.id);
  if (!user || !item) return false;
  const ancestors = await reads.items.ancestors(item);
  const access = await accessTo(reads, { user }, item, ancestors);
  return access !== null && mayRead(trigger, { item, ancestors, access }, readerOf(user, now));
}

function requireTriggers(kind: 'file' | 'folder', triggers: readonly WebhookTrigger[]): void {
  const wrong = kind === 'file' ? triggers.find(isFolderTrigger) : undefined;
  if (wrong === undefined) return;
  const message = say`"triggers": ${wrong} occurs only in folders. Remove it, or choose a folder as the target.`;
  throw parameterRefusal('invalid_parameter', 'triggers', message);
}

/**
 * Finds a webhook of the caller in the caller's application. No one else sees it.
 * @throws Refusal `not_found`.
 */
export async function requireWebhook(reads: MetadataReads, caller: Caller, id: string): Promise<WebhookRecord> {
  const webhook = await reads.webhooks.get(id);
  const { createdBy, appId } = creatorOf(caller);
  const isOwn = webhook !== null && webhook.createdBy === createdBy && webhook.appId === appId;
  if (isOwn && webhook.removedAt === null) return webhook;
  throw new Refusal('not_found', say`Webhook ${id} does not exist, or it is not yours.`);
}

/** @throws Refusal `conflict` if the caller's application already watches the target. */
export async function requireNoOther(reads: MetadataReads, caller: Caller, targetId: string): Promise<void> {
  const other = await reads.webhooks.getByTarget(targetId, creatorOf(caller));
  if (!other) return;
  const message = say`Webhook ${other.id} already watches this target. Update that one instead.`;
  throw new Refusal('conflict', message, { contextInfo: { conflicts: [{ type: 'webhook', id: other.id }] } });
}

/** The creator fields of a webhook of the caller. */
export function creatorOf({ user, clientId = null }: Caller) {
  return { createdBy: user.id, appId: clientId ?? '' };
}
