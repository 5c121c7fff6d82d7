import type { FullHub } from '../../../../contract/resources/surfaces/hub.ts';
import type { HubRecord } from '../../../ports/metadata/surfaces/hubs.ts';
import { changeIn } from '../../change/change.ts';
import type { Caller, Service } from '../../service.ts';
import { answerHub } from './present-hub.ts';
import { requireHub, turnOfHub } from './require-hub.ts';

/** Settings that only a hub's co-owners may change. */
export type HubSettings = Pick<
  HubRecord,
  | 'isAiEnabled'
  | 'isCollaborationRestrictedToEnterprise'
  | 'canNonOwnersInvite'
  | 'canSharedLinkBeCreated'
  | 'canPublicSharedLinkBeCreated'
  | 'copyAccess'
>;

/** Input of `updateHub`; absent fields stay as they are. */
export interface UpdateHub {
  readonly id: string;
  readonly text: Partial<Pick<HubRecord, 'title' | 'description'>>;
  readonly settings: Partial<HubSettings>;
}

/** Changes the text of a hub, for editors, or its settings, for co-owners (interface 4.17). */
export async function updateHub(service: Service, caller: Caller, { id, text, settings }: UpdateHub): Promise<FullHub> {
  return changeIn(service, caller, await turnOfHub(service, id), async ({ tx, now }) => {
    const action = Object.keys(settings).length > 0 ? 'govern' : 'curate';
    const { hub } = await requireHub(tx, caller, id, action);
    await tx.requireTrees([hub.createdBy]);
    const updated: HubRecord = { ...hub, ...text, ...settings, updatedBy: caller.user.id, updatedAt: now };
    await tx.hubs.update(updated);
    return answerHub(tx, updated);
  });
}
