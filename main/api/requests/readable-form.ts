import { z } from 'zod';
import type { Answer, Operation } from '../../../contract/operation.ts';
import { standIns } from './stand-ins.ts';

/** A page of a list. `left_out`: how many of its entries could not be read; absent if all could. */
type ReadPage = { readonly entries: readonly unknown[]; readonly left_out?: number };

/**
 * The operation with the forms of its answers as lenient as a page or a command can bear: one odd field or entry of another service must not
 * cost all others. A field that may be missing or null is so if it has another shape, a required one has its stand-in, and an entry that lacks one without
 * a stand-in is left out and counted. Our own service's answers are checked against the contract, in its tests.
 */
export function readableOperation<O extends Operation>(operation: O): O {
  const answers = Object.entries(operation.answers).map(([status, answer]): [string, Answer] => [
    status,
    answer.kind === 'json' ? { ...answer, schema: readableForm(answer.schema) } : answer,
  ]);
  // Each form reads into the same type as the one that it replaces.
  return { ...operation, answers: Object.fromEntries(answers) } as O;
}

/** The number of entries that were left out of a page. */
export const leftOutOf = (page: object): number => ('left_out' in page ? Number(page.left_out) : 0);

/** The lenient form of a schema. Its output has the schema's own type. */
function readableForm(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return readableObject(schema);
  if (schema instanceof z.ZodArray) return z.array(readableForm(typed(schema.element)));
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((option) => readableForm(typed(option)));
    return schema.clone({ ...schema.def, options });
  }
  if (schema instanceof z.ZodOptional) return readableForm(typed(schema.unwrap())).optional().catch(undefined);
  if (schema instanceof z.ZodNullable) return readableForm(typed(schema.unwrap())).nullable().catch(null);
  if (schema instanceof z.ZodCatch) {
    return schema.clone({ ...schema.def, innerType: readableForm(typed(schema.def.innerType)) });
  }
  if (schema instanceof z.ZodISODateTime) return moment;
  return schema;
}

function readableObject(schema: z.ZodObject): z.ZodType {
  const { entries, ...others }: { readonly [name: string]: z.core.$ZodType } = schema.shape;
  const instead = standIns.get(schema) ?? {};
  const fields = Object.entries(others).map(([name, field]): [string, z.ZodType] => {
    const form = readableForm(typed(field));
    if (name in instead) return [name, form.catch(instead[name])];
    const isBound = entries instanceof z.ZodArray && (name === 'limit' || name === 'offset');
    return [name, isBound ? form.optional().catch(undefined) : form];
  });
  const shape = Object.fromEntries(fields);
  if (!(entries instanceof z.ZodArray)) {
    const field = entries === undefined ? {} : { entries: readableForm(typed(entries)) };
    return schema.clone({ ...schema.def, shape: { ...shape, ...field } });
  }
  const entry = readableForm(typed(entries.element));
  const page = schema.clone({ ...schema.def, shape: { ...shape, entries: z.array(z.unknown()) } });
  return page.transform((read): ReadPage => {
    const all = read.entries as readonly unknown[];
    const readable = all.map((one) => entry.safeParse(one)).filter(({ success }) => success);
    const left_out = all.length - readable.length;
    return {
      ...read,
      ...bounds(schema, read, all.length),
      entries: readable.map(({ data }) => data),
      ...(left_out > 0 && { left_out }),
    };
  });
}

/** A service may leave out the bounds of a page that it was asked for: it is as long as it is, and begins where a list does. */
function bounds({ shape }: z.ZodObject, read: Readonly<Record<string, unknown>>, length: number): object {
  return {
    ...(shape.limit instanceof z.ZodNumber && { limit: read.limit ?? Math.max(1, length) }),
    ...(shape.offset instanceof z.ZodNumber && { offset: read.offset ?? 0 }),
  };
}

/** Zod types the parts of a schema as those of its core; each is one of its own. */
const typed = (part: z.core.$ZodType): z.ZodType => part as z.ZodType;

const OWN_ZONE = /(?:z|[+-]\d\d:?\d\d)$/i;

/** Another service may write times without a zone, which is UTC then, and zones without a colon. */
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i)
  .transform((text) => (OWN_ZONE.test(text) ? text : `${text}Z`))
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => (exact.safeParse(text).success ? text : new Date(text).toISOString()));
const exact = z.iso.datetime({ offset: true });
