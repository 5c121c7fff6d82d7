import type { ServiceRequest } from '../../../preload/ipc/service-calls.ts';
import { administration } from '../../texts/administration.ts';

export type Trigger = ServiceRequest<'createWebhook'>['body']['triggers'][number];
type OfferedTrigger = keyof typeof administration.connections.triggers & Trigger;
export type Area = keyof typeof administration.connections.areas;

/** The triggers of an area. A file has none of those that only occur in folders. */
export function triggersOf(area: Area, target: 'file' | 'folder'): readonly OfferedTrigger[] {
  return (Object.keys(administration.connections.triggers) as OfferedTrigger[]).filter(
    (trigger) => trigger.startsWith(`${area}.`) && (target === 'folder' || !happensInFolders(trigger)),
  );
}

export const areas = (): readonly Area[] => Object.keys(administration.connections.areas) as Area[];

function happensInFolders(trigger: OfferedTrigger): boolean {
  return trigger === 'FILE.UPLOADED' || /^(?:FOLDER|COLLABORATION)\./.test(trigger);
}

/**
 * Triggers that are not offered: the service always sends `WEBHOOK.DELETED`, and never sends the others. A webhook that another
 * program created can have them.
 */
const notOffered: Readonly<Record<Exclude<Trigger, OfferedTrigger>, true>> = {
  'WEBHOOK.DELETED': true,
  'SIGN_REQUEST.COMPLETED': true,
  'SIGN_REQUEST.DECLINED': true,
  'SIGN_REQUEST.EXPIRED': true,
  'SIGN_REQUEST.SIGNER_EMAIL_BOUNCED': true,
  'SIGN_REQUEST.SIGN_SIGNER_SIGNED': true,
  'SIGN_REQUEST.SIGN_DOCUMENT_CREATED': true,
  'SIGN_REQUEST.SIGN_ERROR_FINALIZING': true,
};

export function isOffered(trigger: Trigger): trigger is OfferedTrigger {
  return trigger in administration.connections.triggers;
}

/** The triggers of a webhook, without those that this version does not know. */
export function knownTriggers(triggers: readonly string[]): readonly Trigger[] {
  return triggers.filter(
    (trigger): trigger is Trigger => trigger in administration.connections.triggers || trigger in notOffered,
  );
}
