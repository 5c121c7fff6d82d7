import { z } from 'zod';
import { plainText } from '../../request-fields.ts';
import { limits } from '../../rules/limits.ts';
import { ruleSentences } from '../../rules/rule-issue.ts';
import { say } from '../../rules/say.ts';
import type { Sentence } from '../sentence.ts';
import { classificationConfig, fieldTypes } from './metadata-template.ts';

/* Requests about metadata templates. */

/** A key of a template or of a field. */
export const templateKeyText = (longest: number) =>
  z
    .string()
    .max(longest, `may have at most ${longest} characters`)
    .regex(/^[A-Za-z_][-A-Za-z0-9_]*$/, 'must begin with a letter or "_" and hold letters, digits, "-" and "_" only');
/** The visible name of a template or a field. */
export const displayName = plainText(limits.metadataTextLength).refine((text) => text !== '', 'must not be empty');
const optionKey = displayName;

const newOption = z.object({ key: optionKey, staticConfig: classificationConfig.nullable().optional() });
/** A field in a request that creates or extends a template. */
export const newTemplateField = z.object({
  type: z.enum(fieldTypes),
  key: templateKeyText(limits.metadataFieldKeyLength),
  displayName,
  description: plainText(limits.metadataTextLength).nullable().optional(),
  hidden: z.boolean().nullable().optional(),
  options: z
    .array(newOption)
    .max(limits.metadataOptionsPerField, `may hold at most ${limits.metadataOptionsPerField} options`)
    .nullable()
    .optional(),
});
export type NewTemplateField = z.output<typeof newTemplateField>;
export type NewTemplateOption = z.output<typeof newOption>;

/** The scope of a template in a path: `global`, `enterprise`, or `enterprise_` and the id of the enterprise. */
export const scopeInPath = z
  .string()
  .regex(/^(?:global|enterprise(?:_\d{1,19})?)$/, 'must be "global" or "enterprise"');
/** The key of a template in a path; an invalid one counts as missing. */
export const templateKeyInPath = plainText(limits.metadataTemplateKeyLength);
/** One step of a template update; the additional fields it needs depend on `op`. */
export const templateStep = z.object({
  op: z.enum([
    'editTemplate',
    'addField',
    'editField',
    'removeField',
    'reorderFields',
    'addEnumOption',
    'editEnumOption',
    'removeEnumOption',
    'reorderEnumOptions',
    'addMultiSelectOption',
    'editMultiSelectOption',
    'removeMultiSelectOption',
    'reorderMultiSelectOptions',
  ]),
  data: z.record(z.string(), z.unknown()).optional(),
  fieldKey: z.string().optional(),
  fieldKeys: z.array(z.string()).optional(),
  enumOptionKey: z.string().optional(),
  enumOptionKeys: z.array(z.string()).optional(),
  multiSelectOptionKey: z.string().optional(),
  multiSelectOptionKeys: z.array(z.string()).optional(),
});
export type TemplateStep = z.output<typeof templateStep>;

const templateEdit = z.object({
  displayName: displayName.optional(),
  hidden: z.boolean().optional(),
  copyInstanceOnItemCopy: z.boolean().optional(),
});
const fieldEdit = newTemplateField.pick({ key: true, displayName: true, description: true, hidden: true }).partial();

/** The parsed `data` of a step, or its fault. */
export type StepData<T> = { readonly value: T } | { readonly fault: readonly Sentence[] };

/** The fields that `editTemplate` may change. */
export const readTemplateEdit = stepReader(templateEdit);
/** A field added by `addField`. */
export const readNewField = stepReader(newTemplateField);
/** The properties that `editField` may change. The type of a field never changes, since its values depend on it. */
export const readFieldEdit = stepReader(fieldEdit);
/** An added option, or the new state of an edited one. */
export const readOption = stepReader(newOption);

function stepReader<S extends z.ZodType>(schema: S): (step: TemplateStep) => StepData<z.output<S>> {
  return ({ op, data }) => {
    const parsed = schema.safeParse(data ?? {});
    if (parsed.success) return { value: parsed.data };
    const faults = parsed.error.issues.slice(0, 1);
    return {
      fault: faults.flatMap((issue) => [
        ...say`"data" of "${op}": "${issue.path.join('.')}":`,
        ...ruleSentences(issue, data),
      ]),
    };
  };
}

/** A metadata filter of a search: one template, and conditions on its fields. */
export const metadataFilter = z.object({
  scope: scopeInPath,
  templateKey: templateKeyInPath,
  filters: z

    .record(
      plainText(limits.metadataFieldKeyLength),
      z.union([
        z.string(),
        z.number(),
        z.array(z.string()),
        z.object({
          gt: z.union([z.string(), z.number()]).optional(),
          lt: z.union([z.string(), z.number()]).optional(),
        }),
      ]),
    )
    .optional(),
});
export type MetadataFilter = z.output<typeof metadataFilter>;
