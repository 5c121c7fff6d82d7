import type { Operation } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';

/**
 * The methods allowed for a URL: those of the operations with its path; null if no operation has it. Operations that would reject
 * it as a malformed id are left out, so the result may be empty (RFC 9110 10.2.1: then nothing is allowed).
 */
export function allowedMethods(url: string): readonly string[] | null {
  const path = url.split('?')[0] ?? '';
  const all: readonly Operation[] = Object.values(operations);
  const known = all.flatMap((operation) => {
    const match = patternOf(operation).exec(path);
    return match === null ? [] : [{ operation, params: match.groups ?? {} }];
  });
  if (known.length === 0) return null;
  const fitting = known.filter(({ operation, params }) => operation.params.safeParse(params).success);
  return [...new Set(fitting.flatMap(({ operation }) => [operation.method, ...operation.alsoMethods]))];
}

function patternOf({ path }: Operation): RegExp {
  return new RegExp(`^/2\\.0${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`);
}
