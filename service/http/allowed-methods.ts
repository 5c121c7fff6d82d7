import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';

/**
 * What can be done at an address: the methods of the operations whose path it has; null when it has the path of none. Operations
 * that would take it for a malformed id are left out, so that none may be left (RFC 9110 10.2.1: then nothing is allowed there).
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
