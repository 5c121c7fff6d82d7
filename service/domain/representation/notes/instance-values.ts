import { moment } from '../../../../contract/request-fields.ts';
import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { IndexedValue, MetadataValue } from '../../../ports/metadata/notes/metadata-instances.ts';
import type { MetadataTemplateRecord, TemplateField } from '../../../ports/metadata/notes/metadata-templates.ts';
import { assertNever, parameterRefusal, Refusal } from '../../refusal.ts';
import { isProperties } from './find-template.ts';

/** Values by the current keys. */
export type ShownValues = Readonly<Record<string, string | number | string[]>>;

/** Values by field id, with option ids, which stay valid when keys change. */
export type StoredValues = Readonly<Record<string, MetadataValue>>;

/**
 * Converts values to their stored form.
 * @throws Refusal `schema_validation_failed`, naming the field and its accepted values, if the values do not match the template.
 */
export function storedValues(template: MetadataTemplateRecord, values: ShownValues): StoredValues {
  const entries = Object.entries(values);
  if (isProperties(template)) return Object.fromEntries(entries.map(([key, value]) => [key, freeValue(key, value)]));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const field = template.fields.find((known) => known.key === key);
      if (!field) throw valueRefusal(key, say`The template "${template.key}" has no such field. Omit it.`);
      return [field.id, storedValue(field, value)];
    }),
  );
}

/** Converts values to their visible form. Values of deleted fields and options are left out. */
export function shownValues(template: MetadataTemplateRecord, values: StoredValues): ShownValues {
  const shown: Record<string, string | number | string[]> = {};
  if (isProperties(template)) {
    for (const [key, value] of Object.entries(values)) shown[key] = typeof value === 'object' ? [...value] : value;
    return shown;
  }
  for (const field of template.fields) {
    const value = values[field.id];
    const known = value === undefined ? null : shownValue(field, value);
    if (known !== null) shown[field.key] = known;
  }
  return shown;
}

/** The values as indexed for filters. */
export function indexedValues(values: StoredValues): readonly IndexedValue[] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (typeof value === 'number') return [{ field, value }];
    if (typeof value === 'string') return [{ field, value: foldedValue(value) }, ...asTime(field, value)];
    return value.map((option) => ({ field, value: foldedValue(option) }));
  });
}

/** A text as filters compare it: case-insensitive, and truncated if it is very long. */
export function foldedValue(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('\u0000', '').slice(0, 200);
}

/** A date-time is indexed by its time as well. */
function asTime(field: string, value: string): IndexedValue[] {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? [{ field, value: Date.parse(value) }] : [];
}

function freeValue(key: string, value: MetadataValue): string {
  if (key.startsWith('$'))
    throw valueRefusal(key, say`Keys that begin with "$" belong to the service. Choose another one.`);
  if (typeof value !== 'string') throw valueRefusal(key, say`must be a text.`);
  return text(key, value);
}

function storedValue(field: TemplateField, value: MetadataValue): MetadataValue {
  const { type, key } = field;
  switch (type) {
    case 'string':
      if (typeof value !== 'string') throw valueRefusal(key, say`must be a text.`);
      return text(key, value);
    case 'float':
      if (typeof value !== 'number') throw valueRefusal(key, say`must be a number.`);
      return value;
    case 'date':
      return dateTime(key, value);
    case 'enum':
      if (typeof value !== 'string') throw valueRefusal(key, say`must be one of ${wordsOf(field)}.`);
      return optionId(field, value);
    case 'multiSelect': {
      if (typeof value !== 'object') throw valueRefusal(key, say`must be an array of some of ${wordsOf(field)}.`);
      return [...new Set(value.map((word) => optionId(field, word)))];
    }
    default:
      return assertNever(type);
  }
}

function text(key: string, value: string): string {
  if (value.length <= limits.metadataValueLength) return value;
  throw valueRefusal(
    key,
    say`may have at most ${limits.metadataValueLength} characters, not ${value.length}. Shorten it.`,
  );
}

function dateTime(key: string, value: MetadataValue): string {
  const parsed = moment.safeParse(value);
  if (parsed.success) return parsed.data;
  throw valueRefusal(key, say`must be a date-time with an offset, such as 2026-01-31T12:00:00Z.`);
}

function optionId(field: TemplateField, word: string): string {
  const option = field.options.find(({ key }) => key === word);
  if (option) return option.id;
  throw valueRefusal(field.key, say`must be one of ${wordsOf(field)}, not "${word}".`);
}

/** The first options of a possibly long list. */
function wordsOf({ options }: TemplateField): string {
  const words = options.slice(0, 20).map(({ key }) => `"${key}"`);
  return options.length > words.length ? `${words.join(', ')} and others` : words.join(', ');
}

function shownValue({ type, options }: TemplateField, value: MetadataValue): string | number | string[] | null {
  const word = (id: string) => options.find((option) => option.id === id)?.key;
  if (type === 'enum') return typeof value === 'string' ? (word(value) ?? null) : null;
  if (typeof value === 'object') return type === 'multiSelect' ? value.flatMap((id) => word(id) ?? []) : null;
  return type === 'multiSelect' ? null : value;
}

function valueRefusal(key: string, sentences: readonly Sentence[]): Refusal {
  return parameterRefusal('schema_validation_failed', key, [...say`"${key}":`, ...sentences]);
}

/** @throws Refusal `schema_validation_failed` if there are more free keys than an instance allows. */
export function requireFewKeys(values: ShownValues): void {
  const count = Object.keys(values).length;
  if (count <= limits.metadataPropertiesPerInstance) return;
  const message = say`An item can have at most ${limits.metadataPropertiesPerInstance} free keys, not ${count}. Remove some.`;
  throw new Refusal('schema_validation_failed', message);
}
