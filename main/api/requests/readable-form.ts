import { z } from 'zod';
import type { Answer, Operation } from '../../../contract/operation.ts';
import { standIns } from './stand-ins.ts';

/** A page of a list. `left_out`: how many of its entries are of unknown types; absent if none is. */
type ReadPage = { readonly entries: readonly unknown[]; readonly left_out?: number };

/**
 * The operation with the forms of its answers as lenient as a page or a command can bear: an odd field that nobody needs, or an entry of a type
 * that only another service has, must not cost all others. A field that may be missing or null is so if it has another shape (except one about
 * who may see the item), a required one has its stand-in, and an entry of an unknown type is left out and counted. Anything else is an error
 * that names its field. Our own service's answers are checked against the contract, in its tests.
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
    if (EXPOSURE_FIELDS.has(name)) return [name, statedForm(typed(field), instead[name])];
    const form = readableForm(typed(field));
    return [name, name in instead ? form.catch(instead[name]) : form];
  });
  const shape = Object.fromEntries(fields);
  if (entries instanceof z.ZodArray) return readablePage(schema, shape, entries);
  const field = entries === undefined ? {} : { entries: readableForm(typed(entries)) };
  return schema.clone({ ...schema.def, shape: { ...shape, ...field } });
}

/** Who else may see an item, and until when. */
const EXPOSURE_FIELDS: ReadonlySet<string> = new Set([
  'shared_link',
  'is_password_enabled',
  'unshared_at',
  'expires_at',
]);

/** The lenient form of a field that may be missing, but must be readable if it is stated: a link that nobody sees would still be open. */
function statedForm(schema: z.ZodType, instead: unknown): z.ZodType {
  if (instead !== undefined) return readableForm(schema).default(instead);
  if (schema instanceof z.ZodOptional) return statedForm(typed(schema.unwrap()), undefined).optional();
  if (schema instanceof z.ZodNullable) return statedForm(typed(schema.unwrap()), undefined).nullable();
  return readableForm(schema);
}

/**
 * A page leads to the next one as its service says, whichever of its two forms it resembles. So its paging fields are strict: a wrong one would
 * end the list early. A service may leave out the bounds of a page that it was asked for: it is as long as it is, and begins where a list does.
 */
function readablePage(schema: z.ZodObject, others: z.ZodRawShape, { element }: z.ZodArray): z.ZodType {
  const fields: Readonly<Record<string, z.ZodType>> = { next_marker: z.string().nullable(), ...schema.shape };
  const shape: Record<string, z.ZodType> = { ...others, entries: z.array(readableEntry(typed(element))) };
  for (const [name, field] of Object.entries(fields)) {
    if (PAGING_FIELDS.has(name)) shape[name] = name === 'total_count' ? inDigits(field) : inDigits(field).nullish();
  }
  const { limit, offset } = schema.shape;
  return z.looseObject(shape).transform((read): ReadPage => {
    const all = read['entries'] as readonly unknown[];
    const entries = all.filter((entry) => entry !== LEFT_OUT);
    const left_out = all.length - entries.length;
    return {
      ...read,
      ...(limit instanceof z.ZodNumber && { limit: read['limit'] ?? Math.max(1, all.length) }),
      ...(offset instanceof z.ZodNumber && { offset: read['offset'] ?? 0 }),
      // Some services end a list with an empty marker.
      ...(read['next_marker'] === '' && { next_marker: null }),
      entries,
      ...(left_out > 0 && { left_out }),
    };
  });
}

const LEFT_OUT = Symbol('an entry of an unknown type');

/** An entry of a list. Only an unknown type, of itself or of its item, is a reason to leave it out. */
function readableEntry(schema: z.ZodType): z.ZodType {
  const form = readableForm(schema);
  return z.unknown().transform((value, context) => {
    const read = form.safeParse(value);
    if (read.success) return read.data;
    if (read.error.issues.some(({ path }) => isUnknownType(path, value))) return LEFT_OUT;
    for (const { path, message } of read.error.issues) {
      context.addIssue({ code: 'custom', path: [...path], message, input: value });
    }
    return z.NEVER;
  });
}

/** `path`: of a field that could not be read. */
const isUnknownType = (path: readonly PropertyKey[], entry: unknown): boolean =>
  TYPE_PATHS.has(path.join('.')) && typeof path.reduce(fieldOf, entry) === 'string';

const TYPE_PATHS: ReadonlySet<string> = new Set(['type', 'item.type']);

const fieldOf = (value: unknown, name: PropertyKey): unknown =>
  value instanceof Object ? Reflect.get(value, name) : undefined;

const PAGING_FIELDS: ReadonlySet<string> = new Set(['total_count', 'limit', 'offset', 'next_marker', 'prev_marker']);

/** The schema, also for a number written as text and for a text written as a number. */
const inDigits = (schema: z.ZodType): z.ZodType => z.union([schema, z.preprocess(swapDigits, schema)]);

function swapDigits(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  return Number.isSafeInteger(value) ? String(value) : value;
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
