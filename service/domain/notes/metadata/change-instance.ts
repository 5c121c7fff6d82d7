import type { MetadataInstance, MetadataPatchStep } from '../../../../contract/resources/notes/metadata-instance.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { MetadataInstanceRecord } from '../../../ports/metadata/notes/metadata-instances.ts';
import type { MetadataTemplateRecord } from '../../../ports/metadata/notes/metadata-templates.ts';
import type { ItemView } from '../../access/item-access.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { Refusal } from '../../refusal.ts';
import { isProperties, type TemplateName } from '../../representation/notes/find-template.ts';
import {
  indexedValues,
  requireFewKeys,
  type ShownValues,
  shownValues,
  storedValues,
} from '../../representation/notes/instance-values.ts';
import { presentInstance } from '../../representation/notes/present-instance.ts';
import type { Caller, Service } from '../../service.ts';
import { requireInstance, requireKnownTemplate } from './get-instances.ts';
import { type MetadataItem, requireEditableItem } from './metadata-item.ts';
import { patched } from './patch-values.ts';

/** An item and one of its metadata instances. */
export interface InstanceTarget {
  readonly item: MetadataItem;
  readonly template: TemplateName;
}

/**
 * Adds metadata of a template to an item.
 * @throws Refusal `tuple_already_exists` if it already has some.
 */
export async function createInstance(
  service: Service,
  caller: Caller,
  { item, template: name, values }: InstanceTarget & { readonly values: ShownValues },
): Promise<MetadataInstance> {
  return changeIn(service, caller, treesOf(caller, item.id), async (change) => {
    const { tx, now } = change;
    const view = await requireEditableItem(tx, caller, item);
    const template = await requireKnownTemplate(tx, service, name);
    await requireRoom(change, view, template);
    const instance: MetadataInstanceRecord = {
      id: await tx.allocateId(),
      itemId: view.item.id,
      templateId: template.id,
      version: 0,
      values: checkedValues(template, values),
      createdBy: caller.user.id,
      createdAt: now,
      modifiedAt: now,
    };
    await tx.instances.insert(instance, view.item.ownerId, indexedValues(instance.values));
    return reportInstance(change, 'CREATE', { instance, template, view });
  });
}

/** Changes metadata with a JSON patch, all or nothing. */
export async function updateInstance(
  service: Service,
  caller: Caller,
  { item, template: name, steps }: InstanceTarget & { readonly steps: readonly MetadataPatchStep[] },
): Promise<MetadataInstance> {
  return changeIn(service, caller, treesOf(caller, item.id), async (change) => {
    const { tx, now } = change;
    const view = await requireEditableItem(tx, caller, item);
    const { instance: before, template } = await requireInstance(tx, service, view.item.id, name);
    const values = checkedValues(template, patched(shownValues(template, before.values), steps));
    const instance = { ...before, values, version: before.version + 1, modifiedAt: now };
    await tx.instances.update(instance, view.item.ownerId, indexedValues(values));
    return reportInstance(change, 'UPDATE', { instance, template, view });
  });
}

/** Removes the metadata of a template from an item. */
export async function deleteInstance(service: Service, caller: Caller, target: InstanceTarget): Promise<void> {
  await changeIn(service, caller, treesOf(caller, target.item.id), async (change) => {
    const view = await requireEditableItem(change.tx, caller, target.item);
    const { instance, template } = await requireInstance(change.tx, service, view.item.id, target.template);
    await change.tx.instances.delete(instance.id);
    await reportInstance(change, 'DELETE', { instance, template, view });
  });
}

function checkedValues(template: MetadataTemplateRecord, values: ShownValues) {
  if (isProperties(template)) requireFewKeys(values);
  return storedValues(template, values);
}

async function requireRoom({ tx }: Change, { item }: ItemView, template: MetadataTemplateRecord): Promise<void> {
  const instances = await tx.instances.listOfItems([item.id]);
  if (instances.some(({ templateId }) => templateId === template.id)) {
    const message = say`"${item.name}" already has metadata of the template "${template.key}". Update it instead.`;
    throw new Refusal('tuple_already_exists', message);
  }
  if (instances.length < limits.metadataInstancesPerItem) return;
  const message = say`An item can have metadata of at most ${limits.metadataInstancesPerItem} templates. Remove one first.`;
  throw new Refusal('bad_request', message);
}

const reports = {
  CREATE: ['METADATA_INSTANCE_CREATE', 'METADATA_INSTANCE.CREATED'],
  UPDATE: ['METADATA_INSTANCE_UPDATE', 'METADATA_INSTANCE.UPDATED'],
  DELETE: ['METADATA_INSTANCE_DELETE', 'METADATA_INSTANCE.DELETED'],
} as const;

/** Reports the change to administrators and webhooks, and returns the instance. */
async function reportInstance(
  { report, service }: Change,
  what: keyof typeof reports,
  about: {
    readonly instance: MetadataInstanceRecord;
    readonly template: MetadataTemplateRecord;
    readonly view: ItemView;
  },
): Promise<MetadataInstance> {
  const [adminType, trigger] = reports[what];
  const { item, ancestors } = about.view;
  const shown = presentInstance(about.instance, about.template, about.view, service.settings);
  await report({ adminType, trigger, source: { kind: 'item', item, ancestors }, details: { metadata: shown } });
  return shown;
}
