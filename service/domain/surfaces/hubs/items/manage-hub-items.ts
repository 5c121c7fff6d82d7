import { errorStatus } from '../../../../../contract/error-codes.ts';
import type { Sentence } from '../../../../../contract/resources/sentence.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { ItemKind } from '../../../../ports/metadata/items/items.ts';
import { kindNames } from '../../../access/item-access.ts';
import { type Change, changeIn } from '../../../change/change.ts';
import { Refusal } from '../../../refusal.ts';
import type { Caller, Service } from '../../../service.ts';
import { requireHub, turnOfHub } from '../require-hub.ts';
import { firstBlock, requireBlock } from './require-block.ts';
import { visibleItem } from './visible-item.ts';

/** One operation on the items of a hub. */
export interface HubItemOperation {
  readonly action: 'add' | 'remove';
  readonly item: { readonly type: ItemKind; readonly id: string };
  /** The target block of an item; by default the first one. */
  readonly blockId: string | undefined;
}

/** The outcome of an operation: an HTTP status, and the refusal if there was one. */
export interface HubItemOutcome extends HubItemOperation {
  readonly status: number;
  readonly error: readonly Sentence[] | undefined;
}

/**
 * Adds items to a hub and removes them, for editors. Each operation stands alone, so a refusal does not stop the others. A user can
 * add only items they can see.
 */
export async function manageHubItems(
  service: Service,
  caller: Caller,
  { hubId, operations }: { readonly hubId: string; readonly operations: readonly HubItemOperation[] },
): Promise<readonly HubItemOutcome[]> {
  return changeIn(service, caller, await turnOfHub(service, hubId), async (change) => {
    const { tx, now } = change;
    const { hub } = await requireHub(tx, caller, hubId, 'curate');
    await tx.requireTrees([hub.createdBy]);
    const outcomes: HubItemOutcome[] = [];
    for (const operation of operations) outcomes.push(await attempt(change, hubId, operation));
    if (outcomes.some(({ error }) => error === undefined)) {
      await tx.hubs.update({ ...hub, updatedBy: caller.user.id, updatedAt: now });
    }
    return outcomes;
  });
}

async function attempt(change: Change, hubId: string, operation: HubItemOperation): Promise<HubItemOutcome> {
  try {
    if (operation.action === 'add') await add(change, hubId, operation);
    else await remove(change, hubId, operation);
    return { ...operation, status: 200, error: undefined };
  } catch (error) {
    // Refusals come before the operation writes anything, so there is nothing to undo.
    if (!(error instanceof Refusal)) throw error;
    return { ...operation, status: errorStatus[error.code], error: error.sentences };
  }
}

async function add({ tx, caller }: Change, hubId: string, { item, blockId }: HubItemOperation): Promise<void> {
  const found = await visibleItem(tx, caller, item.id);
  if (found?.kind !== item.type) {
    throw new Refusal(
      'not_found',
      say`The ${kindNames[item.type]} ${item.id} does not exist, or you have no access to it.`,
    );
  }
  const block = blockId === undefined ? await firstBlock(tx, hubId) : await requireBlock(tx, hubId, blockId);
  if (await tx.hubs.getItem(hubId, found.id)) {
    throw new Refusal('conflict', say`The ${kindNames[item.type]} "${found.name}" is already in the hub.`);
  }
  await tx.hubs.addItem({ hubId, itemId: found.id, blockId: block.id });
}

async function remove({ tx }: Change, hubId: string, { item, blockId }: HubItemOperation): Promise<void> {
  const found = await tx.hubs.getItem(hubId, item.id);
  const isThere = found !== null && (blockId === undefined || found.blockId === blockId);
  if (!isThere) throw new Refusal('not_found', say`The ${kindNames[item.type]} ${item.id} is not in the hub.`);
  await tx.hubs.removeItem(hubId, item.id);
}
