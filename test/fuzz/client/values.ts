import { z } from 'zod';
import type { Chance } from '../../simulation/world/chance.ts';

/** Texts of which each format of the contract takes one. */
const TEXTS = [
  '1',
  '2026-01-02T03:04:05Z',
  'a'.repeat(40),
  'deadbeef',
  'http://127.0.0.1:1/x',
  'ann@example.com',
  'bytes 0-1/2',
  'sha=AAAA',
  'AAAAAAAA',
] as const;

type Def = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly valueType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly getter?: () => z.ZodType;
};

/** A value that has the shape of a schema; as close to it as the schema describes, where it tests more than a shape. */
export function valueOf(schema: z.ZodType, chance: Chance, depth = 0): unknown {
  // The declaration of a schema is public, and different for each type.
  const def = schema.def as unknown as Def;
  const inner = (each: z.ZodType): unknown => valueOf(each, chance, depth + 1);
  switch (def.type) {
    case 'object': {
      const present = Object.entries(def.shape ?? {}).filter(
        ([, field]) => !isOptional(field) || wanted(chance, depth),
      );
      return Object.fromEntries(present.map(([name, field]) => [name, inner(field)]));
    }
    case 'array': {
      const length = depth > 4 ? 0 : chance.below(3);
      return def.element === undefined ? [] : Array.from({ length }, () => inner(def.element as z.ZodType));
    }
    case 'string':
      return [String(chance.below(100)), ...TEXTS].find((text) => schema.safeParse(text).success) ?? 'x';
    case 'number':
      return [chance.below(1000), 1, 0.5].find((number) => schema.safeParse(number).success) ?? 1;
    case 'boolean':
      return chance.happens(0.5);
    case 'literal':
      return chance.pick(def.values ?? ['']);
    case 'enum':
      return chance.pick(Object.values(def.entries ?? {}));
    case 'union':
      return def.options === undefined ? null : inner(chance.pick(def.options));
    case 'nullable':
      return chance.happens(0.3) || def.innerType === undefined ? null : inner(def.innerType);
    case 'record':
      return def.valueType === undefined ? {} : { key: inner(def.valueType) };
    case 'tuple':
      return (def.items ?? []).map(inner);
    case 'intersection':
      return { ...objectOf(def.left, inner), ...objectOf(def.right, inner) };
    case 'pipe':
      return def.in === undefined ? null : inner(def.in);
    case 'lazy':
      return depth > 6 || def.getter === undefined ? null : inner(def.getter());
    default:
      return def.innerType === undefined ? null : inner(def.innerType);
  }
}

const isOptional = (schema: z.ZodType): boolean => schema instanceof z.ZodOptional;

const wanted = (chance: Chance, depth: number): boolean => depth < 5 && chance.happens(0.6);

function objectOf(schema: z.ZodType | undefined, inner: (schema: z.ZodType) => unknown): object {
  const value = schema === undefined ? {} : inner(schema);
  return typeof value === 'object' && value !== null ? value : {};
}
