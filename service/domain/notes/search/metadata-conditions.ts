import type { MetadataFilter } from '../../../../contract/resources/notes/metadata-template-request.ts';
import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { InstanceCondition, MetadataInstanceRecord } from '../../../ports/metadata/notes/metadata-instances.ts';
import type { MetadataTemplateRecord, TemplateField } from '../../../ports/metadata/notes/metadata-templates.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { parameterRefusal } from '../../refusal.ts';
import { findTemplate, isProperties } from '../../representation/notes/find-template.ts';
import { foldedValue, indexedValues } from '../../representation/notes/instance-values.ts';
import type { ServiceSettings } from '../../service.ts';

/** A metadata filter: an instance of the template that meets all conditions. */
export interface MetadataConditions {
  readonly templateId: string;
  readonly conditions: readonly InstanceCondition[];
}

type Wanted = NonNullable<MetadataFilter['filters']>[string];

/**
 * Interprets a search filter by its template.
 * @throws Refusal `invalid_parameter` for anything that the template does not have.
 */
export async function metadataConditions(
  reads: MetadataReads,
  settings: Pick<ServiceSettings, 'enterprise'>,
  filter: MetadataFilter,
): Promise<MetadataConditions> {
  const template = await findTemplate(reads, settings, { scope: filter.scope, key: filter.templateKey });
  if (!template)
    throw filterRefusal(say`The scope "${filter.scope}" has no metadata template "${filter.templateKey}".`);
  const wanted = Object.entries(filter.filters ?? {});
  return { templateId: template.id, conditions: wanted.map(([key, value]) => conditionOf(template, key, value)) };
}

/** True if an item's metadata meets the conditions. */
export function fulfils(instance: MetadataInstanceRecord, { templateId, conditions }: MetadataConditions): boolean {
  if (instance.templateId !== templateId) return false;
  const values = indexedValues(instance.values);
  return conditions.every((condition) =>
    values.some(({ field, value }) => field === condition.field && isLike(value, condition)),
  );
}

function isLike(value: string | number, condition: InstanceCondition): boolean {
  if ('anyOf' in condition) return typeof value === 'string' && condition.anyOf.includes(value);
  const isAbove = condition.from === null || (typeof value === 'number' && value >= condition.from);
  return typeof value === 'number' && isAbove && (condition.to === null || value <= condition.to);
}

function conditionOf(template: MetadataTemplateRecord, key: string, wanted: Wanted): InstanceCondition {
  if (isProperties(template)) return { field: key, anyOf: textsOf(key, wanted).map(foldedValue) };
  const field = template.fields.find((known) => known.key === key);
  if (!field) throw filterRefusal(say`The template "${template.key}" has no field "${key}".`);
  if (typeof wanted === 'object' && !Array.isArray(wanted)) return rangeOf(field, wanted);
  if (typeof wanted === 'number') return { field: field.id, from: wanted, to: wanted };
  if (field.type === 'date') {
    const time = timeOf(key, textsOf(key, wanted)[0]);
    return { field: field.id, from: time, to: time };
  }
  const texts = textsOf(key, wanted);
  return { field: field.id, anyOf: (field.options.length === 0 ? texts : optionIds(field, texts)).map(foldedValue) };
}

/** Option ids by key; an unknown key matches no item. */
function optionIds(field: TemplateField, keys: readonly string[]): readonly string[] {
  return field.options.filter(({ key }) => keys.includes(key)).map(({ id }) => id);
}

function textsOf(key: string, wanted: Wanted): readonly string[] {
  if (typeof wanted === 'string') return [wanted];
  if (Array.isArray(wanted)) return wanted;
  throw filterRefusal(say`The filter of "${key}" must be a string or an array of strings.`);
}

/** Both ends are inclusive, as in the public format. */
function rangeOf(
  { id, key, type }: TemplateField,
  { gt, lt }: { readonly gt?: string | number | undefined; readonly lt?: string | number | undefined },
): InstanceCondition {
  const numberOf = (end: string | number) => (typeof end === 'number' ? end : timeOf(key, end));
  if (type !== 'float' && type !== 'date')
    throw filterRefusal(say`"${key}" has the type "${type}", which does not support ranges.`);
  return { field: id, from: gt === undefined ? null : numberOf(gt), to: lt === undefined ? null : numberOf(lt) };
}

function timeOf(key: string, text: string | undefined): number {
  const time = Date.parse(text ?? '');
  if (!Number.isNaN(time)) return time;
  throw filterRefusal(say`The filter of "${key}" must be a date-time, such as 2026-01-31T12:00:00Z.`);
}

function filterRefusal(sentences: readonly Sentence[]) {
  return parameterRefusal('invalid_parameter', 'mdfilters', sentences);
}
