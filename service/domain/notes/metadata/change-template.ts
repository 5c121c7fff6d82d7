import type { MetadataTemplate } from '../../../../contract/resources/notes/metadata-template.ts';
import type { NewTemplateField, TemplateStep } from '../../../../contract/resources/notes/metadata-template-request.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { MetadataTemplateRecord } from '../../../ports/metadata/notes/metadata-templates.ts';
import { requireAdministrator } from '../../access/enterprise/administration.ts';
import { type Change, change } from '../../change/change.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';
import {
  isProperties,
  readScope,
  requireTemplate,
  type TemplateName,
} from '../../representation/notes/find-template.ts';
import type { Caller, Service } from '../../service.ts';
import { presentTemplate } from './present-template.ts';
import { newField, requireDistinctFields } from './template-fields.ts';
import { afterStep } from './template-steps.ts';

/** Input of `createTemplate`. The default key is derived from the name. */
export interface CreateTemplate {
  readonly scope: string;
  readonly key?: string | undefined;
  readonly displayName: string;
  readonly hidden?: boolean | undefined;
  readonly copyInstanceOnItemCopy?: boolean | undefined;
  readonly fields: readonly NewTemplateField[];
}

/**
 * Creates a template of the enterprise.
 * @throws Refusal `conflict` if the key is taken; for callers who are not administrators.
 */
export async function createTemplate(
  service: Service,
  caller: Caller,
  request: CreateTemplate,
): Promise<MetadataTemplate> {
  requireAdministrator(caller);
  if (readScope(request.scope, service.settings) !== 'enterprise') {
    throw parameterRefusal('bad_request', 'scope', say`Templates can only be created in the scope "enterprise".`);
  }
  const fields = request.fields.map((field) => newField(field, service.ids));
  requireDistinctFields(fields);
  return change(service, caller, async (change) => {
    const { tx, now } = change;
    const key = request.key ?? keyOf(request.displayName, service.ids.hex(4));
    if (await tx.templates.getByKey('enterprise', key)) {
      throw new Refusal('conflict', say`A template with the key "${key}" already exists. Choose another key.`);
    }
    const template: MetadataTemplateRecord = {
      id: await tx.allocateId(),
      scope: 'enterprise',
      key,
      displayName: request.displayName,
      hidden: request.hidden ?? false,
      copyInstanceOnItemCopy: request.copyInstanceOnItemCopy ?? false,
      fields,
      version: 0,
      createdBy: caller.user.id,
      createdAt: now,
      modifiedAt: now,
    };
    await tx.templates.insert(template);
    await reportTemplate(change, 'METADATA_TEMPLATE_CREATE', template);
    return presentTemplate(template, service.settings);
  });
}

/** Applies steps to a template, all or nothing. Stored values of fields and options keep their meaning when keys change. */
export async function updateTemplate(
  service: Service,
  caller: Caller,
  { name, steps }: { readonly name: TemplateName; readonly steps: readonly TemplateStep[] },
): Promise<MetadataTemplate> {
  requireAdministrator(caller);
  return change(service, caller, async (change) => {
    const before = await requireOwn(change, name);
    const after = steps.reduce((template, step) => afterStep(template, step, service.ids), before);
    const template = { ...after, version: before.version + 1, modifiedAt: change.now };
    await change.tx.templates.update(template);
    await reportTemplate(change, 'METADATA_TEMPLATE_UPDATE', template);
    return presentTemplate(template, service.settings);
  });
}

/** Deletes a template with all its instances. */
export async function deleteTemplate(service: Service, caller: Caller, name: TemplateName): Promise<void> {
  requireAdministrator(caller);
  await change(service, caller, async (change) => {
    const template = await requireOwn(change, name);
    await change.tx.templates.delete(template.id);
    await reportTemplate(change, 'METADATA_TEMPLATE_DELETE', template);
  });
}

async function requireOwn({ tx, service }: Change, name: TemplateName): Promise<MetadataTemplateRecord> {
  const template = await requireTemplate(tx, service.settings, name);
  if (!isProperties(template)) return template;
  throw new Refusal('forbidden', say`The built-in template "properties" cannot be changed.`);
}

async function reportTemplate(
  { report, service }: Change,
  adminType: 'METADATA_TEMPLATE_CREATE' | 'METADATA_TEMPLATE_UPDATE' | 'METADATA_TEMPLATE_DELETE',
  template: MetadataTemplateRecord,
): Promise<void> {
  const { type, id, scope, templateKey, displayName } = presentTemplate(template, service.settings);
  const resource = { type, id, scope, templateKey, displayName };
  await report({ adminType, trigger: null, source: { kind: 'resource', resource } });
}

/** Derives a key from a name, using only characters that keys allow; `tail` distinguishes names with the same spelling. */
function keyOf(displayName: string, tail: string): string {
  const words = displayName.match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word, index) => (index === 0 ? word.toLowerCase() : capital(word))).join('');
  return `${/^[A-Za-z]/.test(joined) ? joined.slice(0, 40) : 'template'}_${tail}`;
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
}
