import { propertiesTemplateKey } from '../../../../contract/resources/notes/metadata-template.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { MetadataTemplateRecord, TemplateScope } from '../../../ports/metadata/notes/metadata-templates.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';
import type { ServiceSettings } from '../../service.ts';

/**
 * The built-in template that accepts any keys with text values. It is in no table, since every service has it and no one can change
 * it.
 */
export const propertiesTemplate: MetadataTemplateRecord = {
  id: '0',
  scope: 'global',
  key: propertiesTemplateKey,
  displayName: 'Custom metadata',
  hidden: false,
  copyInstanceOnItemCopy: true,
  fields: [],
  version: 0,
  createdBy: '0',
  createdAt: 0,
  modifiedAt: 0,
};

/** True for the template of free keys. */
export function isProperties(template: Pick<MetadataTemplateRecord, 'id'>): boolean {
  return template.id === propertiesTemplate.id;
}

/** The scope as responses show it: `global`, or `enterprise_` and the id of the enterprise. */
export function shownScope(scope: TemplateScope, settings: Pick<ServiceSettings, 'enterprise'>): string {
  return scope === 'global' ? 'global' : `enterprise_${settings.enterprise.id}`;
}

/** The scope in a request, where `enterprise` means the own one; null for another enterprise's. */
export function readScope(text: string, settings: Pick<ServiceSettings, 'enterprise'>): TemplateScope | null {
  if (text === 'global') return 'global';
  return text === 'enterprise' || text === shownScope('enterprise', settings) ? 'enterprise' : null;
}

/** A template's name in a request. */
export interface TemplateName {
  readonly scope: string;
  readonly key: string;
}

/** The template with a name; null if there is none. */
export async function findTemplate(
  reads: MetadataReads,
  settings: Pick<ServiceSettings, 'enterprise'>,
  { scope, key }: TemplateName,
): Promise<MetadataTemplateRecord | null> {
  const known = readScope(scope, settings);
  if (known === null) return null;
  if (known === 'global' && key === propertiesTemplate.key) return propertiesTemplate;
  return reads.templates.getByKey(known, key);
}

/**
 * Finds the template with a name.
 * @throws Refusal `not_found`.
 */
export async function requireTemplate(
  reads: MetadataReads,
  settings: Pick<ServiceSettings, 'enterprise'>,
  name: TemplateName,
): Promise<MetadataTemplateRecord> {
  const template = await findTemplate(reads, settings, name);
  if (template) return template;
  throw new Refusal('not_found', say`The scope "${name.scope}" has no metadata template "${name.key}".`);
}

/** Templates by id, including the template of free keys. */
export async function templatesById(
  reads: MetadataReads,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, MetadataTemplateRecord>> {
  const wanted = [...new Set(ids)].filter((id) => id !== propertiesTemplate.id);
  const found = wanted.length === 0 ? [] : await reads.templates.getMany(wanted);
  return new Map([propertiesTemplate, ...found].map((template) => [template.id, template]));
}
