import type { ServiceRequest } from '../../../preload/ipc/service-calls.ts';
import { texts } from '../../texts/texts.ts';

/** The triggers of webhooks, without those that the service accepts but never sends (signing). */
export type Trigger = keyof typeof texts.connections.triggers &
  ServiceRequest<'createWebhook'>['body']['triggers'][number];
export type Area = keyof typeof texts.connections.areas;

/** The triggers of an area. A file has none of those that only occur in folders. */
export function triggersOf(area: Area, target: 'file' | 'folder'): readonly Trigger[] {
  return (Object.keys(texts.connections.triggers) as Trigger[]).filter(
    (trigger) => trigger.startsWith(`${area}.`) && (target === 'folder' || !happensInFolders(trigger)),
  );
}

export const areas = (): readonly Area[] => Object.keys(texts.connections.areas) as Area[];

function happensInFolders(trigger: Trigger): boolean {
  return trigger === 'FILE.UPLOADED' || /^(?:FOLDER|COLLABORATION)\./.test(trigger);
}

/** The triggers of a webhook that can be edited here. Others stay unchanged. */
export function knownTriggers(triggers: readonly string[]): readonly Trigger[] {
  const known = Object.keys(texts.connections.triggers) as Trigger[];
  return known.filter((trigger) => triggers.includes(trigger));
}
