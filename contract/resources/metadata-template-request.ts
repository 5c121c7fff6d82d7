import { z } from 'zod';
import { limits } from '../limits.ts';
import { plainText } from '../request-fields.ts';
import { classificationConfig, fieldTypes } from './metadata-template.ts';

/* What requests say of metadata templates. */

/** A key of a template or of a field. */
export const templateKeyText = (longest: number) =>
  z
    .string()
    .max(longest, `may have at most ${longest} characters`)
    .regex(/^[A-Za-z_][-A-Za-z0-9_]*$/, 'must begin with a letter or "_" and hold letters, digits, "-" and "_" only');
/** What people read as the name of a template or a field. */
export const displayName = plainText(limits.metadataTextLength).refine((text) => text !== '', 'must not be empty');
const optionKey = displayName;

const newOption = z.object({ key: optionKey, staticConfig: classificationConfig.nullable().optional() });
/** A field as a new template, or one that gets it, states it. */
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
/** The key of a template in a path; one that cannot be is one that is not there. */
export const templateKeyInPath = plainText(limits.metadataTemplateKeyLength);
/** One step of a change of a template; which of the further fields it needs depends on `op`. */
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

/** What the `data` of a step says, or what is wrong with it, in one sentence. */
export type StepData<T> = { readonly value: T } | { readonly fault: string };

/** What `editTemplate` may change. */
export const readTemplateEdit = stepReader(templateEdit);
/** A field that `addField` brings. */
export const readNewField = stepReader(newTemplateField);
/** What `editField` may change. The type of a field stays: its values are of it. */
export const readFieldEdit = stepReader(fieldEdit);
/** An option that is added, or what an edited one becomes. */
export const readOption = stepReader(newOption);

function stepReader<S extends z.ZodType>(schema: S): (step: TemplateStep) => StepData<z.output<S>> {
  return ({ op, data }) => {
    const parsed = schema.safeParse(data ?? {});
    if (parsed.success) return { value: parsed.data };
    const [issue] = parsed.error.issues;
    return { fault: `"data" of "${op}": "${issue?.path.join('.') ?? ''}" ${issue?.message ?? 'is not valid'}.` };
  };
}

/** A filter of a search by metadata: one template, and what its fields hold. */
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
