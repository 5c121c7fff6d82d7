import { heldTargets } from '../legal-holds/hold-entered.ts';
import { retainedTargets } from '../retention/retain-entered.ts';
import type { Service } from '../service.ts';
import { audienceOf } from './audience.ts';
import type { Change, Surroundings } from './change.ts';
import type { Place } from './place.ts';

/** What all new files in one folder share. Good within the change that asked: nothing else changes the folder meanwhile. */
export async function surroundingsOf({ tx, service }: Change, { folder, ancestors }: Place): Promise<Surroundings> {
  const held = await tx.legalHolds.listActiveOn(heldTargets(folder.ownerId, ancestors));
  const retained = await tx.retention.listActiveOn(retainedTargets(enterpriseOf(service), ancestors));
  const webhooks = await tx.webhooks.listOnTargets(ancestors.map(({ id }) => id));
  return {
    // The folder is the last of the ancestors: what has it as its place is seen by who sees the folder.
    audience: await audienceOf(tx, folder, ancestors.slice(0, -1)),
    isGoverned: held.length > 0 || retained.length > 0,
    isWatched: webhooks.length > 0,
  };
}

const enterpriseOf = ({ settings }: Service): string => settings.enterprise.id;
